import type { Policy } from "./policy.ts";

/** All reasons to refuse a destination, in the order of the checks. */
export const RULES = {
  control_char: {
    error: "destination_invalid",
    title: "It holds control characters, bidirectional overrides, or blanks at an end",
  },
  length: { error: "destination_invalid", title: "It is longer than max_length" },
  relative: {
    error: "destination_invalid",
    title: "It is neither a path of the site that begins with one slash nor a whole address",
  },
  scheme: { error: "destination_invalid", title: "Its scheme is not one of schemes" },
  userinfo: { error: "destination_invalid", title: "It carries a user name or password" },
  loop: { error: "destination_invalid", title: "It is a short link of this service" },
  port: { error: "destination_host_denied", title: "Its port is neither its scheme's own nor one of ports" },
  ip_literal: {
    error: "destination_host_denied",
    title: "Its host is an IP address, a single name, or a name of private networks",
  },
  idn: {
    error: "destination_host_denied",
    title: "Its host is internationalised and its xn-- form is not itself in allow",
  },
  deny_exact: { error: "destination_host_denied", title: "Its host is in deny" },
  deny_suffix: { error: "destination_host_denied", title: "Its host is under a *. entry of deny" },
  not_in_allowlist: { error: "destination_host_denied", title: "Its host is not in allow" },
} as const;

export type Rule = keyof typeof RULES;

/** The addresses that a decision depends on, parsed. */
export interface SiteAddresses {
  /** Relative paths resolve against it; its exact origin is allowed before every host rule. */
  site: URL;
  /** The origin of our own short links. */
  short: URL;
}

export type Decision =
  | { allowed: true /** The parsed address, the only form that may be shared. */; url: string; host: string }
  | { allowed: false; rule: Rule /** Null if no host could be parsed. */; deniedHost: string | null };

