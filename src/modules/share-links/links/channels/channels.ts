import { type Channel, TEXT_ONLY } from "./channel.ts";
import { countCharacters, countSms, cut, SMS_MAX } from "./lengths.ts";
import { MICROBLOGS } from "./microblogs.ts";
import {
  behind,
  counting,
  encodedJoin,
  joined,
  LINK_BYTES,
  mailTo,
  NO_TEXT,
  pasted,
  toLength,
} from "./share.ts";

export const CHANNELS: readonly Channel[] = [
  ...MICROBLOGS,
  {
    id: "telegram",
    label: "Telegram",
    aliases: ["tg", "t.me"],
    delivery: "intent",
    takes: TEXT_ONLY,
    unit: "utf16_units",
    max: 4_096,
    format: "https://t.me/share/url?url={url}&text={text}",
    build(share) {
      const { text, length } = counting(share.message, {
        unit: "utf16_units",
        max: 4_096,
        measure: (each) => each.length + behind(each, share.url.length),
      });
      const tail = text === "" ? "" : `&text=${share.encoded(text)}`;
      return { url: `https://t.me/share/url?url=${share.encodedUrl}${tail}`, text, length };
    },
  },
  {
    id: "whatsapp",
    label: "WhatsApp",
    aliases: ["wa", "wa.me"],
    delivery: "intent",
    takes: TEXT_ONLY,
    unit: "bytes",
    max: LINK_BYTES,
    format: "https://wa.me/?text={text}{line break}{url}",
    build(share) {
      const link = (each: string) => `https://wa.me/?text=${encodedJoin(share, each, "%0A")}`;
      const { text, length } = counting(share.message, {
        unit: "bytes",
        max: LINK_BYTES,
        measure: (each) => link(each).length,
      });
      return { url: link(text), text: joined(text, "\n", share.url), length };
    },
  },
  {
    id: "facebook",
    label: "Facebook",
    aliases: ["fb"],
    delivery: "intent",
    takes: [],
    unit: "none",
    max: null,
    format: "https://www.facebook.com/sharer/sharer.php?u={url}",
    build: ({ encodedUrl }) => ({
      url: `https://www.facebook.com/sharer/sharer.php?u=${encodedUrl}`,
      text: "",
      length: NO_TEXT,
    }),
  },
  {
    id: "linkedin",
    label: "LinkedIn",
    aliases: ["li"],
    delivery: "intent",
    takes: [],
    unit: "none",
    max: null,
    format: "https://www.linkedin.com/sharing/share-offsite/?url={url}",
    build: ({ encodedUrl }) => ({
      url: `https://www.linkedin.com/sharing/share-offsite/?url=${encodedUrl}`,
      text: "",
      length: NO_TEXT,
    }),
  },
  {
    id: "reddit",
    label: "Reddit",
    aliases: [],
    delivery: "intent",
    takes: ["title", "text"],
    unit: "characters",
    max: 300,
    format: "https://www.reddit.com/submit?url={url}&title={title}",
    build(share) {
      const wish = (share.title ?? share.text ?? "").replaceAll("\n", " ");
      const { text, length } = counting(wish, { unit: "characters", max: 300, measure: countCharacters });
      const tail = text === "" ? "" : `&title=${share.encoded(text)}`;
      return { url: `https://www.reddit.com/submit?url=${share.encodedUrl}${tail}`, text, length };
    },
  },
  {
    id: "email",
    label: "E-mail",
    aliases: ["mail", "mailto", "e-mail"],
    delivery: "intent",
    takes: ["title", "text"],
    unit: "bytes",
    max: LINK_BYTES,
    format: "mailto:?subject={title}&body={text}{line breaks}{url}",
    build(share) {
      const [subject, link] = mailTo(share);
      const { text, length } = counting(share.message, {
        unit: "bytes",
        max: LINK_BYTES,
        measure: (each) => link(each).length,
      });
      const isSubjectCut = subject !== (share.title ?? "");
      return {
        url: link(text),
        text: joined(text, "\n\n", share.url),
        length: { ...length, truncated: length.truncated || isSubjectCut },
      };
    },
  },
  {
    id: "sms",
    label: "Text message",
    aliases: ["text-message", "imessage"],
    delivery: "intent",
    takes: TEXT_ONLY,
    unit: "gsm7_septets",
    max: SMS_MAX.gsm7_septets,
    format: "sms:?&body={text} {url}",
    build(share) {
      const wish = share.message;
      const text = cut(wish, (each) => {
        const { used, max } = countSms(joined(each, " ", share.url));
        return used <= max;
      });
      const whole = joined(text, " ", share.url);
      const { unit, used, max } = countSms(whole);
      return {
        url: `sms:?&body=${encodedJoin(share, text, "%20")}`,
        text: whole,
        length: toLength({ unit, max, used, truncated: text !== wish }),
      };
    },
  },
  pasteChannel({ id: "slack", label: "Slack", aliases: [], max: 4_000 }),
  pasteChannel({ id: "discord", label: "Discord", aliases: [], max: 2_000 }),
  pasteChannel({ id: "copy", label: "Copy", aliases: ["clipboard", "link"], max: null }),
  {
    id: "web_share",
    label: "Share sheet",
    aliases: ["native", "webshare", "navigator.share"],
    delivery: "native",
    takes: ["title", "text"],
    unit: "characters",
    max: null,
    format: null,
    build(share) {
      const text = share.message;
      const used = countCharacters(text);
      const length = toLength({ unit: "characters", max: null, used, truncated: false });
      return { url: share.url, text, length };
    },
  },
];

/** A channel without a share link: people paste the text. */
function pasteChannel(channel: Pick<Channel, "id" | "label" | "aliases" | "max">): Channel {
  return {
    ...channel,
    delivery: "copy",
    takes: ["title", "text"],
    unit: "characters",
    format: null,
    build: (share) => pasted(share, channel.max),
  };
}

export const DEFAULT_CHANNELS = ["x", "telegram", "email", "slack"] as const;

const BY_NAME = new Map(CHANNELS.flatMap((each) => [each.id, ...each.aliases].map((name) => [name, each])));

/** The channel with an id or alias, in any case; null if unknown. */
export function findChannel(name: string): Channel | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

/** Every id and alias. */
export function channelNames(): string[] {
  return [...BY_NAME.keys()];
}
