import { entryPoint } from "../../../../../kit/process/entry-point.ts";
import type { OpenedReceiver } from "../open-secrets.ts";
import type { Address, Letter, Posted } from "./letter.ts";
import type { AddressedLetter, Batch, PostMessage, PostSettings, Reply } from "./messages.ts";

const PROGRAM = entryPoint("modules/webhooks/deliveries/sending/posting/post-worker.ts");

type BunWorker = Worker & Pick<Bun.Worker, "ref" | "unref">;

interface Sent extends PromiseWithResolvers<Posted> {
  nowMs: number;
  webhookId: number;
  round: number;
}

/** A client in a thread of its own, which also signs. */
export class PostThread {
  readonly #worker: BunWorker;
  /** Letters without a reply yet, by delivery. */
  readonly #waiting = new Map<number, Sent>();
  /** Rounds of webhooks; 0 without an entry. */
  readonly #rounds = new Map<number, number>();
  /** The receivers as the thread has them. */
  readonly #known = new Map<number, OpenedReceiver>();
  #receivers: OpenedReceiver[] = [];
  /** Each letter of the next batch in JSON. */
  #letters: string[] = [];
  #isEnded = false;
  #stop: AbortSignal | null = null;
  readonly #abandon = () => this.end();

  /** @param failed told why, if the thread ends by itself */
  constructor(settings: PostSettings, failed: (reason: string) => void, program = PROGRAM) {
    this.#worker = new Worker(program.href, { smol: true }) as BunWorker;
    this.#worker.onmessage = ({ data }: MessageEvent<string>) => this.#take(JSON.parse(data));
    this.#worker.onerror = ({ message }) => {
      this.end();
      failed(message);
    };
    this.#worker.unref();
    this.#worker.postMessage({ settings } satisfies PostMessage);
  }

  /** Letters without a receipt yet. */
  get inFlight(): number {
    return this.#waiting.size;
  }

  /** Aborting `stop` ends the thread. @throws Error if the letter could not be signed */
  async post(letter: Letter, address: Address, stop: AbortSignal): Promise<Posted> {
    if (stop !== this.#stop) this.#obey(stop);
    if (this.#isEnded) return abandoned(letter);
    const { webhookId } = address.receiver;
    const round = this.#rounds.get(webhookId) ?? 0;
    this.#add(
      { ...letter, webhookId, round, atOnce: address.atOnce, isAhead: address.isAhead },
      address.receiver,
    );
    // The process must not end before the receipt.
    if (this.#waiting.size === 0) this.#worker.ref();
    const waiting = Promise.withResolvers<Posted>();
    this.#waiting.set(letter.deliveryId, { ...waiting, nowMs: letter.nowMs, webhookId, round });
    return await waiting.promise;
  }

  /** Abandons the letters of a webhook that wait for others of it. */
  recall(webhookId: number): void {
    if (this.#isEnded) return;
    this.#send();
    this.#worker.postMessage({ recall: webhookId } satisfies PostMessage);
  }

  /** Abandons what has no receipt yet. */
  end(): void {
    this.#isEnded = true;
    this.#stop?.removeEventListener("abort", this.#abandon);
    this.#worker.terminate();
    for (const { resolve, nowMs } of this.#waiting.values()) resolve(abandoned({ nowMs }));
    this.#waiting.clear();
  }

  #obey(stop: AbortSignal): void {
    this.#stop?.removeEventListener("abort", this.#abandon);
    this.#stop = stop;
    stop.addEventListener("abort", this.#abandon);
  }

  /** The letters of one turn go together. */
  #add(letter: AddressedLetter, receiver: OpenedReceiver): void {
    const { webhookId } = letter;
    const text = JSON.stringify(letter);
    if (this.#letters.length === 0) queueMicrotask(() => this.#send());
    if (this.#known.get(webhookId) !== receiver) {
      this.#known.set(webhookId, receiver);
      this.#receivers.push(receiver);
    }
    this.#letters.push(text);
  }

  #send(): void {
    const batch: Batch = { receivers: this.#receivers, letters: `[${this.#letters.join()}]` };
    const isEmpty = this.#letters.length === 0;
    [this.#receivers, this.#letters] = [[], []];
    if (!this.#isEnded && !isEmpty) this.#worker.postMessage({ batch } satisfies PostMessage);
  }

  #take(replies: readonly Reply[]): void {
    for (const { deliveryId, receipt, waitedMs, tookMs, isClosed, error } of replies) {
      const sent = this.#waiting.get(deliveryId);
      if (sent === undefined) continue;
      this.#waiting.delete(deliveryId);
      const { nowMs, webhookId, round } = sent;
      if (isClosed) this.#rounds.set(webhookId, Math.max(this.#rounds.get(webhookId) ?? 0, round + 1));
      const startedAt = nowMs + waitedMs;
      if (receipt === null) sent.reject(new Error(error));
      else sent.resolve({ receipt, startedAt, endedAt: startedAt + tookMs });
    }
    if (this.#waiting.size === 0) this.#worker.unref();
  }
}

function abandoned({ nowMs }: Pick<Letter, "nowMs">): Posted {
  return { receipt: { kind: "abandoned" }, startedAt: nowMs, endedAt: nowMs };
}
