import { SECOND_MS } from "../../kit/clock.ts";

const PAUSE_MS = 250;

/**
 * Requests /readyz until it answers 200, and then returns null; after the time limit it returns the last answer. The
 * lease does not count: it says nothing about the release.
 * @param baseUrl of the server, without a slash at its end
 */
export async function waitUntilReady(baseUrl: string, seconds: number): Promise<string | null> {
  const until = performance.now() + seconds * SECOND_MS;
  let said = "no request was made";
  do {
    try {
      const response = await fetch(`${baseUrl}/readyz?reads=1`, {
        signal: AbortSignal.timeout(5 * SECOND_MS),
      });
      void response.body?.cancel().catch(() => undefined);
      if (response.ok) return null;
      said = `/readyz answers ${response.status}`;
    } catch {
      said = "nothing answers";
    }
    await Bun.sleep(PAUSE_MS);
  } while (performance.now() < until);
  return said;
}
