import { SOURCE_LOCALE } from "../../../../kit/language/locale.ts";
import type { AudioShare } from "../audio-share.ts";
import { chooseAudio, readLanding } from "../landing/landing.ts";
import { fullCode } from "../short-links/issue-short-link.ts";
import type { LinkRow } from "../store.ts";
import { SHARE_WORDS, type ShareWords } from "../words/index.ts";

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
  /** A picture of the card; null without a short link. */
  imageUrl: string | null;
  artist: string | null;
  /** Addresses of the same recording on streaming services; null unless it has a landing page. */
  sameAs: readonly string[] | null;
  /** The host of the destination. */
  siteName: string;
}

export const PLAYER = { width: 480, height: 140 };
/** Pixels of the picture, as social networks expect it. */
export const CARD = { width: 1_200, height: 630 };

interface CardContent {
  title: string | null;
  description: string | null;
  destination: string;
  kind: "track" | "file";
}

/** The card of a share without a short link. */
export function plainCard(
  { title, description, destination, kind }: CardContent,
  words: ShareWords = SHARE_WORDS.in(SOURCE_LOCALE),
): Card {
  const siteName = new URL(destination).hostname;
  return {
    title: title ?? words.say(kind === "file" ? "a_file" : "a_track"),
    description: description ?? words.say("card_about", { site: siteName }),
    url: destination,
    audioUrl: kind === "file" ? destination : null,
    playerUrl: null,
    oembedUrl: null,
    imageUrl: null,
    artist: null,
    sameAs: null,
    siteName,
  };
}

/** The card of a short link; its own words are English for programs that ask for none. */
export function linkCard(
  share: AudioShare,
  link: LinkRow,
  words: ShareWords = SHARE_WORDS.in(SOURCE_LOCALE),
): Card {
  const url = share.shortUrl(fullCode(share, share.live.read, link));
  const api = share.shortUrl("").slice(0, -"/s/audio/".length);
  const landing = readLanding(share, link);
  const artist = landing?.artist ?? null;
  const plain = plainCard(link, words);
  const byline =
    artist === null || link.description !== null ? "" : `${words.say("card_byline", { artist })} `;
  return {
    ...plain,
    description: `${byline}${plain.description}`,
    url,
    audioUrl: chooseAudio(link, landing),
    imageUrl: `${url}/card.png`,
    artist,
    sameAs: landing === null ? null : Object.values(landing.services),
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
    ...(card.imageUrl === null
      ? {}
      : {
          "og:image": card.imageUrl,
          "og:image:type": "image/png",
          "og:image:width": String(CARD.width),
          "og:image:height": String(CARD.height),
          "og:image:alt": card.title,
        }),
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
  const common = {
    "twitter:title": card.title,
    "twitter:description": card.description,
    ...(card.imageUrl === null ? {} : { "twitter:image": card.imageUrl }),
  };
  if (card.playerUrl === null) return { "twitter:card": "summary", ...common };
  if (card.audioUrl === null && card.sameAs !== null)
    return { "twitter:card": "summary_large_image", ...common };
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

/** schema.org's AudioObject, or for a landing page its MusicRecording. */
export function jsonLd(card: Card): Record<string, unknown> {
  const named = { name: card.title, description: card.description, url: card.url };
  if (card.sameAs === null) return { "@context": "https://schema.org", ...audioObject(card, named) };
  return {
    "@context": "https://schema.org",
    "@type": "MusicRecording",
    ...named,
    ...(card.artist === null ? {} : { byArtist: { "@type": "MusicGroup", name: card.artist } }),
    ...(card.imageUrl === null ? {} : { image: card.imageUrl }),
    ...(card.sameAs.length === 0 ? {} : { sameAs: card.sameAs }),
    ...(card.audioUrl === null ? {} : { audio: audioObject(card, {}) }),
  };
}

function audioObject(card: Card, named: Record<string, string>): Record<string, unknown> {
  return {
    "@type": "AudioObject",
    ...named,
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
    ...(card.artist === null ? {} : { author_name: card.artist }),
    ...(card.imageUrl === null
      ? {}
      : { thumbnail_url: card.imageUrl, thumbnail_width: CARD.width, thumbnail_height: CARD.height }),
    html: `<iframe src="${escaped(card.playerUrl)}" title="${escaped(card.title)}" width="${width}" height="${height}" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`,
    width,
    height,
    cache_age: CACHE_SECONDS,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
