/** Seeds: the server's commitment, the player's own seed, and the rounds recomputed after a reveal. */
import { verifyRound } from "/miniapp/draws.js";
import { runAction } from "./actions.js";
import { $, html } from "./elements.js";
import { announce } from "./messages.js";
import { act, ask } from "./requests.js";
import { rewardText, say, segmentText, when } from "./words.js";

/** The seed that the server keeps for the player's rounds; null while it is the server's own. */
let ownSeed = null;

/** Part of each new round: a random seed until the server keeps one of the player. */
export function seedParameter() {
  if (ownSeed !== null) return {};
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  return { client_seed: bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("") };
}

/** Notes the fairness data of an answer. */
export function noteFairness(fairness) {
  ownSeed = fairness?.client_seed_source === "player" ? fairness.client_seed : null;
}

export async function useSeed(form) {
  const value = form.elements.client_seed.value.trim();
  if (!/^[!-9;-~]{1,64}$/.test(value)) throw new Error(say("seed_invalid"));
  drawCommitment((await ask("games/seed", { client_seed: value })).fairness);
  announce(say("seed_used"));
}

/** The player's rounds from the newest on, as far as they are loaded. */
let rounds = [];
/** Continues the list; null at its end. */
let cursor = null;
/** Verdicts of recomputed rounds by id. */
const verdicts = new Map();

export function forgetRounds() {
  rounds = [];
  cursor = null;
  verdicts.clear();
  $("revealed").textContent = "";
}

export async function showFairness({ fairness }) {
  drawCommitment(fairness);
  await loadRounds(false);
}

function drawCommitment(fairness) {
  noteFairness(fairness);
  const facts =
    fairness === null
      ? []
      : [
          [say("commitment"), fairness.server_seed_hash],
          [say("next_round_number"), String(fairness.nonce)],
          [
            say("in_signed_log"),
            fairness.inclusion === null
              ? say("log_after_day")
              : say("log_entry", { index: String(fairness.inclusion.log_index) }),
          ],
        ];
  $("commitment").replaceChildren(
    ...facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, html("code", {}, value))]),
  );
  $("client-seed").value = fairness?.client_seed ?? "";
}

/** Rounds on a page of the history, and on one of all rounds of a seed. */
const PAGE_ROUNDS = 20;
const MAX_PAGE_ROUNDS = 200;

/** Loads the next page of rounds, or the first one anew. */
export async function loadRounds(isNext = true, limit = PAGE_ROUNDS) {
  const body = { limit, ...(isNext && cursor !== null ? { cursor } : {}) };
  const page = await ask("games/rounds", body, { isPatient: limit === MAX_PAGE_ROUNDS });
  rounds = isNext ? [...rounds, ...page.rounds] : page.rounds;
  cursor = page.pagination.next_cursor;
  drawRounds();
}

function drawRounds() {
  const empty = html("li", {}, say("rounds_none"));
  $("checked").replaceChildren(...(rounds.length === 0 ? [empty] : rounds.map(roundItem)));
  $("older").hidden = cursor === null;
}

function roundItem(round) {
  const isWheel = round.game_key === "spin-wheel";
  const reward = isWheel ? round.reward : { kind: "salutes", amount: round.earned };
  const name = say(isWheel ? "round_of_wheel" : "round_of_grid", { id: String(round.id) });
  const item = html("li", {}, html("b", {}, name));
  const won = reward.amount === 0 ? say("nothing") : rewardText(reward);
  const result = say("round_result", { when: when.format(new Date(round.created_at)), reward: won });
  item.append(html("p", { class: "hint" }, result));
  const verdict = verdicts.get(round.id);
  if (verdict === undefined) {
    const button = html(
      "button",
      { type: "button", "aria-label": say("verify_round", { round: name }) },
      say("verify"),
    );
    button.addEventListener("click", () => runAction(() => verify(round)));
    item.append(button);
  } else {
    item.dataset.ok = String(verdict.ok);
    item.append(html("strong", {}, verdictWord(verdict)), ` ${verdictText(round, verdict)}`);
  }
  return item;
}

/** Recomputes a round, after revealing its seed if need be. */
async function verify(round) {
  if (round.fairness.server_seed === null) return rotate();
  await recompute([round]);
  drawRounds();
  const verdict = verdicts.get(round.id);
  announce(`${verdictWord(verdict)}. ${verdictText(round, verdict)}`);
}

const verdictWord = ({ ok }) => say(ok ? "verdict_fair" : "verdict_mismatch");

/** What was compared. A fault's detail is that of the published verifier, in English. */
function verdictText(round, { detail, ok }) {
  if (!ok) return detail;
  if (round.game_key !== "spin-wheel")
    return say("verdict_fair_grid", { count: round.revealed.length + round.layout.length });
  const index = round.segment_index;
  return say("verdict_fair_wheel", { index, label: segmentText(round.segments[index]) });
}

async function recompute(chosen) {
  for (const round of chosen) verdicts.set(round.id, await verifyRound(round));
}

/** Reveals the seed and recomputes every round since it was committed. */
export async function rotate() {
  const { fairness, revealed } = await act("games/fairness/rotate");
  drawCommitment(fairness);
  const isOfSeed = (round) => round.fairness.server_seed_hash === revealed.server_seed_hash;
  await loadRounds(false, MAX_PAGE_ROUNDS);
  while (cursor !== null && isOfSeed(rounds.at(-1))) await loadRounds(true, MAX_PAGE_ROUNDS);
  const chosen = rounds.filter(isOfSeed);
  await recompute(chosen);
  drawRounds();
  $("revealed").replaceChildren(`${say("revealed")} `, html("code", {}, revealed.server_seed));
  const fair = chosen.filter(({ id }) => verdicts.get(id).ok).length;
  announce(chosen.length === 0 ? say("seed_revealed") : say("rounds_match", { fair, count: chosen.length }));
}
