"use strict";

/** The text of a block that is of use elsewhere: commands without prompts and without what they print. */
const copied = (block) => {
  const bare = block.cloneNode(true);
  for (const part of bare.querySelectorAll(".gp, .go, .copy")) part.remove();
  return bare.textContent.replace(/^\n+/, "");
};

document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("div.highlight")) {
    const text = copied(block);
    if (!text.trim() || !navigator.clipboard) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    block.append(button);
  }
});
