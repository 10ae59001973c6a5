import { SECOND_MS } from "../../../kit/clock.ts";
import { type AlertFormat, formatAlert } from "./formats.ts";
import type { PostedAlert } from "./model.ts";

const TIMEOUT_MS = 10 * SECOND_MS;

/** Posts alerts to one receiver. */
export interface AlertTransport {
  /** @throws AlertRefused */
  post(alert: PostedAlert): Promise<void>;
}

/** The receiver did not accept an alert. The message never contains the URL, which is a secret. */
export class AlertRefused extends Error {}

/**
 * Posts alerts to a URL, which may lie in the operators' private network, in the shape of a format. Redirects are not
 * followed.
 */
export function createAlertTransport(receiver: string, format: AlertFormat): AlertTransport {
  return {
    async post(alert) {
      const { url, body } = formatAlert(format, receiver, alert);
      let response: Response;
      try {
        response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", "user-agent": "salute-alerts" },
          body: JSON.stringify(body),
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
