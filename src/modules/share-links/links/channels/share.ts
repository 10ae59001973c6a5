import { countCharacters, cut, type Length, type Unit } from "./lengths.ts";

/**
 * The content of a share, without control characters; titles in one line. Its parts are encoded once for all
 * channels.
 */
export class Share {
  #message: { plain: string; encoded: string } | null = null;
  #encodedUrl: string | null = null;

  constructor(
    readonly title: string | null,
    readonly text: string | null,
    /** The destination or its short link, percent-encoded ASCII: never cut. */
    readonly url: string,
  ) {}

  get encodedUrl(): string {
    this.#encodedUrl ??= encode(this.url);
    return this.#encodedUrl;
  }

  /** The message before its address: the text, otherwise the title. */
  get message(): string {
    return this.text ?? this.title ?? "";
  }

  /** A percent-encoded text; the message's encoding is cached, since most channels use it. */
  encoded(text: string): string {
    if (this.#message?.plain !== text) {
      const encoded = encode(text);
      if (text !== this.message) return encoded;
      this.#message = { plain: text, encoded };
    }
    return this.#message.encoded;
  }
}

/** A share in one channel's form. */
export interface ChannelShare {
  url: string | null;
  text: string;
  length: Length;
}

/** Length of links that every program still opens. */
export const LINK_BYTES = 2_000;
const encode = encodeURIComponent;

/** Title and text on separate lines, for channels without previews of their own. */
function titled({ text, title }: Share): string {
  return title !== null && text !== null ? `${title}\n${text}` : (text ?? title ?? "");
}

/** A text followed by the address, or the address alone. */
export function joined(text: string, separator: string, url: string): string {
  return text === "" ? url : `${text}${separator}${url}`;
}

/** A channel's length as shown in answers. */
export function toLength({ unit, max, used, truncated }: Omit<Length, "remaining">): Length {
  return { max, remaining: max === null ? null : Math.max(0, max - used), truncated, unit, used };
}

/** A channel's limit, in the unit that `measure` counts. */
interface Limit {
  unit: Unit;
  max: number;
  measure: (text: string) => number;
}

/** Builds for a channel that counts the whole text, address included, in one unit. */
export function counting(wish: string, { unit, max, measure }: Limit): { text: string; length: Length } {
  const whole = measure(wish);
  if (whole <= max) return { text: wish, length: toLength({ unit, max, used: whole, truncated: false }) };
  const text = cut(wish, (candidate) => measure(candidate) <= max);
  return { text, length: toLength({ unit, max, used: measure(text), truncated: text !== wish }) };
}

/** The size that an address adds when it follows a text. */
export function behind(text: string, size: number): number {
  return text === "" ? size : size + 1;
}

/** The text, a separator and the link, percent-encoded. */
export function encodedJoin(share: Share, text: string, separator: string): string {
  return text === "" ? share.encodedUrl : `${share.encoded(text)}${separator}${share.encodedUrl}`;
}

/** The length for channels without text. */
export const NO_TEXT: Length = { max: null, remaining: null, truncated: false, unit: "none", used: 0 };

/** `text=…&` if there is a text. */
export function textParameter(share: Share, text: string): string {
  return text === "" ? "" : `text=${share.encoded(text)}&`;
}

/** A text to paste, including the address. */
export function pasted(share: Share, max: number | null): ChannelShare {
  const wish = titled(share);
  const measure = (each: string) => countCharacters(joined(each, "\n", share.url));
  const text = max === null ? wish : cut(wish, (each) => measure(each) <= max);
  const whole = joined(text, "\n", share.url);
  const length = toLength({ unit: "characters", max, used: measure(text), truncated: text !== wish });
  return { url: null, text: whole, length };
}

/**
 * Line breaks of a mail are CRLF (RFC 6068, section 5); its subject may use a share of the room, the text the rest.
 */
export function mailTo(share: Share): [subject: string, link: (text: string) => string] {
  const wish = share.title ?? "";
  const fits = (each: string) => share.encoded(each).length <= LINK_BYTES / 4;
  const subject = wish.length < LINK_BYTES / 48 ? wish : cut(wish, fits);
  const head = `mailto:?${subject === "" ? "" : `subject=${share.encoded(subject)}&`}body=`;
  const link = (text: string) => head + encodedJoin(share, text, "%0A%0A").replaceAll("%0A", "%0D%0A");
  return [subject, link];
}
