import type { AudioShare } from "../audio-share.ts";
import { fullCode } from "../short-links/issue-short-link.ts";
import type { LinkRow } from "../store.ts";

/** A share's preview, independent of who displays it. */
export interface Card {
  title: string;
  description: string;
  /** The card's own address: the short link, or the destination without one. */
  url: string;
  /** The audio itself, if the share is a file. */
  audioUrl: string | null;
  playerUrl: string | null;
  oembedUrl: string | null;
  /** The host of the destination. */
  siteName: string;
}

export const PLAYER = { width: 480, height: 140 };

interface CardContent {
  title: string | null;
  description: string | null;
  destination: string;
  kind: "track" | "file";
}

/** The card of a share without a short link. */
export function plainCard({ title, description, destination, kind }: CardContent): Card {
  const siteName = new URL(destination).hostname;
  return {
    title: title ?? (kind === "file" ? "An audio file" : "A track"),
    description: description ?? `Listen on ${siteName}.`,
    url: destination,
    audioUrl: kind === "file" ? destination : null,
    playerUrl: null,
    oembedUrl: null,
    siteName,
  };
}

/** The card of a short link. */
export function linkCard(share: AudioShare, link: LinkRow): Card {
  const url = share.shortUrl(fullCode(share, share.live.read, link));
  const api = share.shortUrl("").slice(0, -"/s/audio/".length);
  return {
    ...plainCard(link),
    url,
    playerUrl: `${url}/player`,
    oembedUrl: `${api}/api/public/audio-share-links/oembed?url=${encodeURIComponent(url)}&format=json`,
  };
}

const AUDIO_TYPES: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  webm: "audio/webm",
};

/** By the path's ending; MP3 if that is unknown. */
function audioType(url: string): string {
  const ending = /\.([a-z0-9]{2,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? "";
  return AUDIO_TYPES[ending] ?? "audio/mpeg";
}

/** Open Graph properties, in order. */
export function openGraph(card: Card): Record<string, string> {
  const { audioUrl } = card;
  return {
    "og:type": "music.song",
    "og:title": card.title,
    "og:description": card.description,
    "og:url": card.url,
    "og:site_name": card.siteName,
    ...(audioUrl === null
      ? {}
      : {
          "og:audio": audioUrl,
          ...(audioUrl.startsWith("https:") ? { "og:audio:secure_url": audioUrl } : {}),
          "og:audio:type": audioType(audioUrl),
        }),
  };
}

/** Properties of X's cards: a player if there is one, which X shows only on https, otherwise a summary. */
export function twitterCard(card: Card): Record<string, string> {
  const common = { "twitter:title": card.title, "twitter:description": card.description };
  if (card.playerUrl === null) return { "twitter:card": "summary", ...common };
  const stream = card.audioUrl?.startsWith("https:") === true ? card.audioUrl : null;
  return {
    "twitter:card": "player",
    ...common,
    "twitter:player": card.playerUrl,
    "twitter:player:width": String(PLAYER.width),
    "twitter:player:height": String(PLAYER.height),
    ...(stream === null
      ? {}
      : { "twitter:player:stream": stream, "twitter:player:stream:content_type": audioType(stream) }),
  };
}

/** schema.org's AudioObject. */
export function jsonLd(card: Card): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "AudioObject",
    name: card.title,
    description: card.description,
    url: card.url,
    ...(card.audioUrl === null
      ? {}
      : { contentUrl: card.audioUrl, encodingFormat: audioType(card.audioUrl) }),
    ...(card.playerUrl === null ? {} : { embedUrl: card.playerUrl }),
  };
}

const CACHE_SECONDS = 300;

/** oEmbed's rich answer (oembed.com, 2.3.4.4): a frame with the player. */
export function oembed(card: Card & { playerUrl: string }, room: { maxwidth?: number; maxheight?: number }) {
  const width = Math.min(PLAYER.width, room.maxwidth ?? PLAYER.width);
  const height = Math.min(PLAYER.height, room.maxheight ?? PLAYER.height);
  return {
    version: "1.0",
    type: "rich",
    title: card.title,
    provider_name: card.siteName,
    provider_url: new URL(card.audioUrl ?? card.url).origin,
    url: card.url,
    html: `<iframe src="${escaped(card.playerUrl)}" title="${escaped(card.title)}" width="${width}" height="${height}" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`,
    width,
    height,
    cache_age: CACHE_SECONDS,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
