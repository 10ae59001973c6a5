import { SECOND_MS } from "../../kit/clock.ts";

const PAUSE_MS = 250;

/**
 * Asks /readyz until it answers 200. Returns null then, else what it said last when the time is over.
 * @param baseUrl of the server, without a slash at its end
 */
export async function waitUntilReady(baseUrl: string, seconds: number): Promise<string | null> {
  const until = performance.now() + seconds * SECOND_MS;
  let said = "it was not asked";
  do {
    try {
      const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5 * SECOND_MS) });
      if (response.ok) return null;
      said = `/readyz answers ${response.status}`;
    } catch {
      said = "nothing answers";
    }
    await Bun.sleep(PAUSE_MS);
  } while (performance.now() < until);
  return said;
}
