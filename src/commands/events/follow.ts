import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../../http/schema/shapes.ts";
import { SECOND_MS } from "../../kit/clock.ts";
import { checkedJson } from "../../kit/formats/checked-json.ts";
import { pause } from "../../kit/pause.ts";
import { printAside } from "../command.ts";
import { NoAnswer, openStream, Refused } from "./client.ts";
import type { PartnerCaller } from "./partner.ts";

const STREAM = "/api/partner/events/stream";
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;

/** An event as the feed lists it. */
export const FeedEvent = Type.Object({
  event_id: Type.String(),
  sequence: Type.Number(),
  event_type: Type.String(),
  occurred_at: Type.String(),
  idempotency_key: Nullable(Type.String()),
  data: Type.Record(Type.String(), Type.Unknown()),
});
export type FeedEvent = Static<typeof FeedEvent>;

const EVENT = checkedJson("The event", FeedEvent);

interface Following {
  caller: PartnerCaller;
  /** Names, `prefix.*` or `*`, separated by commas; null for all. */
  types: string | null;
  /** Called once, when the stream is open. */
  opened: () => void;
  signal: AbortSignal;
}

/**
 * The partner's events from now on. A lost stream is opened again after the last event, so that none is missed.
 * @throws Refused, NoAnswer if it cannot be opened at first, or is refused for good
 */
export async function* followEvents({
  caller,
  types,
  opened,
  signal,
}: Following): AsyncGenerator<FeedEvent, void> {
  const query = new URLSearchParams({ only_new: "true", ...(types === null ? {} : { types }) });
  const target = `${caller.path(STREAM)}?${query}`;
  let lastEventId: string | null = null;
  let isOpen = false;
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      for await (const { id, data } of readStream(openStream(caller, { target, lastEventId }, signal))) {
        if (!isOpen) opened();
        else if (waitMs > FIRST_WAIT_MS) printAside("Listening again.");
        isOpen = true;
        waitMs = FIRST_WAIT_MS;
        lastEventId = id ?? lastEventId;
        if (data !== null) yield EVENT.read(data);
      }
      if (!signal.aborted) printAside(`${caller.baseUrl} ended the stream.`);
    } catch (error) {
      if (!isOpen || !isPassing(error)) throw error;
      printAside((error as Error).message);
    }
    if (signal.aborted) return;
    printAside(`Trying again in ${waitMs / SECOND_MS} s.`);
    await pause(waitMs, signal);
  }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof NoAnswer || (error instanceof Refused && (error.status === 429 || error.status >= 500))
  );
}

/** A block of a stream of events. */
interface StreamBlock {
  /** Null if the block names none. */
  id: string | null;
  /** Null for a block without data. */
  data: string | null;
}

/** Splits server-sent events into blocks; comments are left out. */
async function* readStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StreamBlock, void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield readBlock(block);
  }
}

function readBlock(block: string): StreamBlock {
  const read: StreamBlock = { id: null, data: null };
  for (const line of block.split("\n")) {
    const [, name, value] = /^(id|data): ?(.*)$/.exec(line) ?? [];
    if (name === "id") read.id = value ?? "";
    if (name === "data") read.data = value ?? "";
  }
  return read;
}
