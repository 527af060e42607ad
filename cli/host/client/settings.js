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

export const settingsBox = (changed) => make("details", { class: "settings" }, make("summary", {}, "Settings"),
  Object.entries(SAID).map(([name, said]) => {
    const box = make("input", { type: "checkbox", checked: settings[name], onchange: () => {
      settings[name] = box.checked;
      keep();
      changed();
    } });
    return make("label", {}, box, ` ${said}`);
  }));

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
