// A short sound for somebody who looks at slips and not at the screen.
export function beep() {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 440;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(audio.destination);
    tone.onended = () => audio.close();
    tone.start();
    tone.stop(audio.currentTime + 0.35);
  } catch {
    // A device without sound: the words stand on the page.
  }
}
