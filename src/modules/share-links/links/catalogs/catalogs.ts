import type { DocumentedCode } from "../../../../http/answers/catalog.ts";
import { toDocumentedCode } from "../../../../http/answers/catalog.ts";
import { documentedCodes } from "../../../../http/documented.ts";
import type { Mounted } from "../../../../http/mounted.ts";
import type { Operation } from "../../../../http/operation.ts";
import type { AudioShare } from "../audio-share.ts";
import { CHANNELS, DEFAULT_CHANNELS } from "../channels/channels.ts";
import { UNITS } from "../channels/lengths.ts";
import { RULES, type Rule } from "../rules.ts";
import { LIFETIMES, NEW_LINKS_A_DAY } from "../short-links/lifetime.ts";
import { WARNINGS } from "../validation/warnings.ts";

/** The group of these operations in the documents. */
export const AUDIO_SHARE_GROUP = "audio-share";

/** Texts of general codes for these operations. */
const HERE: Readonly<Record<string, { title: string; retry_behavior: string }>> = {
  invalid_payload: {
    title: "The body is not valid",
    retry_behavior: "Correct the fields that details names.",
  },
  unauthorized: {
    title: "The bearer token was not accepted",
    retry_behavior: "Send Authorization: Bearer with a token that the operators gave you.",
  },
  forbidden: {
    title: "Only operators may do this",
    retry_behavior: "Send an operator's bearer token of the role that the operation names.",
  },
  state_conflict: {
    title: "The daily limit of new short links is reached",
    retry_behavior: `Wait for the next UTC day: the limit is ${NEW_LINKS_A_DAY} per day and address. Known links still answer.`,
  },
  rate_limited: { title: "Too many requests", retry_behavior: "Wait for Retry-After seconds." },
  server_error: {
    title: "An error on our side",
    retry_behavior: "Retry with capped exponential backoff and report request_id.",
  },
  db_unavailable: {
    title: "The database could not be written or read",
    retry_behavior: "Retry with jittered backoff (1, 2, 4, 8 s, at most 30 s).",
  },
  safe_mode: {
    title: "The service refuses changes now",
    retry_behavior: "Links and redirects work; wait for Retry-After seconds to create new ones.",
  },
};

/** Every error code of these operations, by status, then by code. */
export function listErrors(mounted: Mounted) {
  const byCode = new Map<string, { entry: DocumentedCode; where: Operation[] }>();
  const ours = mounted.operations.filter(({ group }) => group === AUDIO_SHARE_GROUP);
  for (const operation of ours) {
    for (const entry of [...documentedCodes(operation), toDocumentedCode("method_not_allowed")])
      byCode.set(entry.code, { entry, where: [...(byCode.get(entry.code)?.where ?? []), operation] });
  }
  const entries = [...byCode.values()]
    .map(({ entry, where }) => ({
      error_code: entry.code,
      title: entry.title,
      category: entry.category,
      http_status: entry.http_status,
      retry_class: entry.retry_class,
      retry_behavior: entry.retry_behavior,
      retry_after_seconds: entry.retry_after_seconds ?? 0,
      ...HERE[entry.code],
      rules: ruleNames().filter((rule) => RULES[rule].error === entry.code),
      operations: where.map(({ method, path }) => `${method} ${path}`),
    }))
    .sort((a, b) => a.http_status - b.http_status || a.error_code.localeCompare(b.error_code));
  return { count: entries.length, entries };
}

function ruleNames(): Rule[] {
  return Object.keys(RULES) as Rule[];
}

export function listWarnings() {
  const entries = Object.entries(WARNINGS).map(([warning_code, words]) => ({ warning_code, ...words }));
  return { count: entries.length, entries };
}

const RULE_ADVICE: Record<Rule, string> = {
  control_char: "Send the address alone, percent-encoded, without blanks around it.",
  length: "Share a shorter address; policy.json has max_length.",
  relative: "Write /path for pages of the site, https://host/path for all others.",
  scheme: "Use https.",
  userinfo: "Leave out user name and password: anyone would see them.",
  loop: "Share the short link's destination instead.",
  port: "Use the scheme's own port, or ask the operators to add this one.",
  ip_literal: "Use a public host name.",
  idn: "Ask the operators to allow the host by its xn-- form.",
  deny_exact: "The operators deny this host.",
  deny_suffix: "The operators deny every host under this name.",
  not_in_allowlist: "Ask the operators to allow the host; *.x does not cover x itself.",
};

/** The remedy for every error, rule and warning. */
export function listGuidance(mounted: Mounted) {
  const entries = [
    ...listErrors(mounted).entries.map(({ error_code, title, retry_behavior }) => ({
      kind: "error",
      code: error_code,
      title,
      advice: retry_behavior,
    })),
    ...ruleNames().map((rule) => ({
      kind: "rule",
      code: rule,
      title: RULES[rule].title,
      advice: RULE_ADVICE[rule],
    })),
    ...Object.entries(WARNINGS).map(([code, words]) => ({ kind: "warning", code, ...words })),
  ];
  return { count: entries.length, entries };
}

export function listChannels() {
  const defaults: readonly string[] = DEFAULT_CHANNELS;
  const channels = CHANNELS.map(({ id, label, aliases, delivery, takes, unit, max, format }) => ({
    id,
    label,
    aliases,
    is_default: defaults.includes(id),
    delivery,
    takes,
    unit,
    unit_meaning: UNITS[unit],
    max,
    format,
  }));
  return { count: channels.length, channels };
}

/** The effective policy: allowed destinations and other general settings. */
export function describePolicy(share: AudioShare) {
  const { revision, source, allow, deny, schemes, ports, max_length, landing } = share.policy;
  return {
    revision,
    source,
    site_origin: share.ground().site.origin,
    allow,
    deny,
    schemes,
    ports,
    max_length,
    landing,
    rules: ruleNames().map((rule) => ({ rule, ...RULES[rule] })),
    lifetimes: LIFETIMES,
    new_links_per_address_and_day: NEW_LINKS_A_DAY,
    dedupe_window_hours: share.dedupeHours,
    track_auth: share.trackAuth,
  };
}
