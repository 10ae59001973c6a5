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

async function verify({ dataset, section, result }) {
  const path = dataset.verify;
  const output = report(result);
  try {
    const log = logOf(JSON.parse(new TextDecoder().decode(await get(path))));
    const vkey = await trustedKey(log, output.step);
    const found = await verifyPublished(get, path, vkey, output.step);
    await compareWithSaved(found, log, output.step);
    compareShown(section, found, Number(dataset.entry), output.step);
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

// The figures shown on the page. The server writes the same texts, see shown-figure.tsx.

const SUBJECTS = { all: "All", excluding_project_wallets: "Without the project's wallets" };
const MATCHES = {
  match: "as announced",
  mismatch: "not as announced",
  not_expected: "nothing announced",
};

function amount(text) {
  const [whole, fraction = ""] = text.split(".");
  const rest = fraction.replace(/0+$/, "");
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ",") + (rest === "" ? "" : `.${rest}`);
}

function short(address) {
  return address.length <= 12 ? address : `${address.slice(0, 5)}…${address.slice(-5)}`;
}

const FORMATS = {
  text: (value) => (value === null ? "none" : String(value)),
  words: (value) => String(value).replaceAll("_", " "),
  amount: (value) => (value === null ? "not known yet" : amount(String(value))),
  address: (value) => (value === null ? "nobody" : short(value)),
  percent: (value) => `${amount(String(value))} %`,
  hundredths: (value) => `${Number(value).toFixed(2)} %`,
  subject: (value) => SUBJECTS[value] ?? String(value),
  match: (value) => MATCHES[value] ?? String(value),
  sum: (value) => (value === true ? "adds up" : "does not add up"),
  failing: (value) => (value === true ? "failing" : "ok"),
};

/** Values that grow between the page and its verification. They may be earlier than the published ones, not later. */
const GROWING = {
  slot: (shown, text, published) =>
    text === shown && /^\d+$/.test(shown) && Number(shown) <= Number(published),
  time: (shown, text, published) =>
    text.startsWith(`${shown.slice(0, 10)} ${shown.slice(11, 19)} UTC (`) &&
    Date.parse(shown) <= Date.parse(published),
};

function valueAt(value, path) {
  return path.split(".").reduce((at, name) => at?.[name], value) ?? null;
}

function isLogged({ value: shown, textContent: text, dataset }, { logged, published }) {
  const { figure: path, format } = dataset;
  if (Object.hasOwn(GROWING, format)) return GROWING[format](shown, text, valueAt(published, path));
  const value = valueAt(logged, path);
  return shown === String(value) && Object.hasOwn(FORMATS, format) && text === FORMATS[format](value);
}

/** A shown figure by the heads of its row and column, with its place in the proof's JSON. */
function nameOf(figure) {
  const cell = figure.closest("td, dd");
  const row = cell?.parentElement.querySelector("th, dt")?.textContent;
  const name = [row, cell?.dataset.head].filter((each) => each).join(", ");
  return name === "" ? figure.dataset.figure : `${name} (${figure.dataset.figure})`;
}

/** Marks each figure shown in `section` as equal to the logged one or not. @throws VerificationError naming the others */
function compareShown(section, found, entry, step) {
  const figures = [...section.querySelectorAll("data[data-figure]")];
  const others = figures.filter((figure) => !isLogged(figure, found));
  for (const figure of figures) {
    const isOther = others.includes(figure);
    figure.className = isOther ? "figure-differs" : "figure-logged";
    figure.title = isOther ? "shown ≠ logged" : "shown = logged";
  }
  for (const figure of others) {
    const logged = valueAt(found.logged, figure.dataset.figure);
    step(
      `${nameOf(figure)}: shown "${figure.textContent}" for ${figure.value}, logged ${logged}.`,
      "figure-differs",
    );
  }
  if (figures.length === 0) throw new VerificationError("the page shows no figures of this proof");
  if (others.length > 0) {
    const newer = "newer figures were logged since this page was loaded; reload it and verify again";
    const count = `${others.length} of ${figures.length} shown figures differ from the logged ones`;
    throw new VerificationError(found.index > entry ? `${count}: ${newer}` : count);
  }
  step(`All ${figures.length} figures shown on this page are the logged ones: shown = logged.`);
}

const buttons = [...document.querySelectorAll("button[data-verify]")];
const proofOf = (button) => ({
  dataset: button.dataset,
  section: button.closest("section"),
  result: document.getElementById(button.dataset.result),
});

for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await verify(proofOf(button));
    button.disabled = false;
  });
}

for (const all of document.querySelectorAll("button[data-verify-all]")) {
  all.hidden = false;
  all.addEventListener("click", async () => {
    all.disabled = true;
    let count = 0;
    for (const button of buttons) if (await verify(proofOf(button))) count++;
    all.textContent = `${count} of ${buttons.length} verified`;
    all.disabled = false;
  });
}
