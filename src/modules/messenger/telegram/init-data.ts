import { createHmac } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import { verifyEd25519 } from "../../../kit/crypto/ed25519.ts";
import { equalConstantTime } from "../../../kit/crypto/seal.ts";
import { printable } from "./printable.ts";

/** The signed user who opened the app. */
export interface TelegramUser {
  id: number;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  languageCode: string | null;
}

export interface InitData {
  user: TelegramUser;
  /** Unix milliseconds. */
  authDate: number;
  /** Start parameter of the link that opened the app; null without one. */
  startParam: string | null;
}

/** The key that verifies init data: the bot's token, or the bot's id with Telegram's public key. */
export type InitDataProof =
  | { kind: "token"; token: string }
  | { kind: "signature"; botId: string; publicKey: Uint8Array };

/** Telegram's public keys for third-party validation (core.telegram.org/bots/webapps). */
export const TELEGRAM_KEYS = {
  production: Buffer.from("e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d", "hex"),
  test: Buffer.from("40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec", "hex"),
};

const MAX_LENGTH = 8_192;
const MAX_AHEAD_MS = MINUTE_MS;

/**
 * Verifies and parses init data. Returns null if the signature is invalid or auth_date is more than 60 s in the future; the
 * caller checks the age.
 */
export function readInitData(raw: string, proof: InitDataProof, now: number): InitData | null {
  const fields = raw.length > MAX_LENGTH ? null : fieldsOf(raw);
  if (fields === null || !isAuthentic(fields, proof)) return null;
  const authDate = fields.get("auth_date") ?? "";
  const user = userOf(fields.get("user") ?? "");
  if (user === null || !/^\d{1,12}$/.test(authDate)) return null;
  const at = Number(authDate) * SECOND_MS;
  if (at > now + MAX_AHEAD_MS) return null;
  return { user, authDate: at, startParam: startParamOf(fields.get("start_param")) };
}

/**
 * The decoded fields by name; null for a duplicate name, invalid encoding, or a line feed, with which one field could
 * pass for two in the signed text.
 */
function fieldsOf(raw: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const pair of raw.split("&")) {
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? "" : pair.slice(equals + 1));
    if (name === null || value === null || fields.has(name)) return null;
    if (name.includes("\n") || value.includes("\n")) return null;
    fields.set(name, value);
  }
  return fields;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

function isAuthentic(fields: ReadonlyMap<string, string>, proof: InitDataProof): boolean {
  const hash = fields.get("hash") ?? "";
  if (!/^[0-9a-f]{64}$/.test(hash)) return false;
  if (proof.kind === "token") return equalConstantTime(hashOf(fields, proof.token), hash);
  const signature = fields.get("signature") ?? "";
  if (!/^[A-Za-z0-9_-]{86}(==)?$/.test(signature)) return false;
  const message = `${proof.botId}:WebAppData\n${checkString(fields, ["hash", "signature"])}`;
  return verifyEd25519(proof.publicKey, Buffer.from(message), Buffer.from(signature, "base64url"));
}

/** Hex HMAC over all fields except `hash`; includes `signature` if present. */
function hashOf(fields: ReadonlyMap<string, string>, token: string): string {
  const key = createHmac("sha256", "WebAppData").update(token).digest();
  return createHmac("sha256", key)
    .update(checkString(fields, ["hash"]))
    .digest("hex");
}

function checkString(fields: ReadonlyMap<string, string>, excluded: readonly string[]): string {
  return [...fields]
    .filter(([name]) => !excluded.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("\n");
}

function userOf(text: string): TelegramUser | null {
  const value = objectOf(text);
  const id = value?.id;
  if (value === null || typeof id !== "number" || !Number.isSafeInteger(id) || id <= 0) return null;
  return {
    id,
    firstName: lineOf(value.first_name, 64),
    lastName: lineOf(value.last_name, 64),
    username: lineOf(value.username, 64),
    languageCode: lineOf(value.language_code, 35),
  };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}

/** The text as one printable line; null if it is not text or nothing is left. */
function lineOf(value: unknown, max: number): string | null {
  return (typeof value === "string" && value.isWellFormed() && printable(value, max)) || null;
}

function startParamOf(text: string | undefined): string | null {
  return text !== undefined && /^[A-Za-z0-9_-]{1,512}$/.test(text) ? text : null;
}
