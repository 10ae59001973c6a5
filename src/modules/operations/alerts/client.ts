import { SECOND_MS } from "../../../kit/clock.ts";

const TIMEOUT_MS = 10 * SECOND_MS;

/** Posts alerts to one receiver. */
export interface AlertTransport {
  /** @throws AlertRefused */
  post(body: string): Promise<void>;
}

/** The receiver did not accept an alert. The message never contains the URL, which is a secret. */
export class AlertRefused extends Error {}

/** Posts JSON to a URL, which may lie in the operators' private network. Redirects are not followed. */
export function createAlertTransport(url: string): AlertTransport {
  return {
    async post(body) {
      let response: Response;
      try {
        response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", "user-agent": "salute-alerts" },
          body,
          redirect: "manual",
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
      } catch (error) {
        throw new AlertRefused(`no answer (${codeOf(error)})`);
      }
      void response.body?.cancel().catch(() => undefined);
      if (!response.ok) throw new AlertRefused(`status ${response.status}`);
    },
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
