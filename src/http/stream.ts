const ends = new WeakMap<Response, Promise<unknown>>();

/**
 * When a streamed answer has been read, cut off or given up: resolves with the error that cut it off, of which the
 * client only sees that it ends early, or with null. Undefined for answers that do not stream.
 */
export function streamEnd(response: Response): Promise<unknown> | undefined {
  return ends.get(response);
}

/**
 * Streams text chunks as they are read by the client, so that memory does not grow with what is exported. The first
 * chunk is made at once: a refusal (a Problem) is still an answer of its own.
 */
export function streamText(
  chunks: Iterator<string>,
  mediaType: string,
  headers: Record<string, string> = {},
): Response {
  const first = chunks.next();
  const encoder = new TextEncoder();
  let pending: IteratorResult<string> | null = first;
  const { promise: end, resolve: ended } = Promise.withResolvers<unknown>();
  const next = (): IteratorResult<string> => {
    try {
      return chunks.next();
    } catch (error) {
      ended(error);
      throw error;
    }
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = pending ?? next();
      pending = null;
      if (step.done === true) {
        ended(null);
        return controller.close();
      }
      controller.enqueue(encoder.encode(step.value));
      // A turn of the event loop between chunks: a long export must not hold other requests up.
      await new Promise((resolve) => setImmediate(resolve));
    },
    cancel() {
      ended(null);
      chunks.return?.();
    },
  });
  const response = new Response(body, { headers: { "content-type": mediaType, ...headers } });
  ends.set(response, end);
  return response;
}

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
