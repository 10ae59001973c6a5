import type { Database } from "../../../../../db/database.ts";
import type { Tx } from "../../../../../db/sql.ts";
import { WriteUnavailable } from "../../../../../db/write-errors.ts";
import { describeError, type Logger } from "../../../../../kit/process/log.ts";
import { type Condition, FAILURES_TO_OPEN } from "../breaker.ts";
import type { Claim } from "../claim-deliveries.ts";
import { Receivers } from "../receivers.ts";
import { type FinishedAttempt, type KeepTerms, recordAttempt, releaseClaim } from "../record-attempt.ts";
import type { EndedAttempt } from "../sender.ts";
import type { Slots } from "./slots.ts";

export interface OutcomeParts extends Omit<KeepTerms, "receivers"> {
  writer: Pick<Database["writer"], "run">;
  log: Logger;
  slots: Slots;
}

/** Outcomes of attempts until the commit that stores them. */
export class Outcomes {
  #ended: EndedAttempt[] = [];
  /** Ids of records that this process claimed and whose outcome is not stored yet. */
  readonly #held = new Set<number>();

  constructor(private readonly parts: OutcomeParts) {}

  get count(): number {
    return this.#ended.length;
  }

  isHeld(deliveryId: number): boolean {
    return this.#held.has(deliveryId);
  }

  /** Call it once the claim is committed. */
  hold({ record }: Claim): void {
    this.#held.add(record.id);
  }

  add(ended: EndedAttempt): void {
    this.#ended.push(ended);
  }

  /** Releases claims that are not sent. */
  giveBack(claims: readonly Claim[]): void {
    for (const claim of claims) this.#ended.push({ claim, judgement: null });
  }

  /** Takes all outcomes; `putBack` or `release` must follow. */
  takeAll(): EndedAttempt[] {
    return this.#ended.splice(0);
  }

  putBack(ended: readonly EndedAttempt[]): void {
    this.#ended.unshift(...ended);
  }

  /** Call it once the outcomes are committed. */
  release(ended: readonly EndedAttempt[]): void {
    for (const { claim } of ended) this.#held.delete(claim.record.id);
  }

  keepAll(tx: Tx, all: readonly EndedAttempt[], receivers: Receivers): void {
    const terms = { ...this.parts, receivers };
    for (const ended of all) this.#keep(tx, ended, terms);
  }

  #keep(tx: Tx, ended: EndedAttempt, terms: KeepTerms): void {
    if (ended.judgement === null) {
      releaseClaim(tx, ended.claim.record.id, terms.leaseId);
      return;
    }
    const condition = recordAttempt(tx, ended, terms);
    if (condition !== null) this.#noteCondition(ended, condition);
  }

  /** Stores outcomes separately after their common transaction failed, so that one faulty outcome does not block others. */
  async keepOneByOne(): Promise<void> {
    for (const ended of this.takeAll()) {
      try {
        await this.parts.writer.run((tx) => this.keepAll(tx, [ended], new Receivers(tx)), "lasting");
        this.release([ended]);
      } catch (error) {
        if (error instanceof WriteUnavailable) this.#ended.push(ended);
        else this.release([ended]);
        this.parts.log.error("what came of a delivery could not be kept", {
          delivery_id: ended.claim.record.id,
          error: describeError(error),
        });
      }
    }
  }

  /** Logs changes of a receiver's condition; records of a circuit that a probe closed are sent at once. */
  #noteCondition({ claim: { receiver, isProbe }, judgement }: FinishedAttempt, after: Condition): void {
    const { log, slots } = this.parts;
    const [isSlow, isOpen] = [after.is_slow === 1, after.probe_at !== null];
    const fields = { webhook_id: receiver.id, partner_id: receiver.partner_id };
    if (judgement.isGone) log.warn("receiver is gone", fields);
    if (isOpen && receiver.probe_at === null && after.consecutive_failures === FAILURES_TO_OPEN)
      log.warn("receiver fails, and is probed from now on", fields);
    if (isProbe && !isOpen) log.info("receiver answers again", fields);
    slots.update(receiver.id, isSlow, isOpen);
    if (isProbe && !isOpen)
      slots.offer({ webhookId: receiver.id, partnerId: receiver.partner_id, isSlow, isOpen });
  }
}
