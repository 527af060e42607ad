// Elements are made and texts are set; no markup is ever read from data, except pictures in `board.js`.

export const make = (tag, values = {}, ...inside) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside.flat().filter((one) => one !== null && one !== undefined && one !== ""));
  return element;
};

export const button = (text, act, values = {}) => make("button", { type: "button", onclick: act, ...values }, text);

// An id that no other change has. `crypto.randomUUID` is missing where a page comes without TLS.
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
