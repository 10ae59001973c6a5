/** The message of each part of the app: shown while its part is, and gone after a while unless it offers a retry. */
import { $ } from "./elements.js";

/** Long enough to read; longer texts stay longer. */
const timeToRead = (words) => 5_000 + words.length * 60;

const messages = new Map();
let part = "";
let timer;

/** Shows a message in the part that is open. @param retry what the button does; null without a button */
export function announce(words, retry = null) {
  if (words === "") messages.delete(part);
  else messages.set(part, { words, retry });
  draw();
}

/** Adds a sentence to the message that is shown. */
export function announceToo(words) {
  const before = messages.get(part)?.words;
  announce(before === undefined ? words : `${before} ${words}`);
}

export function showMessages(next) {
  part = next;
  draw();
}

/** The retry that the shown message offers, or null. */
export function offeredRetry() {
  return messages.get(part)?.retry ?? null;
}

function draw() {
  clearTimeout(timer);
  const message = messages.get(part) ?? null;
  $("message").textContent = message?.words ?? "";
  $("retry").hidden = (message?.retry ?? null) === null;
  if (message === null || message.retry !== null) return;
  const shownPart = part;
  timer = setTimeout(() => {
    messages.delete(shownPart);
    draw();
  }, timeToRead(message.words));
}
