// The page that recomputes rounds, and finds their commitments in the signed log: no round leaves the browser.
import { fromHex, leafHash, over, verifyInclusion, verifyLogged } from "/log/verifier.js";
import { verifyRound } from "/miniapp/draws.js";

const said = document.getElementById("said");
const list = document.getElementById("verdicts");

/** One answer, a list of answers, or one answer per line. */
function roundsIn(text) {
  let values;
  try {
    values = [JSON.parse(text)].flat();
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) throw error;
    values = lines.map((line) => JSON.parse(line));
  }
  return values.map((value) => {
    const round = value?.round ?? value;
    if (typeof round?.nonce !== "number" || typeof round.fairness !== "object")
      throw new TypeError("Something in it is no round.");
    return round;
  });
}

const WORDS = new Map([
  [true, "Fair"],
  [false, "Not as drawn"],
  [null, "Not revealed"],
]);

const get = over(location.origin);
const { prefix: newest } = document.getElementById("verify").dataset;

/** The log in use and those that restarts closed, the newest first: /log/3, /log/2, /log. */
function prefixes() {
  const count = Number(/^\/log\/(\d+)$/.exec(newest)?.[1] ?? 1);
  return Array.from({ length: count }, (_, at) => (count - at > 1 ? `/log/${count - at}` : "/log"));
}

/** The key that this browser met first under this name; another one later is refused. */
async function keptKey(prefix) {
  const vkey = new TextDecoder().decode(await get(`${prefix}/vkey`)).trim();
  const name = `salute key ${vkey.split("+")[0]}`;
  const kept = localStorage.getItem(name);
  if (kept !== null && kept !== vkey) throw new Error("the log shows another key than before");
  localStorage.setItem(name, vkey);
  return vkey;
}

/** The day that a commitment was logged with, verified from the log's signature down to the commitment itself. */
async function loggedDay(prefix, { inclusion, server_seed_hash }) {
  const { log_index, proof } = inclusion;
  const { entry, object } = await verifyLogged(get, prefix, log_index, await keptKey(prefix));
  if (entry.kind !== "fair_play") throw new Error(`entry ${log_index} is of another kind: ${entry.kind}`);
  if (object.commitments !== proof.size) throw new Error(`the day has ${object.commitments} commitments`);
  const path = proof.hashes.map(fromHex);
  const leaf = await leafHash(fromHex(server_seed_hash));
  await verifyInclusion(leaf, proof.index, proof.size, path, fromHex(object.root));
  return object.day;
}

/** Whether a round's commitment is in the signed log: null where its UTC day was not logged when the round was read. */
async function verifyCommitment({ fairness }) {
  const { inclusion } = fairness;
  if (inclusion === null) return { ok: null, detail: "The commitment's UTC day was not logged yet." };
  let failure = new Error("there is no log");
  for (const prefix of prefixes()) {
    try {
      const day = await loggedDay(prefix, fairness);
      const { index, size } = inclusion.proof;
      const place = `number ${index + 1} of the ${size} of ${day}`;
      return {
        ok: true,
        detail: `Its commitment is ${place}, entry ${inclusion.log_index} of the signed log.`,
      };
    } catch (error) {
      failure = error;
    }
  }
  return { ok: false, detail: `Its commitment is not proved to be in the signed log: ${failure.message}.` };
}

function show(round, drawn, logged) {
  const item = document.createElement("li");
  const isProved = logged.ok !== false;
  item.dataset.ok = String(isProved ? drawn.ok : false);
  const word = document.createElement("strong");
  word.textContent = isProved || drawn.ok === false ? WORDS.get(drawn.ok) : "Not as logged";
  item.append(word, ` ${round.game_key} round ${round.id}. ${drawn.detail} ${logged.detail}`);
  list.append(item);
}

document.getElementById("verify").addEventListener("submit", async (event) => {
  event.preventDefault();
  list.replaceChildren();
  try {
    const rounds = roundsIn(document.getElementById("rounds").value);
    const drawn = await Promise.all(rounds.map(verifyRound));
    const logged = await Promise.all(rounds.map(verifyCommitment));
    for (const [index, round] of rounds.entries()) show(round, drawn[index], logged[index]);
    const count = (verdicts) => verdicts.filter(({ ok }) => ok === true).length;
    said.textContent = `${count(drawn)} of ${rounds.length} rounds are as drawn; the commitments of ${count(logged)} are in the signed log.`;
  } catch (error) {
    said.textContent = `This cannot be read: ${error.message}`;
  }
});
