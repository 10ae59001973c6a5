import { type Channel, TEXT_ONLY } from "./channel.ts";
import { ADDRESS_WEIGHT, countCharacters, countGraphemes, countWeighted } from "./lengths.ts";
import { behind, counting, encodedJoin, joined, textParameter } from "./share.ts";

/** Channels whose posts are short, each with a count of its own. */
export const MICROBLOGS: readonly Channel[] = [
  {
    id: "x",
    label: "X",
    aliases: ["twitter", "x.com"],
    delivery: "intent",
    takes: TEXT_ONLY,
    unit: "weighted_characters",
    max: 280,
    format: "https://x.com/intent/post?text={text}&url={url}",
    build(share) {
      const { text, length } = counting(share.message, {
        unit: "weighted_characters",
        max: 280,
        measure: (each) => countWeighted(each) + behind(each, ADDRESS_WEIGHT),
      });
      return {
        url: `https://x.com/intent/post?${textParameter(share, text)}url=${share.encodedUrl}`,
        text,
        length,
      };
    },
  },
  {
    id: "bluesky",
    label: "Bluesky",
    aliases: ["bsky", "bsky.app"],
    delivery: "intent",
    takes: TEXT_ONLY,
    unit: "graphemes",
    max: 300,
    format: "https://bsky.app/intent/compose?text={text} {url}",
    build(share) {
      const { text, length } = counting(share.message, {
        unit: "graphemes",
        max: 300,
        measure: (each) => countGraphemes(joined(each, " ", share.url)),
      });
      const whole = joined(text, " ", share.url);
      return {
        url: `https://bsky.app/intent/compose?text=${encodedJoin(share, text, "%20")}`,
        text: whole,
        length,
      };
    },
  },
  {
    id: "threads",
    label: "Threads",
    aliases: ["threads.net", "threads.com"],
    delivery: "intent",
    takes: TEXT_ONLY,
    unit: "characters",
    max: 500,
    format: "https://www.threads.net/intent/post?text={text}&url={url}",
    build(share) {
      const { text, length } = counting(share.message, {
        unit: "characters",
        max: 500,
        measure: (each) => countCharacters(each) + behind(each, share.url.length),
      });
      const url = `https://www.threads.net/intent/post?${textParameter(share, text)}url=${share.encodedUrl}`;
      return { url, text, length };
    },
  },
  {
    id: "mastodon",
    label: "Mastodon",
    aliases: ["toot", "fediverse"],
    delivery: "intent",
    takes: TEXT_ONLY,
    unit: "graphemes",
    max: 500,
    format: "https://share.joinmastodon.org/#text={text} {url}",
    build(share) {
      const { text, length } = counting(share.message, {
        unit: "graphemes",
        max: 500,
        measure: (each) => countGraphemes(each) + behind(each, ADDRESS_WEIGHT),
      });
      const whole = joined(text, " ", share.url);
      return {
        url: `https://share.joinmastodon.org/#text=${encodedJoin(share, text, "%20")}`,
        text: whole,
        length,
      };
    },
  },
];
