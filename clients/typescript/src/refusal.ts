import { type FieldFault, SaluteError, SaluteProxyError } from "./errors.ts";
import { ERRORS_BY_CODE } from "./errors-by-code.ts";
import type { SaluteResponse } from "./response.ts";

const SHOWN_CHARACTERS = 120;

/** The error of a response that is not a success. */
export function readError(response: SaluteResponse, text: string): SaluteError {
  const body = parseObject(text);
  if (typeof body?.error !== "string") return proxyError(response, text);
  const kind = Object.hasOwn(ERRORS_BY_CODE, body.error) ? ERRORS_BY_CODE[body.error] : undefined;
  const refusal = {
    code: body.error,
    message: textOr(body.message, ""),
    requestId: textOr(body.request_id, response.requestId),
    details: Array.isArray(body.details) ? (body.details as FieldFault[]) : [],
    retryClass: typeof body.retry_class === "string" ? body.retry_class : null,
    body,
  };
  return new (kind ?? SaluteError)(refusal, response);
}

/** The error of a response that salute did not write. */
export function proxyError(response: SaluteResponse, text: string): SaluteProxyError {
  const { status, requestId } = response;
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(text)?.[1];
  const shown = (title ?? text).trim().slice(0, SHOWN_CHARACTERS);
  const kind = isPage(text) ? "an HTML page" : "text that is not salute's";
  const message = `a proxy in front of salute answered ${status} with ${kind}: ${JSON.stringify(shown)}`;
  return new SaluteProxyError(
    { code: `http_${status}`, message, requestId, details: [], retryClass: null, body: {} },
    response,
  );
}

/** True for HTML and XML; no answer of salute to a partner key starts like them. */
export function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** The object in a JSON text; null if there is none. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
