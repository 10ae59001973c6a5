import { entryPoint } from "../../../../../kit/process/entry-point.ts";
import type { OpenedReceiver } from "../open-secrets.ts";
import type { Address, Letter, Posted } from "./letter.ts";
import type { Batch, PostMessage, PostSettings, Reply } from "./messages.ts";

const PROGRAM = entryPoint("modules/webhooks/deliveries/sending/posting/post-worker.ts");

type BunWorker = Worker & Pick<Bun.Worker, "ref" | "unref">;

/** A client in a thread of its own, which also signs. */
export class PostThread {
  readonly #worker: BunWorker;
  /** Letters without a reply yet, by delivery. */
  readonly #waiting = new Map<number, PromiseWithResolvers<Posted> & { nowMs: number }>();
  /** The receivers as the thread has them. */
  readonly #known = new Map<number, OpenedReceiver>();
  #batch: Batch | null = null;
  #isEnded = false;
  #stop: AbortSignal | null = null;
  readonly #abandon = () => this.end();

  /** @param failed told why, if the thread ends by itself */
  constructor(settings: PostSettings, failed: (reason: string) => void, program = PROGRAM) {
    this.#worker = new Worker(program.href, { smol: true }) as BunWorker;
    this.#worker.onmessage = ({ data }: MessageEvent<Reply[]>) => this.#take(data);
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
  post(letter: Letter, address: Address, stop: AbortSignal): Promise<Posted> {
    if (stop !== this.#stop) this.#obey(stop);
    if (this.#isEnded) return Promise.resolve(abandoned(letter));
    const waiting = Promise.withResolvers<Posted>();
    // The process must not end before the receipt.
    if (this.#waiting.size === 0) this.#worker.ref();
    this.#waiting.set(letter.deliveryId, { ...waiting, nowMs: letter.nowMs });
    this.#add(letter, address);
    return waiting.promise;
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
  #add(letter: Letter, { receiver, atOnce }: Address): void {
    const { webhookId } = receiver;
    if (this.#batch === null) queueMicrotask(() => this.#send());
    this.#batch ??= { receivers: [], letters: [] };
    if (this.#known.get(webhookId) !== receiver) {
      this.#known.set(webhookId, receiver);
      this.#batch.receivers.push(receiver);
    }
    this.#batch.letters.push({ ...letter, webhookId, atOnce });
  }

  #send(): void {
    const batch = this.#batch;
    this.#batch = null;
    if (!this.#isEnded && batch !== null) this.#worker.postMessage({ batch } satisfies PostMessage);
  }

  #take(replies: readonly Reply[]): void {
    for (const { deliveryId, receipt, waitedMs, error } of replies) {
      const waiting = this.#waiting.get(deliveryId);
      this.#waiting.delete(deliveryId);
      if (receipt === null) waiting?.reject(new Error(error));
      else waiting?.resolve({ receipt, startedAt: waiting.nowMs + waitedMs });
    }
    if (this.#waiting.size === 0) this.#worker.unref();
  }
}

function abandoned({ nowMs }: Pick<Letter, "nowMs">): Posted {
  return { receipt: { kind: "abandoned" }, startedAt: nowMs };
}
