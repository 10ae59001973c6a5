import { SECOND_MS } from "../../../kit/clock.ts";

const TIMEOUT_MS = 10 * SECOND_MS;

/** Hands one alert to ALERT_WEBHOOK_URL. */
export interface AlertTransport {
  /** @throws AlertRefused */
  post(body: string): Promise<void>;
}

/** It was not taken; the words hold no part of the address, which is a secret. */
export class AlertRefused extends Error {}

/**
 * Posts JSON by HTTP. The address is the operators' own, so it may be one of their network; redirects are not
 * followed.
 */
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
