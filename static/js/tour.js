// The tour of the desk marks on the page what its step is about. It takes no key and no
// focus, and changes nothing else.
import { all, find } from "./elements.js";

function mark() {
  const marks = find("[data-tour-marks]")?.dataset.tourMarks?.split("|") ?? [];
  for (const old of all(".tour-place")) old.classList.remove("tour-place");
  const place = marks.map((selector) => find(selector)).find((found) => found !== null);
  place?.classList.add("tour-place");
  return place;
}

mark()?.scrollIntoView({ block: "nearest" });
document.addEventListener("tandem:fresh", mark); // the page was drawn anew
