// Verifies proofs in front of the reader. What it learns of the log it keeps in this browser: a log that shows somebody
// another history later is found by that.
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
    const { trust_context } = JSON.parse(new TextDecoder().decode(await get(path)));
    const vkey = await keptKey(trust_context.log, output.step);
    const found = await verifyPublished(get, path, vkey, output.step);
    await compareWithKept(found, trust_context.log, output.step);
    output.done("Verified");
    return true;
  } catch (error) {
    output.failed(error);
    return false;
  }
}

const KEY = "salute key ";
const CHECKPOINT = "salute checkpoint ";

/**
 * The key that this browser met first under this name; another one later is refused. A log of a new name is taken only
 * where it goes on from the one that this browser knows.
 */
async function keptKey(place, step) {
  const vkey = new TextDecoder().decode(await get(place.vkey)).trim();
  const [name] = vkey.split("+");
  const kept = localStorage.getItem(KEY + name);
  if (kept === vkey) return vkey;
  if (kept !== null) throw new VerificationError("the log shows another key than before");
  await requireSuccessor(place, vkey, name, step);
  localStorage.setItem(KEY + name, vkey);
  return vkey;
}

async function requireSuccessor(place, vkey, name, step) {
  const known = Object.keys(localStorage).filter((each) => each.startsWith(KEY));
  if (known.length === 0)
    return step(`This browser meets the log ${name} for the first time and keeps its key: ${vkey}`);
  const numberOf = (each) => Number(/\/log\/([1-9][0-9]*)$/.exec(each)?.[1] ?? 1);
  const newest = known.sort((a, b) => numberOf(a) - numberOf(b)).at(-1);
  const older = newest.slice(KEY.length);
  await verifySuccession(get, prefixOf(place), vkey, {
    vkey: localStorage.getItem(newest),
    note: localStorage.getItem(CHECKPOINT + older),
  });
  step(
    `The log is now called ${name}: it goes on from ${older}, which this browser knows, under the same key.`,
  );
}

function prefixOf(place) {
  return place.checkpoint.slice(0, -"/checkpoint".length);
}

async function compareWithKept({ note, key, checkpoint }, place, step) {
  const name = CHECKPOINT + checkpoint.origin;
  const kept = localStorage.getItem(name);
  if (kept !== null) {
    const older = await openCheckpoint(kept, key);
    // A tab that verified later may have kept a newer one: then that one must extend this.
    const isNewer = older.size > checkpoint.size;
    await verifyExtension(get, prefixOf(place), isNewer ? note : kept, isNewer ? kept : note, key);
    step(`The log extends the checkpoint of ${older.size} entries that this browser kept.`);
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
