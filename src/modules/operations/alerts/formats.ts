import type { PostedAlert } from "./model.ts";

/** The services whose shape a post can have. `json` is the alert itself, which Mattermost displays too. */
export type AlertFormat = "json" | "slack" | "discord" | "telegram" | "ntfy";

type Level = "bad" | "good" | "news";

/** A post to a receiver. */
interface Post {
  url: string;
  body: unknown;
}

/** Limits of each service, in characters unless named otherwise. */
const LIMITS = {
  slackHeader: 150,
  slackSection: 3_000,
  discordTitle: 256,
  discordDescription: 4_096,
  telegramText: 4_096,
  ntfyTitle: 250,
  ntfyMessageBytes: 4_096,
};

const DISCORD_COLOURS: Record<Level, number> = { bad: 0xb3261e, good: 0x1e7a34, news: 0x5f6368 };
const NTFY_PRIORITIES: Record<Level, number> = { bad: 5, good: 3, news: 3 };
const NTFY_TAGS: Record<Level, string> = {
  bad: "rotating_light",
  good: "white_check_mark",
  news: "information_source",
};

const FORMS: Record<AlertFormat, (url: string, alert: PostedAlert) => Post> = {
  json: (url, alert) => ({ url, body: alert }),
  slack: (url, alert) => ({ url, body: slackMessage(alert) }),
  discord: (url, alert) => ({ url, body: discordMessage(alert) }),
  telegram: telegramPost,
  ntfy: ntfyPost,
};

/** The post that shows an alert at a receiver of a format. */
export function formatAlert(format: AlertFormat, url: string, alert: PostedAlert): Post {
  return FORMS[format](url, alert);
}

/** Why a URL cannot receive a format, after the URL's name; null if it can. */
export function receiverFault(format: AlertFormat, url: string): string | null {
  const { pathname, searchParams } = new URL(url);
  if (format === "telegram" && (searchParams.get("chat_id") ?? "") === "")
    return "must name the chat, as in https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>";
  if (format === "ntfy" && !/^\/(.+\/)?[A-Za-z0-9_-]{1,64}$/.test(pathname))
    return "must end in the topic, as in https://ntfy.sh/<topic>";
  return null;
}

/** Slack reads &, < and > as control characters. */
function slackMessage(alert: PostedAlert): object {
  const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const section = (text: string) => ({
    type: "section",
    text: { type: "mrkdwn", text: cutTo(text, LIMITS.slackSection) },
  });
  const body = bodyOf(alert);
  const header = { type: "plain_text", text: cutTo(alert.title, LIMITS.slackHeader), emoji: false };
  return {
    text: escaped(alert.title),
    blocks: [{ type: "header", text: header }, ...(body === "" ? [] : [section(escaped(body))])],
    unfurl_links: false,
  };
}

/** An alert mentions nobody, whatever its text contains. */
function discordMessage(alert: PostedAlert): object {
  return {
    username: "salute",
    embeds: [
      {
        title: cutTo(alert.title, LIMITS.discordTitle),
        description: cutTo(bodyOf(alert), LIMITS.discordDescription),
        color: DISCORD_COLOURS[levelOf(alert)],
        timestamp: alert.at,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

/** The chat, and the topic of a group, stand in the URL's query and move to the body. */
function telegramPost(url: string, alert: PostedAlert): Post {
  const target = new URL(url);
  const chat = target.searchParams.get("chat_id") ?? "";
  const thread = target.searchParams.get("message_thread_id");
  target.search = "";
  return {
    url: target.href,
    body: {
      chat_id: chat,
      ...(thread === null ? {} : { message_thread_id: Number(thread) }),
      text: cutTo(alert.text, LIMITS.telegramText),
      link_preview_options: { is_disabled: true },
      disable_notification: levelOf(alert) !== "bad",
    },
  };
}

/** JSON goes to the server's root and names the topic, which is the last part of the URL's path. */
function ntfyPost(url: string, alert: PostedAlert): Post {
  const target = new URL(url);
  const parts = target.pathname.split("/");
  const topic = parts.pop() ?? "";
  target.pathname = `${parts.join("/")}/`;
  const level = levelOf(alert);
  return {
    url: target.href,
    body: {
      topic,
      title: cutTo(alert.title, LIMITS.ntfyTitle),
      message: cutToBytes(bodyOf(alert) || alert.title, LIMITS.ntfyMessageBytes),
      priority: NTFY_PRIORITIES[level],
      tags: [NTFY_TAGS[level]],
      click: `${alert.service}/admin/alerts`,
      actions: actionsOf(alert),
    },
  };
}

function actionsOf({ acknowledge_url: url }: PostedAlert): object[] {
  return url === null ? [] : [{ action: "view", label: "Acknowledge", url, clear: true }];
}

/** The text without its first line, which is the title. */
function bodyOf({ text, title }: PostedAlert): string {
  return text.slice(title.length).trim();
}

function levelOf({ type, overall, changes }: PostedAlert): Level {
  if (
    ["monitor.firing", "monitor.flapping", "monitor.escalated", "alarm.escalated", "game.paused"].includes(
      type,
    )
  )
    return "bad";
  if (changes.some(({ to }) => to === "bad") || overall === "bad") return "bad";
  return type === "monitor.resolved" || overall === "ok" ? "good" : "news";
}

/** Cuts at a character, not within one. */
function cutToBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  return `${new TextDecoder().decode(bytes.subarray(0, limit - 3), { stream: true })}…`;
}

function cutTo(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
