// The rulebook of a section: topics are folded on phones, so that search and the
// headings fit one screen; a link to an article opens its topic, and each article
// hands out its own link. Without script everything is open.
import { copy } from "./copy.js";
import { all, around, need } from "./elements.js";

const narrow = matchMedia("(max-width: 600px)");

function topics() {
  return all("[data-fold]", document, HTMLDetailsElement);
}

// The article that the address names, opened.
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  const topic = around(target, "[data-fold]", HTMLDetailsElement);
  if (!target || !topic) return;
  topic.open = true;
  target.scrollIntoView();
}

function offerLinks() {
  for (const button of all("[data-copy]")) button.hidden = false;
}

document.addEventListener("click", async (e) => {
  const button = around(e.target, "[data-copy]");
  if (!button) return;
  const link = new URL(`#${button.dataset.copy}`, location.href).href;
  if (!(await copy(link, button, need(".row", around(button, ".rule") ?? document)))) return;
  button.classList.add("done");
  const news = need("[data-copied]");
  news.textContent = news.dataset.copied ?? "";
});

if (narrow.matches) for (const topic of topics()) topic.open = false;
reveal();
offerLinks();
addEventListener("hashchange", reveal);
addEventListener("beforeprint", () => {
  for (const topic of topics()) topic.open = true;
});
document.addEventListener("tandem:fresh", offerLinks);
