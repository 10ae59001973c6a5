import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AUDIO, type AudioWorld, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: policyFile(POLICY) });
});
afterAll(() => world.close());

const PAGE = { accept: "text/html,application/xhtml+xml" };
const BOT = { "user-agent": "Mozilla/5.0 (compatible; Twitterbot/1.0)" };

describe("GET /s/audio/{code}", () => {
  test("302 to the destination, kept by nobody, from nowhere, in no index", async () => {
    for (const parameters of [{}, { token_mode: "signed" }]) {
      const code = await world.short(parameters as Record<string, string>);
      for (const target of [code, `${code}?c=telegram`, `${code}?fbclid=1&c=nonsense`]) {
        const { status, headers, text } = await world.visit(target);
        expect([status, text]).toEqual([302, ""]);
        expect(headers.get("location")).toBe("https://salute.example/tracks/42");
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("referrer-policy")).toBe("no-referrer");
        expect(headers.get("x-robots-tag")).toBe("noindex");
      }
    }
  });

  test("HEAD answers alike", async () => {
    const code = await world.short();
    const [get, head] = [await world.visit(code), await world.visit(code, { method: "HEAD" })];
    const names = ["location", "cache-control", "referrer-policy", "x-robots-tag"];
    expect([head.status, ...names.map((name) => head.headers.get(name))]).toEqual([
      302,
      ...names.map((name) => get.headers.get(name)),
    ]);
  });

  test("what leads nowhere is a page for browsers, with the code, and JSON for others", async () => {
    const code = await world.short({ title: "gone" });
    await world.revoke(code);
    const page = await world.visit(code, { headers: PAGE });
    expect([page.status, page.headers.get("content-type"), page.headers.get("x-robots-tag")]).toEqual([
      410,
      "text/html; charset=utf-8",
      "noindex",
    ]);
    expect(page.text).toContain("The short link was revoked");
    expect(page.text).toContain("short_revoked");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const missing = await world.visit(code.slice(0, 10), { headers: PAGE });
    expect([missing.status, missing.text.includes("short_code_malformed")]).toEqual([400, true]);
    expect((await world.visit(code)).json.error).toBe("short_revoked");
  });

  test("429 past the limit of short links, which is their own", async () => {
    const limited = await createAudioWorld({ RATE_LIMIT_SHORT_LINKS_PER_MIN: "2" });
    const code = await limited.short();
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await limited.visit(code)).status);
    expect(statuses).toEqual([302, 302, 429]);
    expect((await limited.build({ track_url: "/a" })).status).toBe(200);
    await limited.close();
  });

  test("600 a minute and address unless told otherwise", async () => {
    const usual = await createAudioWorld({ RATE_LIMIT_SHORT_LINKS_PER_MIN: "" });
    expect((await usual.visit(await usual.short())).headers.get("x-ratelimit-limit")).toBe("600");
    await usual.close();
  });
});

/** The tags of a page's head, by property or name. */
function tagsOf(html: string): Record<string, string> {
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)];
  return Object.fromEntries(tags.map(([, name, content]) => [name, content]));
}

