import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../../db/json-column.ts";
import { invalidQuery } from "../../../../http/answers/problem.ts";
import { Characters, Nullable } from "../../../../http/schema/shapes.ts";
import { createValidator } from "../../../../http/schema/validate.ts";
import type { AudioShare } from "../audio-share.ts";
import { refusal } from "../destination.ts";
import type { LinkRow } from "../store.ts";
import { type Warning, warn } from "../validation/warnings.ts";
import { cleanWords } from "../words.ts";
import { admitServices, type ServiceLinks, ServicesShape, withoutDenied } from "./services.ts";

const LandingShape = Type.Object({
  artist: Nullable(Type.String()),
  artwork_url: Nullable(Type.String()),
  /** The audio of a track that has a file, too. */
  file_url: Nullable(Type.String()),
  services: ServicesShape,
});

/** What a landing page shows beside title and text. Its addresses are as the policy emitted them. */
export type Landing = Static<typeof LandingShape>;

export const LANDING = jsonColumn("audio_share_links.landing", LandingShape);

/** The fields of a landing page in a request, whose services may be the text of a JSON object. */
export const landingFields = {
  artist: Type.Optional(
    Characters(200, { description: "The artist's name on the landing page, the card and in JSON-LD." }),
  ),
  artwork_url: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "The picture of the landing page: a path of the site, or an address that the policy allows.",
    }),
  ),
};

export interface LandingInput {
  landing?: boolean | undefined;
  artist?: string | undefined;
  artwork_url?: string | undefined;
  services?: ServiceLinks | undefined;
  track_url?: string | undefined;
  file_url?: string | undefined;
}

const SERVICES_INPUT = createValidator(ServicesShape);

/** The services in a query. @throws Problem invalid_query naming the member */
export function parseServices(text: string | undefined): ServiceLinks | undefined {
  if (text === undefined) return undefined;
  const value: unknown = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidQuery(
      "services",
      'must be a JSON object such as {"spotify":"https://open.spotify.com/track/…"}',
    );
  const [fault] = SERVICES_INPUT.faults(value) ?? [];
  if (fault !== undefined) throw invalidQuery(`services.${fault.field}`, fault.message);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The landing page of a request; null for a link that redirects.
 * @param kind of the destination: a file that is the destination is not stored a second time
 * @throws Problem destination_invalid, destination_host_denied
 */
export function admitLanding(
  share: AudioShare,
  input: LandingInput & { kind: "track" | "file" },
  warnings: Warning[],
): Landing | null {
  if (input.landing !== true || !share.policy.landing) {
    warnOfIgnored(share, input, warnings);
    return null;
  }
  const file = input.kind === "track" ? input.file_url : undefined;
  return {
    artist: cleanWords("artist", input.artist, warnings),
    artwork_url: admitOptional(share, "artwork_url", input.artwork_url),
    file_url: admitOptional(share, "file_url", file),
    services: admitServices(share, input.services ?? {}),
  };
}

function warnOfIgnored(share: AudioShare, input: LandingInput, warnings: Warning[]): void {
  if (input.landing === true) {
    const message = "The policy has landing pages switched off: the link redirects.";
    warnings.push(warn("landing_off", message, { field: "landing" }));
    return;
  }
  const ignored = (["artist", "artwork_url", "services"] as const).find((name) => input[name] !== undefined);
  if (ignored === undefined || !share.policy.landing) return;
  const message = `${ignored} belongs to a landing page; none was requested.`;
  warnings.push(warn("landing_options_ignored", message, { field: "landing" }));
}

function admitOptional(
  share: AudioShare,
  field: "artwork_url" | "file_url",
  text: string | undefined,
): string | null {
  if (text === undefined) return null;
  const decision = share.decide(text);
  if (!decision.allowed) throw refusal(decision.rule, decision.deniedHost, field);
  return decision.url;
}

/** The landing page of a link, without addresses that the policy no longer allows; null if the link redirects. */
export function readLanding(share: AudioShare, { landing }: Pick<LinkRow, "landing">): Landing | null {
  if (landing === null || !share.policy.landing) return null;
  const stored = LANDING.read(landing);
  const allowed = (url: string | null) => (url !== null && share.isStillAllowed(url) ? url : null);
  return {
    ...stored,
    artwork_url: allowed(stored.artwork_url),
    file_url: allowed(stored.file_url),
    services: withoutDenied(share, stored.services),
  };
}

/** The audio that a link's player plays; null if it leads to a page alone. */
export function chooseAudio(
  { destination, kind }: Pick<LinkRow, "destination" | "kind">,
  landing: Landing | null,
): string | null {
  return kind === "file" ? destination : (landing?.file_url ?? null);
}
