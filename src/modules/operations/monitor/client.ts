import { SECOND_MS } from "../../../kit/clock.ts";

const TIMEOUT_MS = 10 * SECOND_MS;

/** Sends a heartbeat to the dead man's switch. @throws Error whose message never contains the URL, which is a secret */
export async function sendHeartbeat(url: string, signal: AbortSignal): Promise<void> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { "user-agent": "salute-heartbeat" },
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (error) {
    throw new Error(`no answer (${error instanceof Error ? error.name : "unknown"})`);
  }
  void response.body?.cancel().catch(() => undefined);
  if (response.status >= 400) throw new Error(`status ${response.status}`);
}
