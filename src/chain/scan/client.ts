import { systemClock } from "../../kit/clock.ts";
import { failureOfStatus, RpcFailure } from "../rpc/failure.ts";

/** Some forty million accounts. */
const MAX_ANSWER_BYTES = 16 * 2 ** 30;

/**
 * Posts a request and passes on its answer as it arrives. Fails with RpcFailure if nothing arrives for `idleMs`, or
 * for an unsuccessful status; errors of `onChunk` pass through.
 */
export async function streamAnswer(
  { url, body, idleMs }: { url: string; body: string; idleMs: number },
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  const controller = new AbortController();
  const hang = () => controller.abort(new RpcFailure("timeout"));
  let timer = setTimeout(hang, idleMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "error",
      signal: controller.signal,
    });
    if (!response.ok)
      throw failureOfStatus(response.status, response.headers.get("retry-after"), systemClock.now());
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer);
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) throw new RpcFailure("invalid_answer");
      onChunk(chunk);
      timer = setTimeout(hang, idleMs);
    }
  } catch (error) {
    if (controller.signal.aborted) throw new RpcFailure("timeout");
    if (error instanceof Error && "code" in error && !(error instanceof RpcFailure))
      throw new RpcFailure("connection_error", null, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
