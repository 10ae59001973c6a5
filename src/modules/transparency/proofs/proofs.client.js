// Verifies proofs in front of the reader. What it learns of the log it keeps in this browser: a log that shows somebody
// another history later is found by that.
import { openCheckpoint, over, VerificationError, verifyExtension, verifyPublished } from "/log/verifier.js";
import { report } from "/proofs/verify.js";

const get = over(location.origin);

async function verify(path, result) {
  const output = report(result);
  try {
    const { trust_context } = JSON.parse(new TextDecoder().decode(await get(path)));
    const vkey = await keptKey(trust_context.log);
    const found = await verifyPublished(get, path, vkey, output.step);
    await compareWithKept(found, trust_context.log, output.step);
    output.done("Verified");
    return true;
  } catch (error) {
    output.failed(error);
    return false;
  }
}

/** The key that this browser met first under this name; another one later is refused. */
async function keptKey(place) {
  const vkey = new TextDecoder().decode(await get(place.vkey)).trim();
  const name = `salute key ${vkey.split("+")[0]}`;
  const kept = localStorage.getItem(name);
  if (kept !== null && kept !== vkey) throw new VerificationError("the log shows another key than before");
  localStorage.setItem(name, vkey);
  return vkey;
}

async function compareWithKept({ note, key, checkpoint }, place, step) {
  const name = `salute checkpoint ${checkpoint.origin}`;
  const kept = localStorage.getItem(name);
  if (kept !== null) {
    const older = await openCheckpoint(kept, key);
    // A tab that verified later may have kept a newer one: then that one must extend this.
    const isNewer = older.size > checkpoint.size;
    const prefix = place.checkpoint.slice(0, -"/checkpoint".length);
    await verifyExtension(get, prefix, isNewer ? note : kept, isNewer ? kept : note, key);
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
