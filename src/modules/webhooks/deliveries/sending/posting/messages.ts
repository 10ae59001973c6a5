import type { ClientOptions, Receipt } from "../client.ts";
import type { OpenedReceiver } from "../open-secrets.ts";
import type { Letter } from "./letter.ts";

/** What a client in a thread needs, as data. */
export type PostSettings = Omit<ClientOptions, "clock" | "timers" | "resolve" | "exchange">;

/** A message to the thread: its settings, which come first and once, or letters. */
export type PostMessage = { settings: PostSettings } | { batch: Batch };

export interface Batch {
  /** Receivers that the thread does not know, or that have changed. */
  receivers: OpenedReceiver[];
  letters: AddressedLetter[];
}

export interface AddressedLetter extends Letter {
  webhookId: number;
}

/** What became of a letter: its receipt, or why it could not be sent. */
export interface Reply {
  deliveryId: number;
  receipt: Receipt | null;
  error: string;
}
