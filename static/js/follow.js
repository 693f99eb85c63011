// Follows players on this device: they stand on the event's first page and where one
// finds a team, and their rows are marked in lists. Nothing of it leaves the device.
const event = location.pathname.split("/")[2];
const storeKey = `tandem-follows ${event}`;

function followed() {
  try {
    const list = JSON.parse(localStorage.getItem(storeKey) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // a device that keeps nothing follows nobody
  }
}

function toggle(button) {
  const { follow: to, name, team } = button.dataset;
  const all = followed();
  const rest = all.filter((f) => f.to !== to);
  localStorage.setItem(storeKey, JSON.stringify(rest.length < all.length ? rest : [...rest, { to, name, team }]));
  draw();
}

function drawButton(button, all) {
  const on = all.some((f) => f.to === button.dataset.follow);
  button.hidden = false;
  button.setAttribute("aria-pressed", String(on));
  button.querySelector("[data-says]").textContent = on ? button.dataset.on : button.dataset.off;
}

function drawList(place, all) {
  place.hidden = all.length === 0;
  const rows = all.map((f) => {
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.className = "prow";
    link.href = f.to;
    link.textContent = f.name;
    row.append(link);
    return row;
  });
  place.querySelector("ul").replaceChildren(...rows);
}

function draw() {
  const all = followed();
  for (const button of document.querySelectorAll("[data-follow]")) drawButton(button, all);
  for (const place of document.querySelectorAll("[data-follows]")) drawList(place, all);
  for (const { team } of all) {
    for (const own of team ? document.querySelectorAll(`[data-rows] [data-team="${CSS.escape(team)}"]`) : []) own.closest("tr, .prow")?.classList.add("mine");
  }
}

function available() {
  try {
    localStorage.getItem(storeKey);
    return true;
  } catch {
    return false;
  }
}

if (available()) {
  document.addEventListener("click", (e) => {
    const button = e.target.closest("[data-follow]");
    if (button) toggle(button);
  });
  document.addEventListener("tandem:fresh", draw);
  draw();
}
