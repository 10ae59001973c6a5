import { retryAfterMs } from "./retry.ts";
import type { ReasonTag } from "./rules.ts";
import type { Receipt } from "./sending/client.ts";

/** What an attempt's receipt means for its record. */
export interface Judgement {
  isDelivered: boolean;
  /** No further attempt would go better. */
  isFinal: boolean;
  /** The receiver wants nothing more (410). */
  isGone: boolean;
  httpStatus: number | null;
  excerpt: string | null;
  /** Null where it was delivered. */
  reasonTag: ReasonTag | null;
  error: string | null;
  /** How long the receiver asks us to wait. */
  retryAfterMs: number | null;
}

type Answered = Extract<Receipt, { kind: "answered" }>;
type Failed = Extract<Receipt, { kind: "failed" }>;

/** A 2xx head delivers; 410 and a blocked target are final; everything else is tried again (contract section 9). */
export function judge(receipt: Answered | Failed, nowMs: number): Judgement {
  if (receipt.kind === "failed") {
    const { reasonTag, error } = receipt;
    return { ...NO_ANSWER, isFinal: reasonTag === "blocked_target", reasonTag, error };
  }
  const { status, excerpt } = receipt;
  const isDelivered = status >= 200 && status < 300;
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

const NO_ANSWER = {
  isDelivered: false,
  isGone: false,
  httpStatus: null,
  excerpt: null,
  retryAfterMs: null,
} as const;

function describe(status: number): string {
  if (status >= 300 && status < 400) return `HTTP ${status}: redirects are not followed`;
  return status === 410
    ? "HTTP 410: the receiver is gone, and the webhook was switched off"
    : `HTTP ${status}`;
}
