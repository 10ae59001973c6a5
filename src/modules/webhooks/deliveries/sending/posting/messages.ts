import type { ClientOptions, Receipt } from "../client.ts";
import type { OpenedReceiver } from "../open-secrets.ts";
import type { LaneLetter } from "./lanes.ts";
import type { Letter } from "./letter.ts";

/** The options of the thread's client. The others are functions, which cannot be sent to a thread. */
export type PostSettings = Omit<ClientOptions, "clock" | "timers" | "resolve" | "exchange">;

/** A message to the thread: its settings, which come first and once, letters, or a webhook whose waiting letters return. */
export type PostMessage = { settings: PostSettings } | { batch: Batch } | { recall: number };

export interface Batch {
  /** Receivers that the thread does not know, or that have changed. */
  receivers: OpenedReceiver[];
  /** AddressedLetter objects in JSON, whose text costs both threads less than a copy of the objects. */
  letters: string;
}

export interface AddressedLetter extends Letter, LaneLetter {}

/** The result of a letter, of which those of one turn come as a JSON array: its receipt, or the error if it could not be signed. */
export interface Reply {
  deliveryId: number;
  /** Null if it could not be signed. */
  receipt: Receipt | null;
  /** Milliseconds that it waited in its lane, and then until its receipt. */
  waitedMs: number;
  tookMs: number;
  /** Whether its round has closed. */
  isClosed: boolean;
  /** Empty with a receipt. */
  error: string;
}
