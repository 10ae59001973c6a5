import { type Algorithm, commitmentOf, drawLayout, drawSegment } from "../seeds/index.ts";

/** The result of recomputing a round. */
export interface Verdict {
  round_id: number;
  game_key: string;
  ok: boolean;
  /** The matching facts, or the first mismatch. */
  detail: string;
}

interface PublishedRound {
  id: number;
  game_key: string;
  nonce: number;
  fairness: {
    algorithm: Algorithm;
    server_seed: string | null;
    server_seed_hash: string;
    client_seed: string;
  };
  segments?: { weight: number }[];
  segment_index?: number;
  rules?: { tiles: number; mines: number; targets: number };
  layout?: string[] | null;
  revealed?: { cell: number; content: string }[];
}

/** Recomputes a round from an answer of games/rounds/{id} alone. */
export function verifyRound(round: PublishedRound): Verdict {
  const { client_seed: clientSeed, algorithm, server_seed: serverSeed, server_seed_hash } = round.fairness;
  const verdict = (ok: boolean, detail: string): Verdict => ({
    round_id: round.id,
    game_key: round.game_key,
    ok,
    detail,
  });
  if (serverSeed === null) return verdict(false, "the server seed is not revealed yet: rotate it first");
  if (commitmentOf(serverSeed) !== server_seed_hash)
    return verdict(false, "the server seed does not match its commitment");
  const seeds = { algorithm, serverSeed, clientSeed, nonce: round.nonce };
  if (round.segments !== undefined) {
    const index = drawSegment(
      seeds,
      round.segments.map(({ weight }) => weight),
    );
    return index === round.segment_index
      ? verdict(true, `segment ${index}, as drawn`)
      : verdict(false, `the seeds draw segment ${index}, not ${round.segment_index}`);
  }
  if (round.rules === undefined) return verdict(false, "the round has neither segments nor rules");
  const layout = drawLayout(seeds, round.rules);
  const shown = [
    ...(round.revealed ?? []),
    ...(round.layout ?? []).map((content, cell) => ({ cell, content })),
  ];
  const wrong = shown.find(({ cell, content }) => layout[cell] !== content);
  return wrong === undefined
    ? verdict(true, `${shown.length} cells, as drawn`)
    : verdict(false, `the seeds put ${layout[wrong.cell]} at cell ${wrong.cell}, not ${wrong.content}`);
}

/**
 * Parses rounds: answers of games/rounds/{id} or their rounds, as one value, a list, or one value per line.
 * @throws SyntaxError for invalid JSON, TypeError for a value that is not a round
 */
export function parseRounds(text: string): PublishedRound[] {
  let values: unknown[];
  try {
    values = [JSON.parse(text)].flat();
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) throw error;
    values = lines.map((line): unknown => JSON.parse(line));
  }
  return values.map((value) => {
    const round = isObject(value) && "round" in value ? value.round : value;
    if (!isRound(round)) throw new TypeError("the file contains a value that is not a round");
    return round;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isRound(value: unknown): value is PublishedRound {
  if (!isObject(value) || !isObject(value.fairness)) return false;
  const { client_seed, server_seed, server_seed_hash, algorithm } = value.fairness;
  return (
    typeof value.id === "number" &&
    typeof value.nonce === "number" &&
    typeof client_seed === "string" &&
    typeof server_seed_hash === "string" &&
    (server_seed === null || typeof server_seed === "string") &&
    (algorithm === "reject-v1" || algorithm === "stake-v1")
  );
}
