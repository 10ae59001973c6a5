import { randomHex } from "../ids.ts";
import { type Random, systemRandom } from "../random.ts";

/** A span's place in its trace (https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
  /** The span under which it stands, perhaps of another process; null at the root. */
  parentId: string | null;
  isSampled: boolean;
}

/** Version, trace, parent and flags; later versions may append more. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** A new span's context: under the sender of a `traceparent`, whose sampling it keeps, or a root for a missing or malformed one. */
export function newContext(
  traceparent: string | null,
  sampleRatio: number,
  random: Random = systemRandom,
): TraceContext {
  const spanId = randomHex(8, random);
  const [, version = "", traceId = "", parentId = "", flags = "", more] =
    TRACEPARENT.exec(traceparent ?? "") ?? [];
  const isValid =
    traceId !== "" &&
    version !== "ff" &&
    (version !== "00" || more === undefined) &&
    !ZEROS.test(traceId) &&
    !ZEROS.test(parentId);
  if (isValid) return { traceId, spanId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
  return { traceId: randomHex(16, random), spanId, parentId: null, isSampled: isChosen(spanId, sampleRatio) };
}

/** The span ids are random already, so that their first digits choose. */
function isChosen(spanId: string, ratio: number): boolean {
  return Number.parseInt(spanId.slice(0, 8), 16) < ratio * 2 ** 32;
}

/** The header for requests made within a span. */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
