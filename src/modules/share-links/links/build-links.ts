import { isoUtc } from "../../../kit/clock.ts";
import type { AudioShare } from "./audio-share.ts";
import type { Channel } from "./channels/channel.ts";
import { ChannelChoice } from "./channels/choose-channels.ts";
import { Share } from "./channels/share.ts";
import { type ChecksummedText, checksummedInOrder } from "./checksum.ts";
import { admitDestination, type Destination, type DestinationInput, requireChosen } from "./destination.ts";
import { fullCode, issueShortLink } from "./short-links/issue-short-link.ts";
import { lifetimeOf, type TokenMode } from "./short-links/lifetime.ts";
import type { LinkRow } from "./store.ts";
import { type Warning, warn } from "./validation/warnings.ts";
import { cleanWords } from "./words.ts";

export interface LinksInput extends DestinationInput {
  title?: string | undefined;
  text?: string | undefined;
  channels?: string | undefined;
  token_mode?: TokenMode | undefined;
  use_short?: boolean | undefined;
  expires_in?: number | undefined;
}

interface PreparedShare {
  destination: Destination;
  channels: readonly Channel[];
  title: string | null;
  text: string | null;
  warnings: Warning[];
}

/**
 * Checks a share's content and destination. @throws Problem invalid_query, destination_invalid,
 * destination_host_denied
 */
function prepare(share: AudioShare, input: LinksInput): PreparedShare {
  const warnings: Warning[] = [];
  const chosen = requireChosen(input, warnings);
  const destination = admitDestination(share, chosen, warnings);
  const channels = new ChannelChoice().choose(input.channels, warnings);
  const title = cleanWords("title", input.title, warnings);
  const text = cleanWords("text", input.text, warnings);
  return { destination, channels, title, text, warnings };
}

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
  if (input.use_short !== true) {
    if (input.token_mode !== undefined || input.expires_in !== undefined) {
      const message = "token_mode and expires_in belong to short links; none was requested.";
      prepared.warnings.push(warn("short_options_ignored", message, { field: "use_short" }));
    }
    return checksummedInOrder(linksBody(share, prepared, null));
  }
  const { destination, title, text, warnings } = prepared;
  const lifetime = lifetimeOf(mode, input.expires_in, warnings);
  return issueShortLink(share, { destination, title, text, mode, lifetime }, caller).then((link) =>
    checksummedInOrder(linksBody(share, prepared, link)),
  );
}

/** The body with all members sorted by name, for the checksum. */
function linksBody(share: AudioShare, prepared: PreparedShare, link: LinkRow | null) {
  const { channels, destination, title, text, warnings } = prepared;
  const short = link === null ? null : shortView(share, link);
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

/** A short link as shown in answers. */
export function shortView(share: AudioShare, link: LinkRow) {
  const code = fullCode(share, share.live.read, link);
  return {
    code,
    expires_at: isoUtc(link.expires_at),
    short_url: share.shortUrl(code),
    state: "active" as const,
    token_mode: link.kid === null ? ("plain" as const) : ("signed" as const),
  };
}
