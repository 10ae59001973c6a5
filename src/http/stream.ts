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
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = pending ?? chunks.next();
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
  return new Response(body, { headers: { "content-type": mediaType, ...headers } });
}

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
