/** The grid explains itself by the player's own first round. */
import { $ } from "./elements.js";
import { say } from "./words.js";

const AFTER = { empty: say("lesson_empty"), target: say("lesson_target"), mine: say("lesson_mine") };
const KEY = "salute-grid-known";

let isKnown = wasKnown();
/** The round whose end was the last lesson: it stays, however often that round is shown. */
let taughtRound = null;

function wasKnown() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** The lesson at this point of the first round; empty afterwards. */
export function showLesson(round, missiles) {
  if (round !== null && round.id === taughtRound) return;
  const text = isKnown ? "" : lessonOf(round, missiles);
  $("lesson-text").textContent = text;
  $("lesson").hidden = text === "";
  if (!isKnown && round !== null && round.state !== "active" && round.revealed.length > 0) {
    remember();
    taughtRound = round.id;
  }
}

function lessonOf(round, missiles) {
  if (round === null) return say(missiles > 0 ? "lesson_start" : "lesson_missiles");
  if (round.state !== "active") return round.revealed.length > 0 ? say("lesson_end") : say("lesson_start");
  const last = round.revealed.at(-1);
  return last === undefined ? say("lesson_tap") : AFTER[last.content];
}

function remember() {
  isKnown = true;
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Without storage the next visit explains it again.
  }
}

export function skipLesson() {
  remember();
  $("lesson").hidden = true;
}
