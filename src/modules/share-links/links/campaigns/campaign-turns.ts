import { Problem } from "../../../../http/answers/problem.ts";
import { limitSubject } from "../../../../kit/network/addresses.ts";

/** Addresses with a campaign in progress or waiting: each campaign takes up to two seconds. */
const MAX_ADDRESSES = 5;
const RETRY_AFTER_SECONDS = "2";

/** Makes one campaign at a time, and one per address: all pictures are drawn by one thread. */
export class CampaignTurns {
  readonly #addresses = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  /** @throws Problem overloaded */
  run<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
    const subject = limitSubject(address);
    if (this.#addresses.has(subject) || this.#addresses.size >= MAX_ADDRESSES)
      throw new Problem("overloaded", "Retry in a moment: another campaign is being made.", {
        headers: { "retry-after": RETRY_AFTER_SECONDS },
      });
    this.#addresses.add(subject);
    const made = this.#last.then(work).finally(() => this.#addresses.delete(subject));
    this.#last = made.catch(() => undefined);
    return made;
  }
}
