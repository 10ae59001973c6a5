import { domainToUnicode } from "node:url";
import { invalidQuery, Problem } from "../../../http/answers/problem.ts";
import type { AudioShare } from "./audio-share.ts";
import { LINK_ERRORS } from "./errors.ts";
import { RULES, type Rule } from "./rules.ts";
import { type Warning, warn } from "./validation/warnings.ts";

export interface DestinationInput {
  track_url?: string | undefined;
  file_url?: string | undefined;
  prefer?: "file" | "track" | undefined;
}

/** The requested content of a share. */
export interface RequestedContent {
  field: "track_url" | "file_url";
  kind: "track" | "file";
  text: string;
}

export interface Destination {
  kind: "track" | "file";
  url: string;
}

/**
 * Chooses between track_url and file_url; with both, by `prefer`, otherwise the track, with a warning. Null without
 * either.
 */
export function chooseDestination(
  { track_url, file_url, prefer }: DestinationInput,
  warnings: Warning[],
): RequestedContent | null {
  if (track_url !== undefined && file_url !== undefined) {
    const shared = prefer === "file" ? "file_url" : "track_url";
    warnings.push(warn("both_destinations", `${shared} is shared: only one can be.`, { field: shared }));
  }
  const isFile = file_url !== undefined && (track_url === undefined || prefer === "file");
  if (isFile) return { field: "file_url", kind: "file", text: file_url };
  return track_url === undefined ? null : { field: "track_url", kind: "track", text: track_url };
}

/** @throws Problem invalid_query without either of the two */
export function requireChosen(input: DestinationInput, warnings: Warning[]): RequestedContent {
  const chosen = chooseDestination(input, warnings);
  if (chosen === null) throw invalidQuery("track_url", "is required, unless file_url is given");
  return chosen;
}

/**
 * The parsed destination, the only form that is shared. @throws Problem destination_invalid, destination_host_denied
 */
export function admitDestination(
  share: AudioShare,
  chosen: RequestedContent,
  warnings: Warning[],
): Destination {
  const decision = share.decide(chosen.text);
  if (!decision.allowed) throw refusal(decision.rule, decision.deniedHost, chosen.field);
  warnOfIdn(decision.host, chosen.field, warnings);
  return { kind: chosen.kind, url: decision.url };
}

/** The problem for a broken rule, with the rule and the host. */
export function refusal(rule: Rule, deniedHost: string | null, field: string): Problem {
  const { error, title } = RULES[rule];
  const message = `Share another address: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
  const details = [{ field, message: `breaks the rule ${rule}` }];
  const extra = { denied_host: deniedHost, rule };
  return error === "destination_invalid"
    ? new Problem(LINK_ERRORS.destination_invalid, message, { details, extra })
    : new Problem(LINK_ERRORS.destination_host_denied, message, { details, extra });
}

function warnOfIdn(host: string, field: string, warnings: Warning[]): void {
  if (!host.includes("xn--")) return;
  const message = `${host} reads ${domainToUnicode(host)} in its own script.`;
  warnings.push(warn("idn_destination", message, { field }));
}