/** C0, DEL, C1, marks and overrides of direction: characters that change how an address reads. */
const HIDDEN = /[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\s|\s$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const WHOLE = /^https?:\/\/([^/\\?#]+)/i;
/** At the end of an authority: an empty port, or one with leading zeros. */
const MENDED_PORT = /:(0\d+)?$/;
/** One slash, not followed by a second one in any spelling. */
const SITE_PATH = /^\/(?![/\\]|%2f|%5c)/i;
const PRIVATE_NAME = /(^|\.)(localhost|local|internal)$/;
/** An address in brackets, or non-empty labels of a host name. */
const HOST = /^(\[.*\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

/**
 * Whether a destination may be shared. Decides on the parsed value, never on the text; spellings that the WHATWG
 * parser would correct (`https:/x`, `/\x`, leading blanks, `https://@x`, `https://x:/`) are refused, since another
 * parser may correct them differently.
 */
export function decide(text: string, policy: Policy, ground: SiteAddresses): Decision {
  if (HIDDEN.test(text) || !text.isWellFormed()) return refuse("control_char");
  if (text.length > policy.max_length) return refuse("length");
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "https" && scheme !== "http") return refuse("scheme");
  const url = URL.parse(text, ground.site);
  const authority = WHOLE.exec(text)?.[1] ?? "";
  const isSpelledOut = authority !== "" && !MENDED_PORT.test(authority);
  if (url === null || text.includes("\\") || !(scheme === undefined ? SITE_PATH.test(text) : isSpelledOut))
    return refuse("relative", url !== null && isOfSite(url, ground) ? null : url);
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  if (!HOST.test(url.hostname)) return refuse("relative", url);
  if (scheme === undefined && !isOfSite(url, ground)) return refuse("relative", url);
  const rule = ruleAgainst(url, { hasUserinfo: authority.includes("@"), policy, ground });
  if (rule !== null) return refuse(rule, url);
  return url.href.length > policy.max_length
    ? refuse("length", url)
    : { allowed: true, url: url.href, host: url.hostname };
}

const MAX_ORIGINS = 1_000;

/**
 * Decides again on addresses that `decide` emitted before, perhaps under another policy: since they are the parser's
 * own output, the result for one path of an origin holds for all, except for our own short links.
 */
export class Recheck {
  readonly #allowed = new Map<string, boolean>();
  readonly #shortPath: string;

  constructor(
    private readonly policy: Policy,
    private readonly ground: SiteAddresses,
  ) {
    this.#shortPath = `${ground.short.pathname.replace(/\/$/, "")}/s/`;
  }

  isAllowed(url: string): boolean {
    const end = url.indexOf("/", 8);
    const origin = url.slice(0, end);
    let isAllowed = this.#allowed.get(origin);
    if (isAllowed === undefined) {
      isAllowed = decide(`${origin}/`, this.policy, this.ground).allowed;
      if (this.#allowed.size >= MAX_ORIGINS) this.#allowed.clear();
      this.#allowed.set(origin, isAllowed);
    }
    if (!isAllowed || url.length > this.policy.max_length) return false;
    const mayLoop = url.includes("%", end) || url.startsWith(this.#shortPath, end);
    return !mayLoop || decide(url, this.policy, this.ground).allowed;
  }
}

function refuse(rule: Rule, url: URL | null = null): Decision {
  return { allowed: false, rule, deniedHost: url === null || url.hostname === "" ? null : url.hostname };
}

interface Standards {
  /** An empty one, too, which the parsed address does not show. */
  hasUserinfo: boolean;
  policy: Policy;
  ground: SiteAddresses;
}

/** The first rule that a parsed address breaks. */
function ruleAgainst(url: URL, { hasUserinfo, policy, ground }: Standards): Rule | null {
  const isOwn = isOfSite(url, ground);
  if (!isOwn && !policy.schemes.includes(url.protocol.slice(0, -1))) return "scheme";
  if (hasUserinfo) return "userinfo";
  if (isShortLink(url, ground.short)) return "loop";
  return isOwn ? null : hostRule(url, policy);
}

function isOfSite({ origin }: URL, { site }: SiteAddresses): boolean {
  return origin === site.origin;
}

function isShortLink(url: URL, short: URL): boolean {
  if (url.hostname !== short.hostname || (url.port !== short.port && url.port !== "")) return false;
  const base = short.pathname.replace(/\/$/, "");
  return decoded(url.pathname).startsWith(`${base}/s/`);
}

/** Decoded once, as a router does; twice would turn %252f into a slash. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function hostRule(url: URL, { allow, deny, ports }: Policy): Rule | null {
  const host = url.hostname;
  if (url.port !== "" && !ports.includes(Number(url.port))) return "port";
  if (isPrivate(host)) return "ip_literal";
  if (/(^|\.)xn--/.test(host) && !isListedIdn(host, allow)) return "idn";
  if (deny.includes(host)) return "deny_exact";
  if (deny.some((entry) => isUnder(host, entry))) return "deny_suffix";
  return allow.includes(host) || allow.some((entry) => isUnder(host, entry)) ? null : "not_in_allowlist";
}

/** The parser has converted every spelling of an IPv4 address into four decimal numbers. */
function isPrivate(host: string): boolean {
  return host.startsWith("[") || IPV4.test(host) || PRIVATE_NAME.test(host) || !host.includes(".");
}

/** Whether host is below the x of an entry `*.x`; x itself is not. */
function isUnder(host: string, entry: string): boolean {
  return entry.startsWith("*.") && host.length > entry.length - 1 && host.endsWith(entry.slice(1));
}

/** A wildcard does not match an xn-- label: the entry must spell each of them. */
function isListedIdn(host: string, allow: readonly string[]): boolean {
  return allow.some((entry) => {
    if (entry === host) return true;
    return isUnder(host, entry) && !/(^|\.)xn--/.test(host.slice(0, host.length - entry.length + 1));
  });
}
