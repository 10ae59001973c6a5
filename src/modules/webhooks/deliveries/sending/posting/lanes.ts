import type { Receipt } from "../client.ts";
import { QUICK_MS } from "../engine/ahead.ts";
import { isSuccess } from "../judgement.ts";

/** What a lane needs of a letter. */
export interface LaneLetter {
  webhookId: number;
  /** Number of its webhook's letters that may be posted at a time from now on. */
  atOnce: number;
}

/** A letter's receipt, or the error for which it could not be posted, after a wait in its lane in milliseconds. */
export type LaneResult = { receipt: Receipt; waitedMs: number } | { error: unknown };

interface Options<Letter> {
  /** @param waitedMs time in the lane */
  post(letter: Letter, waitedMs: number): Promise<Receipt>;
  done(letter: Letter, result: LaneResult): void;
}

interface Lane<Letter> {
  posting: number;
  atOnce: number;
  waiting: { letter: Letter; since: number }[];
}

/**
 * Letters in a lane for each webhook, where each starts as soon as there is room. After any other answer than a quick
 * success those that wait are abandoned, so that the engine decides what a receiver in trouble is sent.
 */
export class Lanes<Letter extends LaneLetter> {
  readonly #lanes = new Map<number, Lane<Letter>>();

  constructor(private readonly options: Options<Letter>) {}

  add(letter: Letter): void {
    const { webhookId, atOnce } = letter;
    const lane = this.#lanes.get(webhookId) ?? { posting: 0, atOnce, waiting: [] };
    this.#lanes.set(webhookId, lane);
    lane.atOnce = atOnce;
    lane.waiting.push({ letter, since: performance.now() });
    this.#start(lane);
  }

  /** Abandons what waits for a webhook. */
  recall(webhookId: number): void {
    const lane = this.#lanes.get(webhookId);
    for (const { letter } of lane?.waiting.splice(0) ?? [])
      this.options.done(letter, { receipt: { kind: "abandoned" }, waitedMs: 0 });
  }

  #start(lane: Lane<Letter>): void {
    while (lane.posting < lane.atOnce) {
      const next = lane.waiting.shift();
      if (next === undefined) return;
      lane.posting++;
      void this.#post(lane, next);
    }
  }

  async #post(lane: Lane<Letter>, { letter, since }: Lane<Letter>["waiting"][number]): Promise<void> {
    const { webhookId } = letter;
    const startedAt = performance.now();
    const waitedMs = Math.round(startedAt - since);
    let isQuick = false;
    try {
      const receipt = await this.options.post(letter, waitedMs);
      isQuick = isSuccess(receipt) && performance.now() - startedAt <= QUICK_MS;
      this.options.done(letter, { receipt, waitedMs });
    } catch (error) {
      this.options.done(letter, { error });
    }
    lane.posting--;
    if (!isQuick) this.recall(webhookId);
    this.#start(lane);
    if (lane.posting === 0) this.#lanes.delete(webhookId);
  }
}
