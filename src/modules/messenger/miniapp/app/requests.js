/** Calls of the API. The session token is only in memory; nothing is stored on the device. */
import { $ } from "./elements.js";
import { figures, refusalText } from "./words.js";

let token = null;
/** Path and body of the call that opens the player's session. */
let opener = null;
let reopening = null;

/** Opens a session for later calls, and the next one when it has ended. Resolves to the answer. */
export function openSession(path, body) {
  token = null;
  opener = { path, body };
  return open();
}

async function open() {
  const answer = await call("POST", opener.path, opener.body, { isOpening: true });
  token = answer.session.token;
  return answer;
}

/** Opens the next session, one for all calls that found the last one ended. */
function reopen() {
  reopening ??= open().finally(() => {
    reopening = null;
  });
  return reopening;
}

/** A refusal by the server, which no retry changes. */
class Refusal extends Error {}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Calls an operation. Retries network errors and 5xx answers with the same body and idempotency key, and once in a new
 * session if the session has ended. A quiet call leaves the shown balances as they are.
 */
async function call(method, path, body, { isOpening = false, isQuiet = false } = {}) {
  let mayReopen = !isOpening;
  for (let attempt = 1; ; attempt++) {
    const used = isOpening ? null : token;
    try {
      const response = await fetch(`/api/messenger/${path}`, requestOf(method, body, used));
      const answer = await response.json();
      if (response.ok) return isQuiet ? answer : showBalances(answer);
      if (answer.error === "session_invalid" && mayReopen) {
        mayReopen = false;
        if (token === used) await reopen();
        continue;
      }
      if (response.status < 500 || attempt === 4)
        throw new Refusal(refusalText(answer.error, answer.message));
    } catch (error) {
      if (error instanceof Refusal || attempt === 4) throw error;
    }
    await pause(300 * 2 ** attempt);
  }
}

function requestOf(method, body, bearer) {
  return {
    method,
    credentials: "omit",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

export const read = (path) => call("GET", path);
export const ask = (path, body = {}) => call("POST", path, body);
export const act = (path, body = {}, options = {}) =>
  call("POST", path, { idempotency_key: crypto.randomUUID(), ...body }, options);

export function showBalances(answer) {
  if (answer.balances !== undefined) {
    const { free_spins, missiles, salutes } = answer.balances;
    $("balance-salutes").textContent = figures.format(salutes);
    $("balance-missiles").textContent = figures.format(missiles);
    $("balance-free-spins").textContent = figures.format(free_spins);
  }
  return answer;
}
