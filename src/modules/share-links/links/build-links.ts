import { isoUtc } from "../../../kit/clock.ts";
import type { AudioShare } from "./audio-share.ts";
import type { Channel } from "./channels/channel.ts";
import { ChannelChoice } from "./channels/choose-channels.ts";
import { Share } from "./channels/share.ts";
import { type ChecksummedText, checksummedInOrder } from "./checksum.ts";
import { admitDestination, type Destination, type DestinationInput, requireChosen } from "./destination.ts";
import { admitLanding, type Landing, type LandingInput } from "./landing/landing.ts";
import { fullCode, type IssuedLink, issueShortLink } from "./short-links/issue-short-link.ts";
import { type LifetimeInput, resolveLifetime, type TokenMode } from "./short-links/lifetime.ts";
import { type Warning, warn } from "./validation/warnings.ts";
import { cleanWords } from "./words.ts";

export interface LinksInput extends DestinationInput, LandingInput, LifetimeInput {
  title?: string | undefined;
  text?: string | undefined;
  channels?: string | undefined;
  token_mode?: TokenMode | undefined;
  use_short?: boolean | undefined;
  stats?: boolean | undefined;
}

export interface PreparedShare {
  destination: Destination;
  channels: readonly Channel[];
  title: string | null;
  text: string | null;
  landing: Landing | null;
  warnings: Warning[];
}

/**
 * Checks a share's content and destination. @throws Problem invalid_query, destination_invalid,
 * destination_host_denied
 */
export function prepare(share: AudioShare, input: LinksInput): PreparedShare {
  const warnings: Warning[] = [];
  // A landing page shows both: the file's player beside the track's address.
  const takesBoth = input.landing === true && share.policy.landing && input.prefer !== "file";
  const chosen = requireChosen(input, takesBoth ? [] : warnings);
  const destination = admitDestination(share, chosen, warnings);
  const channels = new ChannelChoice().choose(input.channels, warnings);
  const title = cleanWords("title", input.title, warnings);
  const text = cleanWords("text", input.text, warnings);
  const landing = admitLanding(share, { ...input, kind: destination.kind }, warnings);
  return { destination, channels, title, text, landing, warnings };
}

/** Options that have no effect without a short link. */
const SHORT_OPTIONS = ["landing", "stats", "token_mode", "expires_in", "expires_at"] as const;

/**
 * Builds the links of a share in each channel's form; with use_short all of them lead through one short link. The
 * same input gives the same bytes within the short link's lifetime.
 * @throws Problem as prepare and issueShortLink do
 */
export function buildLinks(
  share: AudioShare,
  input: LinksInput,
  caller: { address: string; now: number },
): ChecksummedText | Promise<ChecksummedText> {
  const prepared = prepare(share, input);
  const mode = input.token_mode ?? "plain";
  // A landing page is at a short link.
  if (input.use_short !== true && (prepared.landing === null || input.use_short === false)) {
    if (SHORT_OPTIONS.some((name) => input[name] !== undefined && input[name] !== false)) {
      const message = `${SHORT_OPTIONS.join(", ")} belong to short links; none was requested.`;
      prepared.warnings.push(warn("short_options_ignored", message, { field: "use_short" }));
    }
    return checksummedInOrder(linksBody(share, prepared, null));
  }
  const lifetime = resolveLifetime({ ...input, mode, now: caller.now }, prepared.warnings);
  const hasStats = input.stats ?? prepared.landing !== null;
  return issueShortLink(share, { ...prepared, mode, lifetime, hasStats }, caller).then((issued) => ({
    ...checksummedInOrder(linksBody(share, prepared, issued)),
    isSecret: issued.statsSecret !== null,
  }));
}

/** The body with all members sorted by name, for the checksum. */
function linksBody(share: AudioShare, prepared: PreparedShare, issued: IssuedLink | null) {
  const { channels, destination, title, text, warnings } = prepared;
  const short = issued === null ? null : shortView(share, issued);
  const plain = new Share(title, text, destination.url);
  const links = channels.map((channel) => {
    // The channel of the click, added to the short link as a parameter.
    const shared = short === null ? plain : new Share(title, text, `${short.short_url}?c=${channel.id}`);
    return linkOf(channel, shared, warnings);
  });
  return {
    destination: { kind: destination.kind, url: destination.url },
    links,
    policy_revision: share.policy.revision,
    short,
    success: true as const,
    warnings,
  };
}

function linkOf(channel: Channel, share: Share, warnings: Warning[]) {
  const { id, label, delivery, takes } = channel;
  const { length, text, url } = channel.build(share);
  if (length.truncated) {
    const message = `The text was cut to fit ${label}: ${length.max} ${length.unit}.`;
    warnings.push(warn("text_truncated", message, { channel: id, field: "text" }));
  }
  if (takes.length === 0 && (share.text ?? share.title) !== null) {
    const message = `${label} takes no text: it reads the destination's own.`;
    warnings.push(warn("text_not_taken", message, { channel: id, field: "text" }));
  }
  if (length.max !== null && length.used > length.max) {
    const message = `The address alone is longer than ${label} allows.`;
    warnings.push(warn("address_over_limit", message, { channel: id }));
  }
  return { channel: id, delivery, label, length, text, url };
}

/** A short link as shown in answers, with its members sorted by name. */
export function shortView(share: AudioShare, { link, statsSecret }: IssuedLink) {
  const code = fullCode(share, share.live.read, link);
  const short_url = share.shortUrl(code);
  return {
    card_url: `${short_url}/card.png`,
    code,
    expires_at: isoUtc(link.expires_at),
    landing: link.landing !== null,
    qr_png_url: `${short_url}/qr.png`,
    qr_svg_url: `${short_url}/qr.svg`,
    short_url,
    state: "active" as const,
    stats_url: statsSecret === null ? null : share.statsUrl(statsSecret),
    token_mode: link.kid === null ? ("plain" as const) : ("signed" as const),
  };
}
