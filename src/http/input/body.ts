import { JsonError, type JsonLimits, parseJsonObject } from "../../kit/formats/json.ts";
import { correction, invalidPayload, Problem } from "../answers/problem.ts";
import type { Declaration } from "../declaration.ts";
import type { Validator } from "../schema/validate.ts";

interface BodyRules {
  validator: Validator | null;
  limits?: JsonLimits | undefined;
  /** The other media type that the operation takes. */
  text?: Declaration["textBody"] | undefined;
}

/**
 * The JSON object in a body, checked against its shape. An operation that takes none accepts an empty object, which many
 * clients send by default.
 * @throws Problem unsupported_media_type, or invalid_payload naming the fields
 */
export function parseBody(
  bytes: Uint8Array,
  contentType: string | null,
  { validator, limits, text }: BodyRules,
): Record<string, unknown> {
  if (bytes.length === 0 && validator === null) return {};
  const isText = text !== undefined && mediaTypeOf(contentType) === text.mediaType;
  if (bytes.length > 0 && !isText) requireJson(contentType, text?.mediaType);
  const value = isText ? { [text.field]: readText(bytes) } : readJson(bytes, limits);
  if (validator === null) {
    if (Object.keys(value).length > 0)
      throw invalidPayload("body", "must be empty: this operation takes none");
    return value;
  }
  const faults = validator.faults(value);
  const [first] = faults ?? [];
  if (faults !== null && first !== undefined) {
    throw new Problem("invalid_payload", correction(first), { details: faults });
  }
  return value;
}

function readJson(bytes: Uint8Array, limits: JsonLimits | undefined): Record<string, unknown> {
  try {
    return bytes.length === 0 ? {} : parseJsonObject(bytes, limits);
  } catch (error) {
    if (error instanceof JsonError) throw invalidPayload(error.field, error.message);
    throw error;
  }
}

/** Without a byte order mark. */
function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidPayload("body", "must be UTF-8");
  }
}

/** In lower case, without parameters; null for another charset than UTF-8. */
function mediaTypeOf(contentType: string | null): string | null {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset) ? type.trim() : null;
}

function requireJson(contentType: string | null, other?: string): void {
  if (contentType === "application/json" || mediaTypeOf(contentType) === "application/json") return;
  const orOther = other === undefined ? "" : `, or as ${other}`;
  throw new Problem(
    "unsupported_media_type",
    `Send the body as JSON with Content-Type: application/json${orOther}.`,
  );
}
