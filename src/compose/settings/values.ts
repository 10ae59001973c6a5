import { isIP } from "node:net";
import { parseMasterKey, SealError } from "../../kit/crypto/seal.ts";
import { isBase58 } from "../../kit/formats/base58.ts";
import { type AddressSet, createAddressSet, isCidr } from "../../kit/network/addresses.ts";

/** Parsers of settings. Each throws a RangeError whose message follows the value: `must be …`. */

export const text = (value: string) => value;
export const optional = (value: string) => (value === "" ? null : value);

/** An absolute path; null if unset. */
export function absolutePath(value: string): string | null {
  if (value !== "" && !value.startsWith("/")) throw new RangeError("must be an absolute path");
  return optional(value);
}

/** The name of a header, in lower case; null if unset. */
export function headerName(value: string): string | null {
  if (value === "") return null;
  if (!/^[A-Za-z0-9-]{1,64}$/.test(value))
    throw new RangeError("must be the name of a header, of at most 64 letters, digits and -");
  return value.toLowerCase();
}

export function whole(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new RangeError(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

export function acceptOnly<const Values extends readonly string[]>(
  ...values: Values
): (value: string) => Values[number] {
  const named = values.map((value) => (value === "" ? "empty" : value)).join(", ");
  return (value) => {
    if (!values.includes(value)) throw new RangeError(`must be one of ${named}`);
    return value;
  };
}

export function flag(value: string): boolean {
  return acceptOnly("0", "1", "true", "false")(value) === "1" || value === "true";
}

export function addresses(value: string): AddressSet {
  const entries = list(value);
  const bad = entries.find((entry) => !isCidr(entry));
  if (bad !== undefined)
    throw new RangeError(
      `must be IP addresses or CIDR ranges, comma-separated; ${JSON.stringify(bad)} is not`,
    );
  return createAddressSet(entries);
}

/** An address to listen on. */
export function listenHost(value: string): string {
  const isName = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(value);
  if (isIP(value) === 0 && !isName)
    throw new RangeError("must be an IP address or a host name, without a port");
  return value;
}

/** Errors do not repeat the value. */
export function masterKey(value: string): string | null {
  if (value === "") return null;
  try {
    for (const line of value.split("\n").filter((each) => each.trim() !== "")) parseMasterKey(line);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new RangeError("must be 32 bytes, as base64 or as 64 hex digits");
  }
  return value;
}

/** The address of a replica, in any scheme that Litestream knows. It takes a bare path for a database's. */
export function replicaUrl(value: string): string | null {
  if (value === "") return null;
  if (!/^(?!file:\/\/[^/])[a-z][a-z0-9+.-]*:\/\/\S/i.test(value))
    throw new RangeError("must be the address of a store, such as s3://bucket/path or file:///mnt/disk/path");
  return value;
}

export function list(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Errors do not repeat the value: an RPC address often contains an access key. */
export function rpcUrls(value: string): string[] {
  const urls = list(value);
  for (const [index, url] of urls.entries()) {
    if (!URL.canParse(url) || !["http:", "https:"].includes(new URL(url).protocol))
      throw new RangeError(`must be http or https addresses, comma-separated; number ${index + 1} is not`);
  }
  return urls;
}

export function solanaAddress(value: string): string {
  if (!isBase58(value, 32))
    throw new RangeError(`must be a Solana address (base58 of 32 bytes); ${JSON.stringify(value)} is not`);
  return value;
}

export function optionalAddress(value: string): string | null {
  return value === "" ? null : solanaAddress(value);
}

export function baseUrl(value: string): string | null {
  if (value === "") return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (
    url === null ||
    !["http:", "https:"].includes(url.protocol) ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== "" ||
    url.password !== ""
  ) {
    throw new RangeError("must be an http or https address without query or credentials");
  }
  return value.replace(/\/+$/, "");
}

/** Origins of sites, as browsers write them. */
export function origins(value: string): string[] {
  const found = list(value);
  const bad = found.find(
    (each) => !URL.canParse(each) || new URL(each).origin !== each || !/^https?:/.test(each),
  );
  if (bad !== undefined)
    throw new RangeError(
      `must be origins such as https://example.com, comma-separated; ${JSON.stringify(bad)} is not`,
    );
  return found;
}

/** Errors do not repeat the value: it may contain a password. */
export function smtpUrl(value: string): string | null {
  if (value === "") return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "")
    throw new RangeError("must be an smtp or smtps address with a host");
  return value;
}

/** Errors do not repeat the value: the address of a chat's webhook is a secret. */
export function webhookUrl(value: string): string | null {
  if (value === "") return null;
  if (!URL.canParse(value) || !["http:", "https:"].includes(new URL(value).protocol))
    throw new RangeError("must be an http or https address");
  return value;
}

export function mailAddresses(value: string): string[] {
  const found = list(value);
  for (const address of found)
    if (!/^[^\s<>@,]+@[^\s<>@,]+$/.test(address))
      throw new RangeError(`must be mail addresses, comma-separated; ${JSON.stringify(address)} is not`);
  return [...new Set(found)];
}

export function mailAddress(value: string): string | null {
  if (value === "") return null;
  if (!/^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value))
    throw new RangeError("must be a mail address, or a name and <address>");
  return value;
}

const AGE_KEY = /^(age1[a-z0-9]{20,}|AGE-SECRET-KEY-[A-Z0-9-]{20,})$/;

/** The encryption key of backups; null if empty. Errors do not repeat the value. */
export function backupKey(value: string): string | null {
  if (value === "") return null;
  if ([...value].length < 16) throw new RangeError("must have at least 16 characters");
  if (/^(age1|age-secret-key-)/i.test(value) && !AGE_KEY.test(value))
    throw new RangeError("begins like an age key, which has only letters and digits after its prefix");
  return value;
}

/** The expected holder of an authority: an address, or `none` for nobody; null without expectation. */
export function expectedAuthority(value: string): string | null {
  return value === "none" ? value : optionalAddress(value);
}

export function optionalCount(max: number): (value: string) => number | null {
  const parse = whole(1, max);
  return (value) => (value === "" ? null : parse(value));
}

export function solanaAddresses(value: string): string[] {
  return [...new Set(list(value).map(solanaAddress))];
}

/** A fraction of a whole, as a decimal. */
export function fraction(value: string): number {
  const number = Number(value);
  if (!/^\d(\.\d{1,6})?$/.test(value) || number > 1) throw new RangeError("must be a decimal from 0 to 1");
  return number;
}

/** Headers as `name=value` pairs, comma-separated, with percent-encoded values. */
export function headerList(value: string): Record<string, string> {
  const pairs = value === "" ? [] : value.split(",").map((pair) => pair.trim());
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = "", encoded = ""] = /^([A-Za-z0-9-]+)=(.+)$/.exec(pair) ?? [];
      if (name === "" || !isVisible(encoded))
        throw new RangeError("must be name=value pairs, comma-separated, with percent-encoded values");
      return [name.toLowerCase(), decodeURIComponent(encoded)];
    }),
  );
}

function isVisible(encoded: string): boolean {
  try {
    return /^[\x20-\x7e]+$/.test(decodeURIComponent(encoded));
  } catch {
    return false;
  }
}
