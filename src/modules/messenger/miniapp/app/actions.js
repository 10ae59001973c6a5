/** Runs the players' actions one at a time, and shows their errors with a retry where one helps. */
import { resultFeedback } from "/miniapp/bridge.js";
import { $ } from "./elements.js";
import { announce, offeredRetry } from "./messages.js";

/** After a failure of the network, the next attempt without a tap. */
const RETRY_MS = 8_000;

let isBusy = false;
let isStarting = false;
/** Navigation that waits for the end of an action, or a tap that waits for the end of the start. */
let waiting = null;
let timer;

/** The app's start: its first view can be used before all is loaded, so that the last tap waits. */
export function runStart(work) {
  return runAction(async () => {
    isStarting = true;
    try {
      await work();
    } catch (error) {
      // A tap would fail, too, and its message would take the place of the start's and its retry.
      if (waiting?.isTap) waiting = null;
      throw error;
    } finally {
      isStarting = false;
    }
  });
}

/** Runs an action that no tap asked for, unless another one runs: it must not replace a tap that waits. */
export function runIfIdle(work) {
  if (!isBusy) void runAction(work);
}

/**
 * Runs one action at a time and announces its error. Meanwhile others are ignored, so that a second tap plays no second
 * round; of navigation the last one waits.
 */
export async function runAction(work, isNavigation = false) {
  if (isBusy) {
    if (isNavigation || isStarting) waiting = { work, isTap: !isNavigation };
    return;
  }
  clearTimeout(timer);
  isBusy = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    fail(error, () => runAction(work, isNavigation));
  } finally {
    isBusy = false;
    document.body.removeAttribute("aria-busy");
  }
  const next = waiting;
  waiting = null;
  if (next !== null) await runAction(next.work, true);
}

function fail(error, again) {
  resultFeedback("error");
  announce(error.message, error.isRetryable ? again : null);
  if (error.isOffline) timer = setTimeout(retry, RETRY_MS);
}

function retry() {
  const again = offeredRetry();
  if (again === null) return;
  announce("");
  void again();
}

function showConnection() {
  $("offline").hidden = navigator.onLine;
  if (navigator.onLine) retry();
}

export function watchConnection() {
  $("retry").addEventListener("click", retry);
  addEventListener("offline", showConnection);
  addEventListener("online", showConnection);
  showConnection();
}
