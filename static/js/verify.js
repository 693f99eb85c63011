// The verify queue by keyboard, on the result that has the frame: y confirms, n
// asks for the reason and rejects, s skips; 1, 2 and 3 type a result again. Two
// readings that differ make a sound. What others look at is shown.
const queue = document.querySelector("[data-verify]");
const lookEvery = 3000;

function beep() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 440;
  volume.gain.value = 0.2;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.35);
  queue.dataset.beeped = "";
}

const cards = () => [...queue.querySelectorAll("[data-waiting]")];
const focused = () => document.activeElement?.closest("[data-waiting]");

function keys(e) {
  const card = e.target.closest("[data-waiting]");
  if (!card || e.ctrlKey || e.metaKey || e.altKey || e.repeat || e.target.matches("input, select, textarea")) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step) {
    const next = cards()[cards().indexOf(card) + step];
    if (next) e.preventDefault();
    next?.focus();
    return;
  }
  if (document.body.dataset.singleKeys === "false") return;
  if (e.key === "y") card.querySelector("[value=confirm]")?.click();
  else if (e.key === "s") card.querySelector("[data-skip]").click();
  else if (/^[123]$/.test(e.key)) card.querySelector(`[name=outcome][value="${e.key}"]`)?.click();
  else if (e.key === "n") {
    const reason = card.querySelector("[name=reason]");
    if (!reason) return;
    e.preventDefault();
    reason.focus();
  }
}

// look tells the server which result is before this person, and greys out those
// that others have before them.
async function look() {
  const mine = focused() || cards()[0];
  const match = mine?.dataset.row || "0";
  try {
    const answer = await fetch(queue.dataset.verify, { method: "POST", body: new URLSearchParams({ match }), headers: { "X-Refetch": "1" } });
    if (!answer.ok) return;
    const taken = new Map((await answer.text()).split("\n").map((line) => line.split("\t")));
    for (const card of cards()) {
      const words = taken.get(card.dataset.row) || "";
      card.classList.toggle("taken", words !== "");
      const line = card.querySelector("[data-taken-by]");
      if (line.textContent !== words) line.textContent = words;
    }
  } catch {
    // The age on the page says that the server is silent.
  }
}

if (queue) {
  if (queue.querySelector("[data-beep]")) beep();
  const first = queue.querySelector("[data-waiting]:not(.taken)") || cards()[0];
  if (first && !queue.querySelector(".field-error")) first.focus({ preventScroll: true });
  document.addEventListener("keydown", keys);
  look();
  setInterval(() => document.visibilityState === "visible" && look(), lookEvery);
  document.addEventListener("tandem:fresh", look);
}
