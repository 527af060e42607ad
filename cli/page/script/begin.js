
// -- where to begin -------------------------------------------------------------------------------------------------

addEventListener("hashchange", () => follow(location.hash));
addEventListener("resize", arrange);
addEventListener("scroll", tellUnseen, { passive: true });
for (const part of document.querySelectorAll("[data-script]")) part.hidden = false;
arrange();
enter(numberIn(location.hash) === null ? film.opens : frameOf(numberIn(location.hash)));
