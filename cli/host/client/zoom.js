// A board that is too fine for a finger is made larger, and pushed about in its frame.

import { button, make } from "/client/dom.js";
import { keep, settings } from "/client/settings.js";

const LEVELS = [1, 1.6, 2.4];

export class Zoom {
  constructor() {
    this.buttons = [-1, 1].map((by) => button(by < 0 ? "−" : "+", () => this.step(by),
      { "aria-label": by < 0 ? "Smaller board" : "Larger board" }));
    this.pane = make("div", { class: "pane" });
    this.bar = make("div", { class: "zoom", hidden: true }, this.buttons); // where it hides nothing of the board
  }

  // Put another picture into the frame; what was in its middle stays there.
  put(picture) {
    const { scrollLeft, scrollTop } = this.pane;
    this.picture = picture;
    this.pane.replaceChildren(picture);
    this.bar.hidden = false;
    this.fit();
    this.seen = [scrollLeft, scrollTop];
    return this.pane;
  }

  // Once the frame is in the page again.
  restore() { this.pane.scrollTo(...(this.seen || [0, 0])); }

  fit() {
    this.picture.style.width = `${settings.zoom * 100}%`;
    this.pane.classList.toggle("zoomed", settings.zoom > 1);
    const at = LEVELS.indexOf(settings.zoom);
    this.buttons[0].disabled = at <= 0;
    this.buttons[1].disabled = at === LEVELS.length - 1;
  }

  step(by) {
    const { pane } = this;
    const at = [(pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth, (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight];
    settings.zoom = LEVELS[Math.max(0, Math.min(LEVELS.indexOf(settings.zoom) + by, LEVELS.length - 1))];
    keep();
    this.fit();
    pane.scrollTo(at[0] * pane.scrollWidth - pane.clientWidth / 2, at[1] * pane.scrollHeight - pane.clientHeight / 2);
  }
}
