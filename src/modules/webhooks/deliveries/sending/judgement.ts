import type { ReasonTag } from "../rules.ts";
import type { Receipt } from "./client.ts";
import { retryAfterMs } from "./retry.ts";

/** The consequences of an attempt's receipt for its record. */
export interface Judgement {
  isDelivered: boolean;
  /** Whether further attempts are pointless. */
  isFinal: boolean;
  /** Whether the receiver wants no more deliveries (410). */
  isGone: boolean;
  httpStatus: number | null;
  excerpt: string | null;
  /** Null if delivered. */
  reasonTag: ReasonTag | null;
  error: string | null;
  /** Wait in milliseconds that the receiver asks for. */
  retryAfterMs: number | null;
}

type AnsweredReceipt = Extract<Receipt, { kind: "answered" }>;
type FailedReceipt = Extract<Receipt, { kind: "failed" }>;

/** A 2xx head delivers; 410 and a blocked target are final; every other outcome is retried (contract section 9). */
export function judge(receipt: AnsweredReceipt | FailedReceipt, nowMs: number): Judgement {
  if (receipt.kind === "failed") {
    const { reasonTag, error } = receipt;
    return { ...NO_ANSWER, isFinal: reasonTag === "blocked_target", reasonTag, error };
  }
  const { status, excerpt } = receipt;
  const isDelivered = isSuccess(receipt);
  const isGone = status === 410;
  return {
    isDelivered,
    isFinal: isGone,
    isGone,
    httpStatus: status,
    excerpt,
    reasonTag: isDelivered ? null : isGone ? "gone" : "http_error",
    error: isDelivered ? null : describe(status),
    retryAfterMs: retryAfterMs(status, receipt.retryAfter, nowMs),
  };
}

/** The judgement if the webhook was changed during the attempt: a failure says nothing about the retry's receiver. */
export function judgeOutdated(judgement: Judgement): Judgement {
  const retried = { ...judgement, isFinal: false, isGone: false, retryAfterMs: null };
  return judgement.isGone
    ? {
        ...retried,
        reasonTag: "http_error",
        error: "HTTP 410: from the receiver before the webhook was changed",
      }
    : retried;
}

export function isSuccess(receipt: Receipt): boolean {
  return receipt.kind === "answered" && receipt.status >= 200 && receipt.status < 300;
}

const NO_ANSWER = {
  isDelivered: false,
  isGone: false,
  httpStatus: null,
  excerpt: null,
  retryAfterMs: null,
} as const;

function describe(status: number): string {
  if (status >= 300 && status < 400 && status !== 304) return `HTTP ${status}: redirects are not followed`;
  return status === 410
    ? "HTTP 410: the receiver is gone, and the webhook was switched off"
    : `HTTP ${status}`;
}
