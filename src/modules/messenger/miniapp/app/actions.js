/** Runs the players' actions one at a time, and shows the outcome or error in the page's message. */
import { resultFeedback } from "/miniapp/bridge.js";
import { $ } from "./elements.js";

let isBusy = false;
/** Navigation that waits for the end of an action. */
let nextView = null;

export function announce(words) {
  $("message").textContent = words;
}

/**
 * Runs one action at a time and announces its error. Meanwhile others are ignored, so that a second tap plays no second
 * round; of navigation the last one waits.
 */
export async function runAction(work, isNavigation = false) {
  if (isBusy) {
    if (isNavigation) nextView = work;
    return;
  }
  isBusy = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    resultFeedback("error");
    announce(error.message);
  } finally {
    isBusy = false;
    document.body.removeAttribute("aria-busy");
  }
  const next = nextView;
  nextView = null;
  if (next !== null) await runAction(next, true);
}
