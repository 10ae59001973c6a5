import { type FieldFault, Problem } from "../../../../http/answers/problem.ts";
import type { AudioShare } from "../audio-share.ts";
import type { Channel } from "../channels/channel.ts";
import { admitDestination, type Destination, type RequestedContent } from "../destination.ts";
import { admitLanding, type LandingInput } from "../landing/landing.ts";
import { endOfNew, resolveLifetime } from "../short-links/lifetime.ts";
import { cleanWords } from "../words.ts";
import type { Warning } from "./warnings.ts";

/** The result of checking a share before it is built. */
export interface Verdict {
  valid: boolean;
  destination: Destination | null;
  /** Ids of the channels that would be built. */
  channels: string[];
  error: string | null;
  rule: string | null;
  denied_host: string | null;
  message: string | null;
  details: FieldFault[];
  warnings: Warning[];
}

/** A share to be judged. */
interface Candidate extends LandingInput {
  chosen: RequestedContent;
  title?: string | undefined;
  text?: string | undefined;
  channels: readonly Channel[];
  expires_at?: string | undefined;
  /** Judges expires_at. */
  now: number;
}

/** Whether a share would be built, and with which warnings; a refusal is an answer here. */
export function judge(share: AudioShare, candidate: Candidate, warnings: Warning[]): Verdict {
  const channels = candidate.channels.map((each) => each.id);
  cleanWords("title", candidate.title, warnings);
  cleanWords("text", candidate.text, warnings);
  try {
    const destination = admitDestination(share, candidate.chosen, warnings);
    admitLanding(share, { ...candidate, kind: destination.kind }, warnings);
    const { expires_at, now } = candidate;
    endOfNew(resolveLifetime({ mode: "plain", expires_at, now }, warnings), { mode: "plain", now });
    return { valid: true, destination, channels, ...NO_FAULT, details: [], warnings };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { valid: false, destination: null, channels, ...describeRefusal(error), warnings };
  }
}

const NO_FAULT = { error: null, rule: null, denied_host: null, message: null };

/** A refusal as part of an answer. */
export function describeRefusal({ code, message, options }: Problem) {
  const { rule = null, denied_host = null } = (options.extra ?? {}) as Partial<Record<string, string | null>>;
  return { error: code, rule, denied_host, message, details: [...(options.details ?? [])] };
}
