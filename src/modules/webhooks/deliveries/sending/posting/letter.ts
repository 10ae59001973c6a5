import { deliveryHeaders, type Envelope, envelopeBody } from "../../../envelope/index.ts";
import type { Receipt, Shipment } from "../client.ts";
import type { OpenedReceiver } from "../open-secrets.ts";

/** An attempt at a delivery before it is signed. Its values are plain, so that its way to another thread costs little. */
export interface Letter extends Envelope {
  deliveryId: number;
  /** Its number, from 1. */
  attempt: number;
  /** Its time in Unix milliseconds; signed is the time at which it is posted. */
  nowMs: number;
  /** The header of this name; null unless traces are exported. */
  traceparent: string | null;
}

/** Where a letter goes. */
export interface Address {
  receiver: OpenedReceiver;
  /** Number of its letters that may be posted at a time from now on. */
  atOnce: number;
  /** Whether it waits until another of its webhook ends, and takes its place. */
  isAhead: boolean;
}

/** A letter's receipt, and the times in Unix milliseconds at which it was posted and answered. */
export interface Posted {
  receipt: Receipt;
  startedAt: number;
  endedAt: number;
}

/** The signed request; the receiver's own headers do not replace ours. */
export function signLetter(letter: Letter, { owner, url, secrets, headers: own }: OpenedReceiver): Shipment {
  const body = envelopeBody(letter);
  const headers = deliveryHeaders(letter, secrets, { body, attempt: letter.attempt, nowMs: letter.nowMs });
  for (const name in own) headers[name] ??= own[name] ?? "";
  if (letter.traceparent !== null) headers.traceparent = letter.traceparent;
  return { owner, url, headers, body };
}
