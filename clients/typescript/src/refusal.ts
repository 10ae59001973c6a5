import type { FieldFault, Refusal } from "./errors.ts";
import { SaluteError } from "./errors.ts";
import { ERRORS_BY_CODE } from "./errors-by-code.ts";

/** The error of an answer that is no success. */
export function errorOf(response: Response, text: string): SaluteError {
  const refusal = readRefusal(response, text);
  const known = Object.hasOwn(ERRORS_BY_CODE, refusal.code) ? ERRORS_BY_CODE[refusal.code] : undefined;
  return new (known ?? SaluteError)(refusal);
}

function readRefusal({ status, headers }: Response, text: string): Refusal {
  const body = parseObject(text);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  return {
    status,
    code: textOr(body.error, `http_${status}`),
    message: textOr(body.message, "The answer is none of salute's."),
    requestId: textOr(body.request_id, headers.get("x-request-id") ?? ""),
    details: Array.isArray(body.details) ? (body.details as FieldFault[]) : [],
    retryClass: typeof body.retry_class === "string" ? body.retry_class : null,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    body,
  };
}

/** Something between us and the service may answer with a page. */
function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
