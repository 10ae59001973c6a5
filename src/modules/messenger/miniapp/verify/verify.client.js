// Recomputes rounds and checks their commitments in the signed log. No round leaves the browser.
import { fromHex, leafHash, over, verifyInclusion, verifyLogged } from "/log/verifier.js";
import { verifyRound } from "/miniapp/draws.js";

const messages = JSON.parse(document.getElementById("words").content.textContent);
const say = (key, values = {}) => messages[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });

const message = document.getElementById("message");
const list = document.getElementById("verdicts");

/** Parses a single answer, a JSON list, or one answer per line. */
function parseRounds(text) {
  let values;
  try {
    values = [JSON.parse(text)].flat();
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) throw error;
    values = lines.map((line) => JSON.parse(line));
  }
  return values
    .flatMap((value) => value?.rounds ?? value?.round ?? value)
    .map((round) => {
      if (typeof round?.nonce !== "number" || typeof round.fairness !== "object")
        throw new TypeError("The input contains a value that is not a round.");
      return round;
    });
}

const RESULT_LABELS = new Map([
  [true, say("fair")],
  [false, say("mismatch")],
  [null, say("not_revealed")],
]);

const get = over(location.origin);
const { prefix: newest } = document.getElementById("verify").dataset;

/** Paths of the current log and of those closed by restarts, newest first: /log/3, /log/2, /log. */
function prefixes() {
  const count = Number(/^\/log\/(\d+)$/.exec(newest)?.[1] ?? 1);
  return Array.from({ length: count }, (_, at) => (count - at > 1 ? `/log/${count - at}` : "/log"));
}

/** The log's key, pinned in this browser at first use. @throws Error for a different key later */
async function pinnedKey(prefix) {
  const vkey = new TextDecoder().decode(await get(`${prefix}/vkey`)).trim();
  const name = `salute key ${vkey.split("+")[0]}`;
  const pinned = localStorage.getItem(name);
  if (pinned !== null && pinned !== vkey) throw new Error("the key of the log has changed");
  localStorage.setItem(name, vkey);
  return vkey;
}

/** The UTC day of a logged commitment, verified from the log's signature down to the commitment. */
async function loggedDay(prefix, { inclusion, server_seed_hash }) {
  const { log_index, proof } = inclusion;
  const { entry, object } = await verifyLogged(get, prefix, log_index, await pinnedKey(prefix));
  if (entry.kind !== "fair_play") throw new Error(`entry ${log_index} has the wrong kind: ${entry.kind}`);
  if (object.commitments !== proof.size) throw new Error(`the day has ${object.commitments} commitments`);
  const path = proof.hashes.map(fromHex);
  const leaf = await leafHash(fromHex(server_seed_hash));
  await verifyInclusion(leaf, proof.index, proof.size, path, fromHex(object.root));
  return object.day;
}

/** Whether a round's commitment is in the signed log; null if its UTC day was not logged when the round was read. */
async function verifyCommitment({ fairness }) {
  const { inclusion } = fairness;
  if (inclusion === null) return { ok: null, detail: say("not_logged_yet") };
  let failure = new Error("there is no log");
  for (const prefix of prefixes()) {
    try {
      const at = day.format(new Date(await loggedDay(prefix, fairness)));
      const { index, size } = inclusion.proof;
      const values = { number: index + 1, size, day: at, entry: inclusion.log_index };
      return { ok: true, detail: say("logged", values) };
    } catch (error) {
      failure = error;
    }
  }
  return { ok: false, detail: say("log_unproved", { reason: failure.message }) };
}

/** What was recomputed; a fault's detail is that of the published verifier, in English. */
function drawnText({ detail, ok }) {
  if (ok !== false) return say(ok ? "matches" : "seed_hidden");
  const text = document.createElement("span");
  text.lang = "en";
  text.textContent = detail;
  return text;
}

function show(round, drawn, logged) {
  const item = document.createElement("li");
  const isLogged = logged.ok !== false;
  item.dataset.ok = String(isLogged ? drawn.ok : false);
  const word = document.createElement("strong");
  word.textContent = isLogged || drawn.ok === false ? RESULT_LABELS.get(drawn.ok) : say("not_in_log");
  const key = String(round.game_key).replace("-", "_");
  const game = Object.hasOwn(messages, key) ? say(key) : round.game_key;
  const told = drawnText(drawn);
  item.append(word, ` ${say("round", { game, id: round.id })} `, told, ` ${logged.detail}`);
  list.append(item);
}

document.getElementById("verify").addEventListener("submit", async (event) => {
  event.preventDefault();
  list.replaceChildren();
  try {
    const rounds = parseRounds(document.getElementById("rounds").value);
    const drawn = await Promise.all(rounds.map(verifyRound));
    const logged = await Promise.all(rounds.map(verifyCommitment));
    for (const [index, round] of rounds.entries()) show(round, drawn[index], logged[index]);
    const count = (verdicts) => verdicts.filter(({ ok }) => ok === true).length;
    const counts = { ok: count(drawn), all: rounds.length, logged: count(logged) };
    message.textContent = say("result", counts);
  } catch (error) {
    message.textContent = say("invalid", { reason: error.message });
  }
});
