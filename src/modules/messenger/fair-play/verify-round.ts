import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { createValidator } from "../../../http/schema/validate.ts";
import { ALGORITHMS, drawLayout, drawSegment, hashServerSeed, type RoundSeeds } from "../seeds/index.ts";

/** The result of recomputing a round. */
export interface Verdict {
  round_id: number;
  game_key: string;
  ok: boolean;
  /** The matching facts, or the first mismatch. */
  detail: string;
}

/** Answers hold more than what is recomputed. */
function partOf<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: true });
}

const Seed = Type.String({ maxLength: 256 });

const COMMON = {
  id: Type.Integer({ minimum: 1 }),
  nonce: Type.Integer({ minimum: 0 }),
  fairness: partOf({
    algorithm: OneOf(ALGORITHMS),
    server_seed: Nullable(Seed),
    server_seed_hash: Seed,
    client_seed: Seed,
    nonce: Type.Optional(Type.Integer()),
  }),
};

/** Bounds are above those of every campaign: they keep a file from elsewhere from taking hours. */
const WheelRound = partOf({
  ...COMMON,
  game_key: OneOf(["spin-wheel"]),
  segments: Type.Array(
    partOf({
      weight: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      label: Type.Optional(Type.String()),
      reward: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 1_000 },
  ),
  segment_index: Type.Integer({ minimum: 0 }),
  label: Type.Optional(Type.String()),
  reward: Type.Optional(Type.Unknown()),
});

const MAX_TILES = 1_000;
const Cells = Type.Integer({ minimum: 0, maximum: MAX_TILES });
const Content = OneOf(["empty", "target", "mine"]);
const GridRound = partOf({
  ...COMMON,
  game_key: OneOf(["recon-grid"]),
  rules: partOf({
    tiles: Cells,
    mines: Cells,
    targets: Cells,
    reward_per_target: Type.Number(),
    clear_bonus: Type.Number(),
  }),
  revealed: Type.Array(partOf({ cell: Cells, content: Content }), { maxItems: MAX_TILES }),
  layout: Nullable(Type.Array(Content, { maxItems: MAX_TILES })),
  state: OneOf(["active", "cleared", "hit", "abandoned", "expired"]),
  found: Type.Integer(),
  earned: Type.Number(),
});

type WheelRound = Static<typeof WheelRound>;
type GridRound = Static<typeof GridRound>;
export type PublishedRound = WheelRound | GridRound;

const SHAPES: Readonly<Record<PublishedRound["game_key"], ReturnType<typeof createValidator>>> = {
  "spin-wheel": createValidator(WheelRound),
  "recon-grid": createValidator(GridRound),
};

/** Recomputes a round from an answer of games/rounds/{id} alone: its outcome, and what it says it paid. */
export function verifyRound(round: PublishedRound): Verdict {
  const { id: round_id, game_key } = round;
  const { ok, detail } = outcomeOf(round);
  return { round_id, game_key, ok, detail };
}

type Finding = Pick<Verdict, "ok" | "detail">;

const mismatch = (detail: string): Finding => ({ ok: false, detail });

function outcomeOf(round: PublishedRound): Finding {
  const {
    algorithm,
    client_seed: clientSeed,
    nonce,
    server_seed: serverSeed,
    server_seed_hash,
  } = round.fairness;
  if (nonce !== undefined && nonce !== round.nonce)
    return mismatch(`the round has the nonce ${round.nonce}, its fairness ${nonce}`);
  if (serverSeed === null) return mismatch("the server seed is not revealed yet: rotate it first");
  if (hashServerSeed(serverSeed) !== server_seed_hash)
    return mismatch("the server seed does not match its commitment");
  const seeds = { algorithm, serverSeed, clientSeed, nonce: round.nonce };
  return round.game_key === "spin-wheel" ? wheelOutcome(round, seeds) : gridOutcome(round, seeds);
}

function wheelOutcome({ segments, segment_index, label, reward }: WheelRound, seeds: RoundSeeds): Finding {
  const index = drawSegment(
    seeds,
    segments.map(({ weight }) => weight),
  );
  if (index !== segment_index) return mismatch(`the seeds draw segment ${index}, not ${segment_index}`);
  const drawn = segments[index];
  if (label !== undefined && label !== drawn?.label)
    return mismatch(`the label is not that of segment ${index}`);
  if (reward !== undefined && !Bun.deepEquals(reward, drawn?.reward))
    return mismatch(`the reward is not that of segment ${index}`);
  return { ok: true, detail: `segment ${index}, as drawn` };
}

function gridOutcome(round: GridRound, seeds: RoundSeeds): Finding {
  const { rules, revealed, layout: shown } = round;
  if (rules.mines + rules.targets > rules.tiles)
    return mismatch("the rules put more on the grid than it has cells");
  if (shown === null) return mismatch("the round has ended, and its layout is missing");
  const layout = drawLayout(seeds, rules);
  if (shown.length !== layout.length)
    return mismatch(`the layout has ${shown.length} cells, not ${layout.length}`);
  const claims = [...revealed, ...shown.map((content, cell) => ({ cell, content }))];
  const wrong = claims.find(({ cell, content }) => layout[cell] !== content);
  if (wrong !== undefined)
    return mismatch(
      `the seeds put ${layout[wrong.cell] ?? "nothing"} at cell ${wrong.cell}, not ${wrong.content}`,
    );
  return courseFault(round) ?? { ok: true, detail: `${claims.length} cells, as drawn` };
}

/** Plays the revealed cells in their order. Null if the round's end and earnings are theirs. */
function courseFault({ earned, found, revealed, rules, state }: GridRound): Finding | null {
  let targets = 0;
  const unfinished = state === "abandoned" ? state : "expired";
  let end: GridRound["state"] = unfinished;
  const seen = new Set<number>();
  for (const { cell, content } of revealed) {
    if (end !== unfinished || seen.has(cell))
      return mismatch(`cell ${cell} cannot have been revealed any more`);
    seen.add(cell);
    if (content === "target") targets++;
    if (content === "mine") end = "hit";
    else if (targets === rules.targets) end = "cleared";
  }
  if (state !== end) return mismatch(`its cells make the round ${end}, not ${state}`);
  if (found !== targets) return mismatch(`${targets} targets were revealed, not ${found}`);
  const due = targets * rules.reward_per_target + (end === "cleared" ? rules.clear_bonus : 0);
  return Math.abs(due - earned) < CENT / 2 ? null : mismatch(`its cells earn ${due}, not ${earned}`);
}

/** The smallest amount of salutes. */
const CENT = 0.01;

/**
 * Parses rounds: answers of games/rounds, games/rounds/{id} or their rounds, as one value, a list, or one value per line.
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
  return values.flatMap(roundsIn).map((round) => {
    requireRound(round);
    return round;
  });
}

function roundsIn(value: unknown): unknown[] {
  if (!isObject(value)) return [value];
  if (Array.isArray(value.rounds)) return value.rounds;
  return ["round" in value ? value.round : value];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** @throws TypeError naming the first field at fault */
function requireRound(value: unknown): asserts value is PublishedRound {
  const key = isObject(value) ? value.game_key : undefined;
  if (key !== "spin-wheel" && key !== "recon-grid")
    throw new TypeError("the file contains a value that is not a round: game_key is of no game");
  const [fault] = SHAPES[key].faults(value) ?? [];
  if (fault !== undefined)
    throw new TypeError(`the file contains a value that is not a round: ${fault.field} ${fault.message}`);
}
