import type { Receipt } from "../client.ts";
import { isSuccess } from "../judgement.ts";

/** The part of a letter that its lane reads. */
export interface LaneLetter {
  webhookId: number;
  /** Number of its webhook's letters that may be posted at a time from now on. */
  atOnce: number;
  /** Whether it takes over the place of another one, and is abandoned if its round has closed. */
  isAhead: boolean;
  /** The sender begins its webhook's next round when it learns that this one has closed. */
  round: number;
}

/** How a letter ended. */
export interface LaneResult {
  /** Its receipt, or the error for which it could not be posted. */
  outcome: { receipt: Receipt } | { error: unknown };
  /** Milliseconds in the lane before it was posted, and from then to its receipt. */
  waitedMs: number;
  tookMs: number;
  /** Whether its round has closed. */
  isClosed: boolean;
}

interface Options<Letter> {
  /** Milliseconds, on a clock that is not set back. */
  now(): number;
  /** @param waitedMs time in the lane */
  post(letter: Letter, waitedMs: number): Promise<Receipt>;
  done(letter: Letter, result: LaneResult): void;
}

interface Waiting<Letter> {
  letter: Letter;
  since: number;
}

interface Lane<Letter> {
  posting: number;
  atOnce: number;
  waiting: Waiting<Letter>[];
  /** The last round that has closed, with those before it. */
  closedRound: number;
}

/** A success within this time keeps a lane open. */
export const FAST_MS = 25;

/**
 * Letters in a lane for each webhook, where each starts as soon as there is room. Any answer but a fast success closes the
 * round: letters ahead that wait, or are on their way here, are abandoned, so that the sender decides what comes next.
 */
export class Lanes<Letter extends LaneLetter> {
  readonly #lanes = new Map<number, Lane<Letter>>();

  constructor(private readonly options: Options<Letter>) {}

  add(letter: Letter): void {
    const { webhookId, atOnce, isAhead, round } = letter;
    const lane = this.#lanes.get(webhookId) ?? { posting: 0, atOnce, waiting: [], closedRound: -1 };
    this.#lanes.set(webhookId, lane);
    lane.atOnce = atOnce;
    lane.waiting.push({ letter, since: this.options.now() });
    if (isAhead && round <= lane.closedRound) this.#abandon(lane);
    else this.#start(lane);
  }

  /** Abandons what waits for a webhook. */
  recall(webhookId: number): void {
    const lane = this.#lanes.get(webhookId);
    if (lane !== undefined) this.#abandon(lane);
  }

  #abandon(lane: Lane<Letter>): void {
    for (const { letter } of lane.waiting.splice(0)) {
      lane.closedRound = Math.max(lane.closedRound, letter.round);
      const outcome = { receipt: { kind: "abandoned" as const } };
      this.options.done(letter, { outcome, waitedMs: 0, tookMs: 0, isClosed: true });
    }
  }

  #start(lane: Lane<Letter>): void {
    while (lane.posting < lane.atOnce) {
      const next = lane.waiting.shift();
      if (next === undefined) return;
      lane.posting++;
      void this.#post(lane, next);
    }
  }

  async #post(lane: Lane<Letter>, { letter, since }: Waiting<Letter>): Promise<void> {
    const { now, post, done } = this.options;
    const startedAt = now();
    const waitedMs = Math.round(startedAt - since);
    let outcome: LaneResult["outcome"];
    try {
      outcome = { receipt: await post(letter, waitedMs) };
    } catch (error) {
      outcome = { error };
    }
    const tookMs = Math.round(now() - startedAt);
    const isClosed = !("receipt" in outcome && isSuccess(outcome.receipt) && tookMs <= FAST_MS);
    lane.posting--;
    done(letter, { outcome, waitedMs, tookMs, isClosed });
    if (isClosed) {
      lane.closedRound = Math.max(lane.closedRound, letter.round);
      this.#abandon(lane);
    }
    this.#start(lane);
  }
}
