import { findChannel } from "../channels/channels.ts";

/** Kinds of clicks, as far as they can be told apart anonymously. */
export const CLICK_KINDS = ["human", "preview_bot", "head", "prefetch", "duplicate"] as const;
export type ClickKind = (typeof CLICK_KINDS)[number];

/** Names in user agents of preview programs, with the channel that each works for. The first that occurs counts. */
const PREVIEW_BOTS: readonly (readonly [name: string, channel: string | null])[] = [
  // Also names itself "like TwitterBot".
  ["TelegramBot", "telegram"],
  // Of iMessage, which adds the names that receivers of previews know.
  ["facebookexternalhit/1.1 Facebot Twitterbot", "sms"],
  ["Twitterbot", "x"],
  ["facebookexternalhit", "facebook"],
  ["facebookcatalog", "facebook"],
  ["meta-externalagent", "facebook"],
  ["meta-externalfetcher", "facebook"],
  ["WhatsApp", "whatsapp"],
  ["Slackbot", "slack"],
  ["Slack-ImgProxy", "slack"],
  ["Discordbot", "discord"],
  ["LinkedInBot", "linkedin"],
  ["redditbot", "reddit"],
  ["Cardyb", "bluesky"],
  ["Mastodon", "mastodon"],
  ["SkypeUriPreview", null],
  ["MicrosoftPreview", null],
  ["Pinterestbot", null],
  ["Viber", null],
  ["vkShare", null],
  ["Iframely", null],
  ["Embedly", null],
  ["Google-PageRenderer", null],
  ["Applebot", null],
];
const PREVIEW_BOT = new RegExp(PREVIEW_BOTS.map(([name]) => name).join("|"), "i");
/** Other user agents that identify themselves as programs. */
const OTHER_BOT = /bot\b|bot\/|crawl|spider|preview|scan(ner)?\b|monitor|headless|GPTBot|ClaudeBot/i;

const REFERRERS: readonly (readonly [host: RegExp, channel: string])[] = [
  [/(^|\.)(t\.co|x\.com|twitter\.com)$/, "x"],
  [/(^|\.)(bsky\.app)$/, "bluesky"],
  [/(^|\.)(threads\.net|threads\.com)$/, "threads"],
  [/(^|\.)(t\.me|telegram\.org)$/, "telegram"],
  [/(^|\.)(whatsapp\.com|wa\.me)$/, "whatsapp"],
  [/(^|\.)(facebook\.com|fb\.me)$/, "facebook"],
  [/(^|\.)(linkedin\.com|lnkd\.in)$/, "linkedin"],
  [/(^|\.)(reddit\.com|redd\.it)$/, "reddit"],
  [/(^|\.)(slack\.com)$/, "slack"],
  [/(^|\.)(discord\.com)$/, "discord"],
];

/** Visits by a QR code, which holds this mark. */
export const QR_CHANNEL = "qr";

/** Clicks from an unknown channel. */
export const DIRECT = "direct";

export interface Visit {
  kind: Exclude<ClickKind, "duplicate">;
  channel: string;
  /** Whether the visitor fetches the link's preview card. */
  wantsCard: boolean;
  userAgent: string;
  /** Whether the visitor asked not to be tracked: counted without any key. */
  isPrivate: boolean;
}

interface Agent {
  wantsCard: boolean;
  isBot: boolean;
}

const MAX_AGENTS = 1_000;
const MAX_AGENT_LENGTH = 512;
const agents = new Map<string, Agent>();

/**
 * The kind of a user agent. Few occur again and again, and comparing some fifty names takes longer than everything
 * else.
 */
function agentOf(userAgent: string): Agent {
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const wantsCard = PREVIEW_BOT.test(userAgent);
  const agent = { wantsCard, isBot: wantsCard || userAgent === "" || OTHER_BOT.test(userAgent) };
  if (userAgent.length <= MAX_AGENT_LENGTH) {
    if (agents.size >= MAX_AGENTS) agents.clear();
    agents.set(userAgent, agent);
  }
  return agent;
}

/** Whether a user agent says that no person uses it. */
export function isProgram(userAgent: string): boolean {
  return agentOf(userAgent).isBot;
}

/**
 * @param header reads a header of the request by its lower-case name
 * @param mark the channel in the link, for which it was made
 */
export function classify(
  method: string,
  header: (name: string) => string | null,
  mark: string | undefined,
): Visit {
  const userAgent = header("user-agent") ?? "";
  const { wantsCard, isBot } = agentOf(userAgent);
  const kind = method === "HEAD" ? "head" : isBot ? "preview_bot" : isPrefetch(header) ? "prefetch" : "human";
  const channel = markedChannel(mark) ?? channelOf(userAgent, wantsCard, header);
  const isPrivate = header("sec-gpc") === "1" || header("dnt") === "1";
  return { kind, channel, wantsCard, userAgent, isPrivate };
}

function markedChannel(mark: string | undefined): string | null {
  if (mark === undefined) return null;
  return mark === QR_CHANNEL ? QR_CHANNEL : (findChannel(mark)?.id ?? null);
}

function isPrefetch(header: (name: string) => string | null): boolean {
  const purpose = header("sec-purpose") ?? header("purpose") ?? header("x-purpose") ?? header("x-moz");
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}

function channelOf(userAgent: string, isPreview: boolean, header: (name: string) => string | null): string {
  if (isPreview) {
    const bot = PREVIEW_BOTS.find(([name]) => userAgent.toLowerCase().includes(name.toLowerCase()));
    return bot?.[1] ?? DIRECT;
  }
  const referrer = header("referer");
  const host = referrer === null ? undefined : URL.parse(referrer)?.hostname;
  return (host === undefined ? null : REFERRERS.find(([pattern]) => pattern.test(host))?.[1]) ?? DIRECT;
}
