import { entryPoint } from "../../kit/process/entry-point.ts";
import { RpcFailure } from "../rpc/failure.ts";
import type { ScanAnswers, ScanReply, ScanRequest } from "./protocol.ts";

const WORKER_URL = entryPoint("chain/scan/scan-worker.ts");

type PendingScan = { resolve: (reply: ScanReply) => void; reject: (error: Error) => void };

/** A worker that scans, compares and totals accounts; one request at a time. End it to free its memory. */
export class ScanSession {
  readonly #worker = new Worker(WORKER_URL.href);
  #waiting: PendingScan | null = null;
  #isEnded = false;

  constructor(signal: AbortSignal) {
    this.#worker.onmessage = ({ data }: MessageEvent<ScanReply>) => this.#take()?.resolve(data);
    this.#worker.onerror = ({ message }) => this.#take()?.reject(new Error(`the scan's thread: ${message}`));
    signal.addEventListener("abort", () => this.end(), { once: true });
  }

  /** @throws RpcFailure for faults of the address; Error once the session has ended */
  async ask<Kind extends ScanRequest["kind"]>(
    request: Extract<ScanRequest, { kind: Kind }>,
  ): Promise<ScanAnswers[Kind]> {
    // A terminated worker never answers.
    if (this.#isEnded) throw new Error("the scan was ended");
    const reply = await new Promise<ScanReply>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(request);
    });
    if (reply.ok) return reply.value as ScanAnswers[Kind];
    if (reply.failure === null) throw new Error(`the scan's thread: ${reply.message}`);
    throw new RpcFailure(reply.failure, reply.retryAfterMs);
  }

  end(): void {
    this.#isEnded = true;
    this.#worker.terminate();
    this.#take()?.reject(new Error("the scan was ended"));
  }

  #take(): PendingScan | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}
