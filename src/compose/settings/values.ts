import { isBase58Of } from "../../kit/formats/base58.ts";
import { type AddressSet, createAddressSet } from "../../kit/network/addresses.ts";

/** Parsers of settings. Each throws a RangeError whose message follows the value: `must be …`. */

export const text = (value: string) => value;
export const optional = (value: string) => (value === "" ? null : value);

export function whole(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new RangeError(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

export function oneOf<const Values extends readonly string[]>(
  ...values: Values
): (value: string) => Values[number] {
  return (value) => {
    if (!values.includes(value)) throw new RangeError(`must be one of ${values.join(", ")}`);
    return value;
  };
}

export function flag(value: string): boolean {
  return oneOf("0", "1", "true", "false")(value) === "1" || value === "true";
}

export function addresses(value: string): AddressSet {
  return createAddressSet(list(value));
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
  if (!isBase58Of(value, 32))
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
    url.username !== ""
  ) {
    throw new RangeError("must be an http or https address without query or credentials");
  }
  return value.replace(/\/+$/, "");
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

/** The encryption key of backups; null if empty. */
export function backupKey(value: string): string | null {
  if (value === "") return null;
  if ([...value].length < 16) throw new RangeError("must have at least 16 characters");
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
