// Verifies proofs in the browser. It stores the log's key and checkpoint in this browser, so that a log that later
// presents a different history is detected.
import {
  openCheckpoint,
  over,
  VerificationError,
  verifyExtension,
  verifyPublished,
  verifySuccession,
} from "/log/verifier.js";
import { report } from "/proofs/verify.js";

const get = over(location.origin);

async function verify(path, result) {
  const output = report(result);
  try {
    const log = logOf(JSON.parse(new TextDecoder().decode(await get(path))));
    const vkey = await trustedKey(log, output.step);
    const found = await verifyPublished(get, path, vkey, output.step);
    await compareWithSaved(found, log, output.step);
    output.done("Verified");
    return true;
  } catch (error) {
    output.failed(error);
    return false;
  }
}

/** The figures may have left the log since this page was loaded: a restored log waits for an operator. */
function logOf({ trust_context }) {
  const log = trust_context?.log ?? null;
  if (log === null)
    throw new VerificationError("the figures are not in the log; reload this page to read why");
  return log;
}

const KEY = "salute key ";
const CHECKPOINT = "salute checkpoint ";

/**
 * Returns the log's key (trust on first use). A different key under the same name is refused. A log with a new name is
 * accepted only if it continues the log that this browser knows.
 */
async function trustedKey(place, step) {
  const vkey = new TextDecoder().decode(await get(place.vkey)).trim();
  const [name] = vkey.split("+");
  const saved = localStorage.getItem(KEY + name);
  if (saved === vkey) return vkey;
  if (saved !== null) throw new VerificationError("the log presents a different key than before");
  await requireSuccessor(place, { vkey, name }, step);
  localStorage.setItem(KEY + name, vkey);
  return vkey;
}

async function requireSuccessor(place, { vkey, name }, step) {
  const known = Object.keys(localStorage).filter((each) => each.startsWith(KEY));
  if (known.length === 0)
    return step(`First contact with the log ${name}. This browser saved its key: ${vkey}`);
  const numberOf = (each) => Number(/\/log\/([1-9][0-9]*)$/.exec(each)?.[1] ?? 1);
  const newest = known.sort((a, b) => numberOf(a) - numberOf(b)).at(-1);
  const older = newest.slice(KEY.length);
  await verifySuccession(get, prefixOf(place), vkey, {
    vkey: localStorage.getItem(newest),
    note: localStorage.getItem(CHECKPOINT + older),
  });
  step(`The log is now named ${name}. It continues ${older}, which this browser knows, with the same key.`);
}

function prefixOf(place) {
  return place.checkpoint.slice(0, -"/checkpoint".length);
}

async function compareWithSaved({ note, key, checkpoint }, place, step) {
  const name = CHECKPOINT + checkpoint.origin;
  const saved = localStorage.getItem(name);
  if (saved !== null) {
    const older = await openCheckpoint(saved, key);
    // Another tab may have saved a newer checkpoint meanwhile; then that one must extend this one.
    const isNewer = older.size > checkpoint.size;
    await verifyExtension(get, prefixOf(place), isNewer ? note : saved, isNewer ? saved : note, key);
    step(`The log extends the checkpoint of ${older.size} entries saved in this browser.`);
    if (isNewer) return;
  }
  localStorage.setItem(name, note);
}

const buttons = [...document.querySelectorAll("button[data-verify]")];
const resultOf = (button) => document.getElementById(button.dataset.result);

for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await verify(button.dataset.verify, resultOf(button));
    button.disabled = false;
  });
}

for (const all of document.querySelectorAll("button[data-verify-all]")) {
  all.hidden = false;
  all.addEventListener("click", async () => {
    all.disabled = true;
    let count = 0;
    for (const button of buttons) if (await verify(button.dataset.verify, resultOf(button))) count++;
    all.textContent = `${count} of ${buttons.length} verified`;
    all.disabled = false;
  });
}
