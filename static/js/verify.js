// The verify queue by keyboard, on the first waiting result: y confirms, n asks
// for the reason and rejects, s skips; 1, 2 and 3 type a result again. Two
// readings that differ make a sound.
const queue = document.querySelector("[data-verify]");

function beep() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 440;
  volume.gain.value = 0.2;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.35);
}

if (queue) {
  if (queue.querySelector("[data-beep]")) beep();
  document.addEventListener("keydown", (e) => {
    if (document.body.dataset.singleKeys === "false" || e.ctrlKey || e.metaKey || e.altKey || e.repeat) return;
    if (e.target.matches("input, select, textarea")) return;
    const first = queue.querySelector("[data-waiting]");
    if (!first) return;
    if (e.key === "y") first.querySelector("[value=confirm]")?.click();
    else if (e.key === "s") first.querySelector("[data-skip]").click();
    else if (/^[123]$/.test(e.key)) first.querySelector(`[name=outcome][value="${e.key}"]`)?.click();
    else if (e.key === "n") {
      const reason = first.querySelector("[name=reason]");
      if (!reason) return;
      e.preventDefault();
      reason.focus();
    }
  });
}
