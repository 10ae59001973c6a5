import { entryPoint } from "../../../../../kit/process/entry-point.ts";
import type { Receipt, Shipment } from "../client.ts";
import type { PostBatch, PostMessage, PostSettings, ReceiptBatch } from "./post-batches.ts";

const WORKER_URL = entryPoint("modules/webhooks/deliveries/sending/posting/post-worker.ts");

type BunWorker = Worker & Pick<Bun.Worker, "ref" | "unref">;

/** A client in a thread of its own. */
export class PostThread {
  readonly #worker: BunWorker;
  readonly #waiting = new Map<number, (receipt: Receipt) => void>();
  #lastId = 0;
  #batch: PostBatch[number][] = [];
  #isEnded = false;
  #stop: AbortSignal | null = null;
  readonly #abandon = () => this.end();

  /** @param failed told why, if the thread ends by itself */
  constructor(settings: PostSettings, failed: (reason: string) => void) {
    this.#worker = new Worker(WORKER_URL.href, { smol: true }) as BunWorker;
    this.#worker.onmessage = ({ data }: MessageEvent<ReceiptBatch>) => this.#take(data);
    this.#worker.onerror = ({ message }) => {
      this.end();
      failed(message);
    };
    this.#worker.unref();
    this.#worker.postMessage({ settings } satisfies PostMessage);
  }

  /** Posts without a receipt yet. */
  get inFlight(): number {
    return this.#waiting.size;
  }

  /** Never throws. Aborting `stop` ends the thread. */
  post(shipment: Shipment, stop?: AbortSignal): Promise<Receipt> {
    if (stop !== undefined && stop !== this.#stop) this.#obey(stop);
    if (this.#isEnded) return Promise.resolve({ kind: "abandoned" });
    const { promise, resolve } = Promise.withResolvers<Receipt>();
    const id = ++this.#lastId;
    // The process must not end before the receipt.
    if (this.#waiting.size === 0) this.#worker.ref();
    this.#waiting.set(id, resolve);
    this.#batch.push([id, shipment]);
    if (this.#batch.length === 1) queueMicrotask(() => this.#send());
    return promise;
  }

  /** Abandons what has no receipt yet. */
  end(): void {
    this.#isEnded = true;
    this.#stop?.removeEventListener("abort", this.#abandon);
    this.#worker.terminate();
    for (const resolve of this.#waiting.values()) resolve({ kind: "abandoned" });
    this.#waiting.clear();
  }

  #obey(stop: AbortSignal): void {
    this.#stop?.removeEventListener("abort", this.#abandon);
    this.#stop = stop;
    stop.addEventListener("abort", this.#abandon);
  }

  /** The posts of one turn go together. */
  #send(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (!this.#isEnded) this.#worker.postMessage({ batch } satisfies PostMessage);
  }

  #take(receipts: ReceiptBatch): void {
    for (const [id, receipt] of receipts) {
      this.#waiting.get(id)?.(receipt);
      this.#waiting.delete(id);
    }
    if (this.#waiting.size === 0) this.#worker.unref();
  }
}
