import type { Unit } from "./lengths.ts";
import type { ChannelShare, Share } from "./share.ts";

/** How a share reaches a channel: a link that opens it, a text to paste, or the browser's own share sheet. */
export type Delivery = "intent" | "copy" | "native";

/** One channel: its limits, and how a share is built for it. */
export interface Channel {
  id: string;
  label: string;
  aliases: readonly string[];
  delivery: Delivery;
  /** Whether it shows the title or the text; the rest comes from the destination's own preview. */
  takes: readonly ("title" | "text")[];
  unit: Unit;
  /** Null if no limit is published. For sms: three joined messages in GSM 03.38. */
  max: number | null;
  /** The shape of the link, for people. */
  format: string | null;
  build(share: Share): ChannelShare;
}

/** The text, and the title only where there is none. */
export const TEXT_ONLY = ["text", "title"] as const;
