import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { pause } from "../../../kit/pause.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { systemRandom } from "../../../kit/random.ts";
import type { AlertDesk } from "../alerts/index.ts";
import { LeaseError, leaseAlert, StoreError } from "../lease/index.ts";
import type { ClaimedEpoch, TakeOver } from "../promotion/index.ts";
import { Proof } from "./proof.ts";
import { BLIND, HELD_BACK, isSuspicious, type Judged, judge, type Limits, type Verdict } from "./rules.ts";
import type { Scout } from "./scout.ts";

export interface AutoPromotionParts {
  scout: Scout;
  limits: Limits;
  /** Whether it only says what it would do. */
  isDryRun: boolean;
  /** Opens a promotion into the standby's directory. */
  takeOver: () => TakeOver;
  alerts: AlertDesk;
  /** Host name of this machine. */
  host: string;
  clock: Clock;
  log: Logger;
}

/** A promotion that this machine won: its epoch is claimed, and its state is not in place yet. */
export interface Won {
  takeOver: TakeOver;
  claimed: ClaimedEpoch;
  /** Why, as a sentence. */
  words: string;
}

/** What a standby says about its own promotion. */
export interface PromotionView {
  mode: "on" | "dry-run";
  verdict: Verdict;
  message: string;
  after_seconds: number;
  cooldown_seconds: number;
}

const LEAST_PAUSE_MS = SECOND_MS / 4;
const LONGEST_PAUSE_MS = 2 * SECOND_MS;
/** More than a timer's error, so that a look at the end of the silence finds it over. */
const AFTER_END_MS = 5;
/** Routine verdicts, which change with every restart of a leader. */
const ROUTINE: readonly Verdict[] = ["leader_seen", "expiring", "proving"];

/** Decides whether a standby takes over by itself, and claims the next epoch when it does. */
export class AutoPromotion {
  #judged: Judged = { verdict: "store_silent", words: "The replica's store has not been asked yet." };
  /** performance.now() at the last change of the verdict. */
  #judgedAt = performance.now();
  /** Verdicts of which operators were told since the leader was last seen. */
  readonly #told = new Set<Verdict>();
  /** performance.now() at which the leader has been silent for long enough, unless it renews its lease; null without a leader. */
  #silenceEndsAt: number | null = null;
  readonly #proof: Proof;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: AutoPromotionParts) {
    this.#proof = new Proof(parts.takeOver, parts.log);
  }

  get view(): PromotionView {
    const { isDryRun, limits } = this.parts;
    return {
      mode: isDryRun ? "dry-run" : "on",
      verdict: this.#judged.verdict,
      message: this.#judged.words,
      after_seconds: limits.afterSeconds,
      cooldown_seconds: limits.cooldownSeconds,
    };
  }

  /** Resolves once this machine has claimed an epoch; never in a dry run, or after `stop`. */
  start(): Promise<Won> {
    const { promise, resolve } = Promise.withResolvers<Won>();
    this.#running = this.#watch(resolve);
    return promise;
  }

  /** @param hasWon whether what was prepared is completed by the caller */
  async stop(hasWon: boolean): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (!hasWon) await this.#proof.end();
  }

  async #watch(win: (won: Won) => void): Promise<void> {
    const { limits, log } = this.parts;
    const tenthMs = (limits.leaseSeconds * SECOND_MS) / 10;
    const pauseMs = Math.min(Math.max(tenthMs, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const won = await this.#look();
        if (won !== null) return win(won);
      } catch (error) {
        log.error("the lease could not be looked after", { error: describeError(error) });
      }
      await pause(this.#untilNextLook(pauseMs), signal);
    }
  }

  /** Looks at the end of the silence itself, as each later look costs its time without a leader. */
  #untilNextLook(pauseMs: number): number {
    const leftMs = (this.#silenceEndsAt ?? 0) - performance.now();
    return leftMs > 0 ? Math.min(pauseMs, leftMs + AFTER_END_MS) : pauseMs;
  }

  async #look(): Promise<Won | null> {
    const { scout, limits, isDryRun } = this.parts;
    const situation = { ...(await scout.look()), proof: this.#proof.state };
    const { silentSeconds } = situation;
    this.#silenceEndsAt =
      silentSeconds === null
        ? null
        : performance.now() + (limits.leaseSeconds + limits.afterSeconds - silentSeconds) * SECOND_MS;
    this.#proof.want(isSuspicious(situation, limits));
    this.#note(judge(situation, limits));
    const { verdict, words } = this.#judged;
    if (verdict !== "promote" || isDryRun || this.#stopping.signal.aborted) return null;
    return this.#claim(words);
  }

  async #claim(words: string): Promise<Won | null> {
    const { scout, log } = this.parts;
    const takeOver = this.#proof.take();
    try {
      return { takeOver, claimed: await takeOver.claim(scout.seen), words };
    } catch (error) {
      if (!(error instanceof LeaseError || error instanceof StoreError)) throw error;
      log.warn("this standby did not take over", { reason: error.message });
      // Another machine may have begun an epoch, of which this proof is not.
      this.#proof.discard();
      return null;
    }
  }

  #note(judged: Judged): void {
    const { isDryRun, host, limits, log } = this.parts;
    const hasChanged = judged.verdict !== this.#judged.verdict;
    this.#judged = judged;
    const { verdict, words } = judged;
    if (hasChanged) {
      this.#judgedAt = performance.now();
      const fields = { verdict, reason: words };
      if (ROUTINE.includes(verdict)) log.info("automatic promotion", fields);
      else if (verdict === "promote")
        log.warn(isDryRun ? "this standby would take over (dry run)" : "this standby takes over", fields);
      else log.warn("this standby does not take over", fields);
    }
    if (verdict === "leader_seen") this.#told.clear();
    if (isDryRun && verdict === "promote")
      this.#tell(verdict, `the standby ${host} would take over (dry run)`, words);
    if (HELD_BACK.includes(verdict))
      this.#tell(verdict, `the leader is silent, and the standby ${host} does not take over`, words);
    const lastsMs = performance.now() - this.#judgedAt;
    if (BLIND.includes(verdict) && lastsMs > (limits.leaseSeconds + limits.afterSeconds) * SECOND_MS)
      this.#tell(verdict, `the standby ${host} cannot take over by itself`, words);
  }

  /** Tells operators once; a failure is logged, and told again with the next look. */
  #tell(verdict: Verdict, title: string, message: string): void {
    const { alerts, clock, log } = this.parts;
    if (!alerts.isOn || this.#told.has(verdict)) return;
    this.#told.add(verdict);
    const content = leaseAlert(title, message, alerts.parts.baseUrl());
    alerts.sendNow(content, clock.now(), systemRandom).catch((error) => {
      this.#told.delete(verdict);
      log.warn("an alert could not be sent", { error: describeError(error) });
    });
  }
}
