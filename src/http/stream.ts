const failureListeners = new WeakMap<Response, (error: unknown) => void>();

/** Tells of an error that comes when the answer is under way: the client only sees it cut off. */
export function onStreamFailure(response: Response, listener: (error: unknown) => void): void {
  failureListeners.set(response, listener);
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
  const next = (): IteratorResult<string> => {
    try {
      return chunks.next();
    } catch (error) {
      failureListeners.get(response)?.(error);
      throw error;
    }
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = pending ?? next();
      pending = null;
      if (step.done === true) return controller.close();
      controller.enqueue(encoder.encode(step.value));
      // A turn of the event loop between chunks: a long export must not hold other requests up.
      await new Promise((resolve) => setImmediate(resolve));
    },
    cancel() {
      chunks.return?.();
    },
  });
  const response = new Response(body, { headers: { "content-type": mediaType, ...headers } });
  return response;
}

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
