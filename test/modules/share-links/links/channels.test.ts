import { describe, expect, test } from "bun:test";
import type { Channel } from "../../../../src/modules/share-links/links/channels/channel.ts";
import { CHANNELS, findChannel } from "../../../../src/modules/share-links/links/channels/channels.ts";
import {
  countSms,
  countWeighted,
  cut,
  splitGraphemes,
} from "../../../../src/modules/share-links/links/channels/lengths.ts";
import { Share } from "../../../../src/modules/share-links/links/channels/share.ts";

const URL_ = "https://music.example/tracks/42?a=1&b=%20c#d+e";
const TITLE = 'Wïnter "Song" & <more> 100% + ½';
const TEXT = "Hör zu: #now @you & them?\nline two = 2+2 👩‍👩‍👧‍👦 日本\u0301";

const channelOf = (id: string): Channel => {
  const channel = findChannel(id);
  if (channel === null) throw new Error(`no channel ${id}`);
  return channel;
};
const build = (id: string, share: { title?: string; text?: string; url?: string } = {}) =>
  channelOf(id).build(new Share(share.title ?? null, share.text ?? null, share.url ?? URL_));

/** The parameters as a channel's server reads them: percent-decoded, with + as it is sent. */
function decoded(link: string | null): Record<string, string> {
  const query = /[?#](.*)$/.exec((link ?? "").replace(/^sms:\?&/, "sms:?"))?.[1] ?? "";
  return Object.fromEntries(
    query
      .split("&")
      .filter((pair) => pair !== "")
      .map((pair) => pair.split("=").map(decodeURIComponent) as [string, string]),
  );
}

/** What each channel is meant to show of a share with title and text. */
const MEANT: Record<string, { start: string; parameters: Record<string, string> }> = {
  x: { start: "https://x.com/intent/post?", parameters: { text: TEXT, url: URL_ } },
  bluesky: { start: "https://bsky.app/intent/compose?", parameters: { text: `${TEXT} ${URL_}` } },
  threads: { start: "https://www.threads.net/intent/post?", parameters: { text: TEXT, url: URL_ } },
  mastodon: { start: "https://share.joinmastodon.org/#", parameters: { text: `${TEXT} ${URL_}` } },
  telegram: { start: "https://t.me/share/url?", parameters: { url: URL_, text: TEXT } },
  whatsapp: { start: "https://wa.me/?", parameters: { text: `${TEXT}\n${URL_}` } },
  facebook: { start: "https://www.facebook.com/sharer/sharer.php?", parameters: { u: URL_ } },
  linkedin: { start: "https://www.linkedin.com/sharing/share-offsite/?", parameters: { url: URL_ } },
  reddit: { start: "https://www.reddit.com/submit?", parameters: { url: URL_, title: TITLE } },
  email: {
    start: "mailto:?",
    parameters: { subject: TITLE, body: `${TEXT.replace("\n", "\r\n")}\r\n\r\n${URL_}` },
  },
  sms: { start: "sms:?&", parameters: { body: `${TEXT} ${URL_}` } },
};

describe("what a channel's server decodes is what was meant", () => {
  for (const [id, { start, parameters }] of Object.entries(MEANT)) {
    test(id, () => {
      const { url } = build(id, { title: TITLE, text: TEXT });
      expect(url).toStartWith(start);
      expect(decoded(url)).toEqual(parameters);
      // A + would be shown as such by mail and messages, and be a blank elsewhere.
      expect(url).toMatch(/^[!-*,-~]+$/);
    });

    test(`${id}: without words the address stands alone`, () => {
      expect(Object.values(decoded(build(id).url))).toEqual([URL_]);
    });
  }

  test("a form reads X's and Telegram's links the same way", () => {
    expect(new URL(build("x", { text: TEXT }).url ?? "").searchParams.get("text")).toBe(TEXT);
    expect(new URL(build("telegram", { text: TEXT }).url ?? "").searchParams.get("url")).toBe(URL_);
  });

  test("channels without an intent say so: text to be pasted, title, text and address on lines of their own", () => {
    for (const id of ["slack", "discord", "copy"]) {
      expect(channelOf(id).delivery).toBe("copy");
      expect(build(id, { title: TITLE, text: TEXT })).toMatchObject({
        url: null,
        text: `${TITLE}\n${TEXT}\n${URL_}`,
      });
    }
    expect(channelOf("web_share").delivery).toBe("native");
    expect(build("web_share", { text: TEXT })).toMatchObject({ url: URL_, text: TEXT });
  });

  test("every channel is one of these", () => {
    const known = [...Object.keys(MEANT), "slack", "discord", "copy", "web_share"];
    expect(CHANNELS.map(({ id }) => id).sort()).toEqual(known.sort());
  });
});

describe("names", () => {
  test.each([
    ["twitter", "x"],
    ["tg", "telegram"],
    ["mail", "email"],
    ["mailto", "email"],
    ["bsky", "bluesky"],
    ["WhatsApp", "whatsapp"],
  ])("%s is %s", (name, id) => expect(findChannel(name)?.id).toBe(id));

  test("no two channels share a name", () => {
    const names = CHANNELS.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("lengths by the channels' own rules", () => {
  test("X: Latin 1, CJK and emoji 2 whatever they are made of, every address 23", () => {
    expect(countWeighted("abc äß")).toBe(6);
    expect(countWeighted("日本")).toBe(4);
    expect(countWeighted("👩‍👩‍👧‍👦")).toBe(2);
    expect(countWeighted("🇩🇪1️⃣")).toBe(4);
    expect(countWeighted("e\u0301")).toBe(1);
    expect(countWeighted("“quoted” – dash…")).toBe(17);
    expect(countWeighted(`see ${"https://example.com/".padEnd(80, "x")} now`)).toBe(4 + 23 + 4);
    expect(build("x", { text: "a".repeat(256) }).length).toEqual({
      unit: "weighted_characters",
      max: 280,
      used: 280,
      remaining: 0,
      truncated: false,
    });
    expect(build("x", { text: "a".repeat(257) }).length).toMatchObject({ used: 280, truncated: true });
    expect(build("x", { text: "日".repeat(129) }).text).toBe(`${"日".repeat(127)}…`);
  });

  test("Bluesky: 300 graphemes, the address among them", () => {
    const room = 300 - URL_.length - 1;
    expect(build("bluesky", { text: "👩‍👩‍👧‍👦".repeat(room) }).length).toMatchObject({
      used: 300,
      truncated: false,
    });
    const over = build("bluesky", { text: "👩‍👩‍👧‍👦".repeat(room + 1) });
    expect(over.text).toBe(`${"👩‍👩‍👧‍👦".repeat(room - 1)}… ${URL_}`);
  });

  test("Threads 500 characters; Mastodon 500 graphemes, an address 23; Telegram 4096 UTF-16 units", () => {
    expect(build("threads", { text: "a".repeat(600) }).length).toMatchObject({ max: 500, used: 500 });
    expect(build("mastodon", { text: "a".repeat(476) }).length).toMatchObject({
      used: 500,
      truncated: false,
    });
    expect(build("mastodon", { text: "a".repeat(477) }).length).toMatchObject({ used: 500, truncated: true });
    const { length } = build("telegram", { text: "🎵".repeat(3_000) });
    expect(length).toMatchObject({ unit: "utf16_units", max: 4096, truncated: true });
    expect(length.used).toBeLessThanOrEqual(4096);
  });

  test("Reddit: a title of 300 characters, in one line", () => {
    expect(build("reddit", { text: "a\nb" }).text).toBe("a b");
    expect(build("reddit", { title: "🎵".repeat(301) }).text).toBe(`${"🎵".repeat(299)}…`);
  });

  test("mail and WhatsApp: the whole link within 2000 bytes", () => {
    for (const id of ["email", "whatsapp"]) {
      const { url, length } = build(id, { title: "ü".repeat(500), text: "日本\n".repeat(400) });
      expect(length).toMatchObject({ unit: "bytes", max: 2000, used: url?.length ?? 0, truncated: true });
      expect(length.used).toBeLessThanOrEqual(2000);
      expect(decodeURIComponent(url ?? "")).toContain(URL_);
    }
  });

  test("text messages: GSM 7-bit or UCS-2, three joined at most; the catalog names the same number", () => {
    expect(countSms("a".repeat(160))).toEqual({ unit: "gsm7_septets", used: 160, max: 459 });
    expect(countSms("a".repeat(161))).toEqual({ unit: "gsm7_septets", used: 161, max: 459 });
    expect(countSms("€[]")).toEqual({ unit: "gsm7_septets", used: 6, max: 459 });
    expect(countSms("я".repeat(70))).toEqual({ unit: "ucs2_units", used: 70, max: 201 });
    expect(countSms("я".repeat(71))).toEqual({ unit: "ucs2_units", used: 71, max: 201 });
    const { max } = CHANNELS.find(({ id }) => id === "sms") ?? {};
    expect(build("sms", { text: "short" }).length.max).toBe(max ?? 0);
    const long = build("sms", { text: "a".repeat(1_000) });
    expect(long.text).toEndWith(`… ${URL_}`);
    expect(long.length).toMatchObject({ unit: "ucs2_units", max: 201, used: 201, truncated: true });
  });

  test("Slack 4000 and Discord 2000 characters, title and address among them", () => {
    for (const [id, max] of [
      ["slack", 4_000],
      ["discord", 2_000],
    ] as const) {
      const { text, length } = build(id, { title: "T", text: "日".repeat(5_000) });
      expect(length).toMatchObject({ unit: "characters", max, used: max, truncated: true });
      expect([...text].length).toBe(max);
    }
  });

  test("the address is never cut, and length never says more than there is", () => {
    const url = `https://music.example/${"a".repeat(1_500)}`;
    for (const { id, takes } of CHANNELS) {
      const {
        text,
        url: link,
        length,
      } = build(id, { title: "T".repeat(900), text: "日本 ".repeat(1_500), url });
      expect([id, decodeURIComponent(`${link} ${text}`).includes(url)]).toEqual([id, true]);
      if (length.max !== null) expect(length.remaining).toBe(Math.max(0, length.max - length.used));
      if (takes.length === 0) expect(length).toMatchObject({ unit: "none", used: 0, truncated: false });
    }
  });
});

describe("cut", () => {
  test("between graphemes, with … behind, no blank before it", () => {
    const family = "👩‍👩‍👧‍👦";
    const fits = (max: number) => (text: string) => splitGraphemes(text).length <= max;
    expect(cut(`${family}${family}${family}`, fits(2))).toBe(`${family}…`);
    expect(cut("ab cd", fits(4))).toBe("ab…");
    expect(cut("e\u0301e\u0301e\u0301", fits(2))).toBe("e\u0301…");
    expect(cut("abc", fits(3))).toBe("abc");
    expect(cut("abc", fits(0))).toBe("");
  });
});
