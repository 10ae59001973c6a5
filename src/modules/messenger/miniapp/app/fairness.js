/** Seeds: the server's commitment, the player's own seed, and the rounds recomputed after a reveal. */
import { verifyRound } from "/miniapp/draws.js";
import { announce } from "./actions.js";
import { $, html } from "./elements.js";
import { act, read } from "./requests.js";

/** The client seed of every round: random until the player enters one. */
let clientSeed = [...crypto.getRandomValues(new Uint8Array(8))]
  .map((byte) => byte.toString(16).padStart(2, "0"))
  .join("");
export const seedParameter = () => ({ client_seed: clientSeed });

export function useSeed(form) {
  const value = form.elements.client_seed.value.trim();
  if (!/^[!-9;-~]{1,64}$/.test(value))
    throw new Error("Use 1 to 64 visible ASCII characters without a colon.");
  clientSeed = value;
  announce("Every new round uses your seed.");
}

/** Ids of the rounds played in this session. */
let played = [];

export function notePlayed(id) {
  played.push(id);
}

export function forgetPlayed() {
  played = [];
}

export function showFairness({ fairness }) {
  const facts =
    fairness === null
      ? []
      : [
          ["Commitment", fairness.server_seed_hash],
          ["Next round number", String(fairness.nonce)],
          [
            "In the signed log",
            fairness.inclusion === null
              ? "after the end of the UTC day"
              : `entry ${fairness.inclusion.log_index}`,
          ],
        ];
  $("commitment").replaceChildren(
    ...facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, html("code", {}, value))]),
  );
  $("client-seed").value = clientSeed;
}

export async function rotate() {
  const answer = await act("games/fairness/rotate");
  showFairness(answer);
  const rounds = await Promise.all(
    played.slice(-10).map(async (id) => (await read(`games/rounds/${id}`)).round),
  );
  const verdicts = await Promise.all(rounds.map(verifyRound));
  $("checked").replaceChildren(
    html("li", {}, "Revealed: ", html("code", {}, answer.revealed.server_seed)),
    ...verdicts.map(({ detail, ok }, index) => {
      const item = html("li", {}, html("strong", {}, ok ? "Fair" : "Mismatch"));
      item.dataset.ok = String(ok);
      item.append(` ${rounds[index].game_key} round ${rounds[index].id}. ${detail}`);
      return item;
    }),
  );
  const fair = verdicts.filter(({ ok }) => ok).length;
  announce(
    verdicts.length === 0
      ? "The secret seed is revealed."
      : `${fair} of ${verdicts.length} rounds match their seeds.`,
  );
}
