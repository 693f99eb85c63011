// Follows players on this device: they stand on the event's first page and where one
// finds a team, and their rows are marked in lists. Nothing of it leaves the device.
import * as device from "./device.js";
import { all, around, need } from "./elements.js";

const event = location.pathname.split("/")[2];
const storeKey = `tandem-follows ${event}`;

/** @typedef {{ to: string, name: string, team: string }} Followed */

/** @returns {Followed[]} */
const followed = () => JSON.parse(device.get(storeKey) ?? "[]");

/** @param {HTMLElement} button */
function toggle(button) {
  const { follow: to, name, team } = button.dataset;
  const before = followed();
  const rest = before.filter((f) => f.to !== to);
  device.set(storeKey, JSON.stringify(rest.length < before.length ? rest : [...rest, { to, name, team }]));
  draw();
}

/**
 * @param {HTMLElement} button
 * @param {Followed[]} list
 */
function drawButton(button, list) {
  const on = list.some((f) => f.to === button.dataset.follow);
  button.hidden = false;
  button.setAttribute("aria-pressed", String(on));
  need("[data-says]", button).textContent = (on ? button.dataset.on : button.dataset.off) ?? "";
}

/**
 * @param {HTMLElement} place
 * @param {Followed[]} list
 */
function drawList(place, list) {
  place.hidden = list.length === 0;
  const rows = list.map((f) => {
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.className = "prow";
    link.href = f.to;
    link.textContent = f.name;
    row.append(link);
    return row;
  });
  need("ul", place).replaceChildren(...rows);
}

function draw() {
  const list = followed();
  for (const button of all("[data-follow]")) drawButton(button, list);
  for (const place of all("[data-follows]")) drawList(place, list);
  for (const { team } of list) {
    for (const own of team ? all(`[data-rows] [data-team="${CSS.escape(team)}"]`) : []) own.closest("tr, .prow")?.classList.add("mine");
  }
}

if (device.keeps()) {
  document.addEventListener("click", (e) => {
    const button = around(e.target, "[data-follow]");
    if (button) toggle(button);
  });
  document.addEventListener("tandem:fresh", draw);
  draw();
}
