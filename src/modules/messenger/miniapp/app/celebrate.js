/** Celebrations of wins: haptics, confetti unless less motion is wanted, and a sound if the player switched it on. */
import { resultFeedback } from "/miniapp/bridge.js";
import { $ } from "./elements.js";

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const prefersReducedMotion = () => lessMotion.matches;

const KEY = "salute-sound";
let audio = null;

/** @param size from 0 to 1: how rare the win is */
export function celebrate(size) {
  resultFeedback("success");
  play(size > 0.5 ? [523, 659, 784, 1_047] : [523, 784]);
  if (!prefersReducedMotion()) throwConfetti(Math.round(24 + size * 56));
}

const FALL_MS = 2_000;

/**
 * Falls for a moment over the page. Every piece is moved by the compositor alone; all end at once, since each end costs
 * the page a frame, so the faster ones fall further.
 */
function throwConfetti(count) {
  const layer = document.createElement("div");
  layer.className = "confetti";
  layer.setAttribute("aria-hidden", "true");
  const pieces = Array.from({ length: count }, (_, index) => {
    const piece = document.createElement("i");
    piece.className = `slice-${index % 8}`;
    piece.style.left = `${Math.random() * 100}%`;
    layer.append(piece);
    return piece;
  });
  document.body.append(layer);
  const falls = pieces.map((piece) => {
    const sway = (Math.random() - 0.5) * 30;
    const turn = (Math.random() - 0.5) * 1_440;
    const depth = 105 + Math.random() * 85;
    return piece.animate(
      [
        { transform: "translate(0, -5vh)", opacity: 1 },
        { transform: `translate(${sway}vw, ${depth}vh) rotate(${turn}deg)`, opacity: 0.8 },
      ],
      { duration: FALL_MS, easing: "cubic-bezier(0.2, 0.4, 0.6, 1)", fill: "forwards" },
    ).finished;
  });
  void Promise.all(falls).then(() => layer.remove());
}

function isSoundOn() {
  return $("sound").getAttribute("aria-pressed") === "true";
}

function play(tones) {
  if (!isSoundOn()) return;
  audio ??= new AudioContext();
  tones.forEach((frequency, index) => {
    const at = audio.currentTime + index * 0.11;
    const tone = new OscillatorNode(audio, { frequency, type: "triangle" });
    const gain = new GainNode(audio, { gain: 0.12 });
    gain.gain.setValueAtTime(0.12, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.25);
  });
}

/** The choice is kept on the device where the browser allows it. */
export function watchSound() {
  const button = $("sound");
  try {
    button.setAttribute("aria-pressed", String(localStorage.getItem(KEY) === "on"));
  } catch {
    // Without storage, sound is off at each start.
  }
  button.addEventListener("click", () => {
    const isOn = !isSoundOn();
    button.setAttribute("aria-pressed", String(isOn));
    play([659]);
    try {
      localStorage.setItem(KEY, isOn ? "on" : "off");
    } catch {
      // As above.
    }
  });
}
