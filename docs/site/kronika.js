"use strict";

/** The text of a block that is of use elsewhere: commands without prompts and without what they print. */
const copied = (block) => {
  const bare = block.cloneNode(true);
  const parts = bare.querySelectorAll(".gp, .go");
  for (const part of parts) part.remove();
  return parts.length ? bare.textContent.replace(/\n+/g, "\n").replace(/^\n/, "") : bare.textContent;
};

/** What the theme leaves unsaid to screen readers and keyboards. */
const complete = () => {
  for (const caption of document.querySelectorAll('.caption[role="heading"]')) caption.setAttribute("aria-level", "2");
  for (const pre of document.querySelectorAll(".highlight pre")) if (pre.scrollWidth > pre.clientWidth) pre.tabIndex = 0;
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "Contents");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");
};

document.addEventListener("DOMContentLoaded", () => {
  complete();
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
