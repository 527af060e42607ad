// What a person has chosen on this device.

import { make } from "/client/dom.js";

const KEY = "kronika settings";
const FIRST = { confirm: true, bell: false, curtain: true, zoom: 1 };
const SAID = {
  confirm: "Ask before a move is made",
  bell: "A bell when it is my turn",
  curtain: "A curtain between players of this device",
};

const read = () => {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...FIRST };
  }
};

export const settings = read();

export const keep = () => localStorage.setItem(KEY, JSON.stringify(settings));

// Whether this page can be kept on a phone like an app. Browsers allow that only with TLS, or on the host itself.
const installing = () => {
  if (matchMedia("(display-mode: standalone)").matches) return "";
  return make("p", { class: "install" }, isSecureContext
    ? "You can install Kronika on this device: in the menu of your browser, “Install” or “Add to Home Screen”."
    : "Kronika can't be installed from here, since this connection is not encrypted: the host needs `--cert`.");
};

export const settingsBox = (changed) => make("details", { class: "settings" }, make("summary", {}, "Settings"),
  Object.entries(SAID).map(([name, said]) => {
    const box = make("input", { type: "checkbox", checked: settings[name], onchange: () => {
      settings[name] = box.checked;
      keep();
      changed();
    } });
    return make("label", {}, box, ` ${said}`);
  }), installing());

// Two short tones.
export const ring = () => {
  try {
    const sound = new AudioContext();
    for (const [at, tone] of [[0, 660], [0.18, 880]]) {
      const voice = new OscillatorNode(sound, { frequency: tone });
      const volume = new GainNode(sound, { gain: 0.08 });
      voice.connect(volume).connect(sound.destination);
      voice.start(sound.currentTime + at);
      voice.stop(sound.currentTime + at + 0.15);
    }
    setTimeout(() => sound.close(), 1000);
  } catch { /* a device without sound */ }
};
