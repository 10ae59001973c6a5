import { setImmediate as breathe } from "node:timers/promises";
import { collectGarbage } from "../../kit/runtime/collect-garbage.ts";

/** Bytes of all streams after which their garbage is collected; left alone it would grow to a few hundred megabytes. */
const COLLECTED_BYTES = 32 * 2 ** 20;
let uncollected = 0;

const ends = new WeakMap<Response, Promise<unknown>>();
const stops = new WeakMap<Response, () => void>();

/**
 * Resolves when a streamed answer has been read, cut off or abandoned: with the error that cut it off, which the
 * client only sees as an early end, or with null. Undefined for answers that do not stream.
 */
export function streamEnd(response: Response): Promise<unknown> | undefined {
  return ends.get(response);
}

/** Ends a streamed answer that waits for news, after the chunk in progress; undefined for all others. */
export function streamStop(response: Response): (() => void) | undefined {
  return stops.get(response);
}

/**
 * Streams text chunks as the client reads them, so that memory does not grow with the export. The first chunk is
 * produced at once, so that a refusal (a Problem) is still an answer of its own. Empty chunks are steps of a long
 * search.
 */
export function streamText(
  chunks: Iterator<string>,
  mediaType: string,
  headers: Record<string, string> = {},
): Response {
  const encoder = new TextEncoder();
  const bytes = function* () {
    let step = chunks.next();
    try {
      for (; step.done !== true; step = chunks.next()) yield encoder.encode(step.value);
    } finally {
      if (step.done !== true) chunks.return?.();
    }
  };
  return streamBytes(bytes(), mediaType, headers);
}

/** The same for bytes. An asynchronous source has its end, and what it does at its end, awaited. */
export function streamBytes(
  chunks: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
  mediaType: string,
  headers: Record<string, string> = {},
): Response {
  let pending: ReturnType<typeof chunks.next> | null = chunks.next();
  const { promise: end, resolve: ended } = Promise.withResolvers<unknown>();
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      const step = await (pending ?? chunks.next());
      pending = null;
      return step;
    } catch (error) {
      ended(error);
      throw error;
    }
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let step = await next();
      // A turn of the event loop between chunks, so that a long export does not block other requests.
      for (; step.done !== true && step.value.length === 0; step = await next()) await breathe();
      if (step.done === true) {
        ended(null);
        return controller.close();
      }
      uncollected += step.value.length;
      controller.enqueue(step.value);
      if (uncollected >= COLLECTED_BYTES) {
        uncollected = 0;
        collectGarbage();
      }
      await breathe();
    },
    async cancel() {
      ended(null);
      await chunks.return?.();
    },
  });
  const response = new Response(body, { headers: { "content-type": mediaType, ...headers } });
  ends.set(response, end);
  return response;
}

interface NewsSource {
  /** The signal is aborted when either side ends the stream. */
  start: (signal: AbortSignal) => AsyncGenerator<string, void>;
  /** Called whenever the client has taken a chunk. */
  taken: () => void;
}

/**
 * Streams text that waits for news. A chunk is asked for once the client has taken the one before, so that a slow client
 * costs no memory.
 */
export function streamNews(
  { start, taken }: NewsSource,
  mediaType: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const encoder = new TextEncoder();
  const stopping = new AbortController();
  const { promise: end, resolve: ended } = Promise.withResolvers<unknown>();
  const chunks = start(stopping.signal);
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      taken();
      try {
        const step = await chunks.next();
        if (isCancelled) return;
        if (step.done !== true) return controller.enqueue(encoder.encode(step.value));
        ended(null);
        controller.close();
      } catch (error) {
        ended(error);
        throw error;
      }
    },
    cancel() {
      isCancelled = true;
      stopping.abort();
      void chunks.return();
      ended(null);
    },
  });
  const response = new Response(body, { headers: { "content-type": mediaType, ...headers } });
  ends.set(response, end);
  stops.set(response, () => stopping.abort());
  return response;
}

/** The same answer with another body, made from its own: it ends with it. */
export function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const changed = new Response(body, { status: response.status, headers: response.headers });
  const end = ends.get(response);
  if (end !== undefined) ends.set(changed, end);
  return changed;
}

/**
 * The same answer with its bytes counted as they are sent. `whenDone` is awaited before the body ends, and also
 * called if the client gives up.
 */
export function countBytes(response: Response, whenDone: (bytes: number) => Promise<void>): Response {
  const reader = response.body?.getReader();
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await reader?.read();
      if (step === undefined || step.done) {
        await whenDone(bytes);
        return controller.close();
      }
      bytes += step.value.byteLength;
      controller.enqueue(step.value);
    },
    async cancel(reason) {
      await reader?.cancel(reason);
      await whenDone(bytes);
    },
  });
  return withBody(response, body);
}

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
