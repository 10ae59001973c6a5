/** Calls of the API. The session token is only in memory. */
import { showBalances } from "./balances.js";
import { locale, refusalText, say } from "./words.js";

let token = null;
/** Path and body of the call that opens the player's session. */
let opener = null;
let reopening = null;

/** Opens a session for later calls, and the next one when it has ended. Resolves to the answer. */
export function openSession(path, body) {
  token = null;
  unanswered.clear();
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

/** A failure after which the same call may be sent again. */
class Failure extends Error {
  isRetryable = true;

  constructor(message, { isOffline }) {
    super(message);
    this.isOffline = isOffline;
  }
}

const MAX_ATTEMPTS = 4;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Calls an operation. Retries network errors and 5xx answers with the same body and idempotency key, and once in a new
 * session if the session has ended. A quiet call leaves the shown balances as they are; a patient one waits as long as a 429
 * answer says.
 * @throws Refusal, or Failure after four attempts or without a connection
 */
async function call(method, path, body, { isOpening = false, isPatient = false, isQuiet = false } = {}) {
  let mayReopen = !isOpening;
  for (let attempt = 1; ; attempt++) {
    const used = isOpening ? null : token;
    const { answer, response } = await sent(path, requestOf(method, body, used));
    if (response?.ok) return isQuiet ? answer : showBalances(answer);
    if (answer?.error === "session_invalid" && mayReopen) {
      mayReopen = false;
      if (token === used) await reopen();
      continue;
    }
    if (isPatient && response?.status === 429) {
      await pause(1_000 * Number(response.headers.get("retry-after") ?? 60));
      attempt--;
      continue;
    }
    if (answer !== null && response.status < 500) throw new Refusal(refusalText(answer));
    if (attempt === MAX_ATTEMPTS || !navigator.onLine) throw failureOf(answer);
    await pause(300 * 2 ** attempt);
  }
}

/** Answer and response; null where there was none. */
async function sent(path, request) {
  let response = null;
  try {
    response = await fetch(`/api/messenger/${path}`, request);
    return { response, answer: await response.json() };
  } catch {
    return { response: null, answer: null };
  }
}

function failureOf(answer) {
  return answer === null
    ? new Failure(say("error_offline"), { isOffline: true })
    : new Failure(refusalText(answer), { isOffline: false });
}

function requestOf(method, body, bearer) {
  return {
    method,
    credentials: "omit",
    headers: {
      "accept-language": locale,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

export const read = (path) => call("GET", path);
export const ask = (path, body = {}, options = {}) => call("POST", path, body, options);

/** Changes that were sent and not answered. Asked again, they are sent as they were, so that none is made twice. */
const unanswered = new Map();

/** Makes a change. */
export async function act(path, body = {}, options = {}) {
  const { client_seed: _, ...asked } = body;
  const id = path + JSON.stringify(asked);
  const change = unanswered.get(id) ?? { idempotency_key: crypto.randomUUID(), ...body };
  unanswered.set(id, change);
  try {
    const answer = await call("POST", path, change, options);
    unanswered.delete(id);
    return answer;
  } catch (error) {
    if (!error.isRetryable) unanswered.delete(id);
    throw error;
  }
}