describe("what draws previews", () => {
  test("200 with Open Graph, player card, oEmbed and JSON-LD", async () => {
    const code = await world.short({
      file_url: "/files/1.mp3",
      prefer: "file",
      title: "Winter",
      text: "A song",
    });
    const short = `https://salute.example/s/audio/${code}`;
    const { status, text, headers } = await world.visit(code, { headers: BOT });
    expect([status, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
      200,
      "no-store",
      "noindex",
    ]);
    expect(tagsOf(text)).toMatchObject({
      "og:type": "music.song",
      "og:title": "Winter",
      "og:description": "A song",
      "og:url": short,
      "og:audio": "https://salute.example/files/1.mp3",
      "og:audio:secure_url": "https://salute.example/files/1.mp3",
      "og:audio:type": "audio/mpeg",
      "twitter:card": "player",
      "twitter:title": "Winter",
      "twitter:player": `${short}/player`,
      "twitter:player:width": "480",
      "twitter:player:height": "140",
      "twitter:player:stream": "https://salute.example/files/1.mp3",
    });
    const oembed =
      /type="application\/json\+oembed" href="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const embedded = await world.call("GET", oembed.replace("https://salute.example", ""));
    expect(embedded.json).toMatchObject({
      version: "1.0",
      type: "rich",
      title: "Winter",
      width: 480,
      height: 140,
    });
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject({
      "@type": "AudioObject",
      name: "Winter",
      url: short,
      contentUrl: "https://salute.example/files/1.mp3",
      embedUrl: `${short}/player`,
    });
  });

  test.each([
    "Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "facebookexternalhit/1.1",
    "WhatsApp/2.23.20.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "LinkedInBot/1.0",
    "Mozilla/5.0 (compatible; redditbot/1.0)",
    "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1)",
    "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/)",
  ])("%s is one", async (agent) => {
    expect((await world.visit(await world.short(), { headers: { "user-agent": agent } })).status).toBe(200);
  });

  test.each([
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
    "curl/8.9.1",
    "Googlebot/2.1",
  ])("%s is redirected", async (agent) => {
    expect((await world.visit(await world.short(), { headers: { "user-agent": agent } })).status).toBe(302);
  });

  test("nothing that was typed becomes markup", async () => {
    const evil = "</script><script>alert(1)</script>\"'<b>&";
    const code = await world.short({ title: evil, text: evil });
    for (const target of [code, `${code}/player`]) {
      const { text } = await world.visit(target, { headers: BOT });
      expect(text).not.toContain("<script>alert");
      expect(text).not.toContain("<b>");
    }
    const { text } = await world.visit(code, { headers: BOT });
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? "";
    expect(JSON.parse(data).name).toBe(evil);
    const oembed = await world.call("GET", `${AUDIO}/oembed?url=${code}`);
    expect(oembed.json.html).not.toMatch(/<script|<b>/);
  });

  test("a link that leads nowhere has no card", async () => {
    const code = await world.short({ title: "secret" });
    await world.revoke(code);
    const { status, text } = await world.visit(code, { headers: BOT });
    expect([status, text.includes("secret")]).toEqual([410, false]);
  });
});

describe("GET /s/audio/{code}/player", () => {
  test("a frame for any page: the browser's own controls, nothing that plays by itself, media of the destination alone", async () => {
    const code = await world.short({
      track_url: "",
      file_url: "https://a.cdn.example/1.mp3",
      title: "Winter",
    });
    const { status, text, headers } = await world.visit(`${code}/player`);
    expect(status).toBe(200);
    expect(text).toContain('<audio controls preload="none" src="https://a.cdn.example/1.mp3"');
    expect(text).not.toContain("autoplay");
    expect(text).not.toContain("<script");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("frame-ancestors *");
    expect(policy).toContain("media-src https://a.cdn.example;");
    expect(policy).toContain("default-src 'none'");
  });

  test("of a track's page it is the way there", async () => {
    const { text } = await world.visit(`${await world.short()}/player`);
    expect(text).not.toContain("<audio");
    expect(text).toContain('href="https://salute.example/tracks/42" target="_top"');
  });

  test("400, 404 and 410 as the link itself", async () => {
    const signed = await world.short({ token_mode: "signed", title: "player" });
    expect((await world.visit("abc/player")).json.error).toBe("short_code_malformed");
    expect((await world.visit(`${signed.slice(0, 11)}/player`)).json.error).toBe("short_not_found");
    await world.revoke(signed);
    expect((await world.visit(`${signed}/player`)).json.error).toBe("short_revoked");
  });
});

describe(`GET ${AUDIO}/oembed`, () => {
  test("a frame within the room that the caller has", async () => {
    const code = await world.short({ title: "Frame" });
    const { json } = await world.call(
      "GET",
      `${AUDIO}/oembed?url=https://salute.example/s/audio/${code}&maxwidth=300&maxheight=9999`,
    );
    expect([json.width, json.height]).toEqual([300, 140]);
    expect(json.html).toContain(`src="https://salute.example/s/audio/${code}/player"`);
  });

  test("400, 404 and 410 for what cannot be embedded", async () => {
    const ask = async (url: string, rest = "") => {
      const { status, json } = await world.call(
        "GET",
        `${AUDIO}/oembed?${new URLSearchParams({ url })}${rest}`,
      );
      return [status, json.error];
    };
    expect(await ask("https://evil.example/x")).toEqual([404, "short_not_found"]);
    expect(await ask("abc")).toEqual([400, "short_code_malformed"]);
    const code = await world.short({ title: "embed" });
    expect(await ask(code, "&format=xml")).toEqual([400, "invalid_query"]);
    await world.revoke(code);
    expect(await ask(code)).toEqual([410, "short_revoked"]);
  });
});
