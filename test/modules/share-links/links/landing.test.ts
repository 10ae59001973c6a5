import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../../../src/kit/clock.ts";
import { newCode } from "../../../../src/modules/share-links/links/short-links/codes.ts";
import { AUDIO, type AudioWorld, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

const SERVICES = {
  spotify: "https://open.spotify.com/track/1?si=a&b=c",
  apple_music: "https://music.apple.com/us/album/1",
  youtube: "https://youtu.be/abc",
  soundcloud: "https://soundcloud.com/mira/winter",
  bandcamp: "https://mira.bandcamp.com/track/winter",
  deezer: "https://www.deezer.com/track/1",
  tidal: "https://tidal.com/browse/track/1",
};
const TRACK = {
  track_url: "/tracks/42",
  file_url: "https://a.cdn.example/1.mp3",
  title: "Winter & Sun",
  text: "Out now",
  landing: "1",
  artist: "Mira <3",
  artwork_url: "https://music.example/cover.jpg",
  services: JSON.stringify(SERVICES),
};
const BOT = { "user-agent": "TelegramBot (like TwitterBot)" };
const PNG = [0x89, 0x50, 0x4e, 0x47];

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: policyFile(POLICY) });
});
afterAll(() => world.close());

/** The code of a link with a landing page. */
const landing = async (parameters: Record<string, string> = {}) =>
  (await world.build({ ...TRACK, ...parameters })).json.short.code as string;

describe("a landing page", () => {
  test("is a page for people: artwork, player, every service, the address and its QR code", async () => {
    const { json } = await world.build(TRACK);
    expect(json.warnings).toEqual([]);
    expect(json.short).toMatchObject({
      landing: true,
      stats_url: expect.stringContaining("/s/audio/stats/st_"),
    });
    const { code, short_url } = json.short;
    const { status, text, headers } = await world.visit(code);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("<h1>Winter &amp; Sun</h1>");
    expect(text).toContain("Mira &lt;3");
    expect(text).toContain('<img src="https://music.example/cover.jpg"');
    expect(text).toMatch(/<audio [^>]*controls[^>]*src="https:\/\/a\.cdn\.example\/1\.mp3"/);
    expect(text).not.toContain("autoplay");
    expect(text).toContain('href="https://salute.example/tracks/42"');
    for (const url of Object.values(SERVICES))
      expect(text).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
    expect(text).toContain(`<code>${short_url}</code>`);
    expect(text).toContain(`href="${short_url}/qr.png"`);
    for (const [name, value] of [
      ["cache-control", "no-store"],
      ["referrer-policy", "no-referrer"],
      ["x-robots-tag", "noindex"],
    ] as const)
      expect(headers.get(name)).toBe(value);
  });

  test("its policy names the hosts of picture and audio, and no other", async () => {
    const csp = (await world.visit(await landing())).headers.get("content-security-policy") ?? "";
    expect(csp.split("; ")).toEqual([
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "img-src 'self' https://music.example",
      "media-src https://a.cdn.example",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    const plain = await world.visit(await landing({ file_url: "", artwork_url: "" }));
    expect(plain.headers.get("content-security-policy")).toContain("img-src 'self'; media-src 'none'");
    expect(plain.text).not.toContain("<audio");
    expect(plain.text).not.toContain("<img");
  });

  test("?direct=1 is the redirect; without landing a link redirects as before", async () => {
    const { status, headers } = await world.visit(`${await landing()}?direct=1`);
    expect([status, headers.get("location")]).toEqual([302, "https://salute.example/tracks/42"]);
    expect((await world.visit(await world.short())).status).toBe(302);
  });

  test("previews read Open Graph with the card, MusicRecording and oEmbed with artist and thumbnail", async () => {
    const code = await landing();
    const url = `https://salute.example/s/audio/${code}`;
    const { status, text } = await world.visit(code, { headers: BOT });
    expect(status).toBe(200);
    for (const tag of [
      `<meta property="og:image" content="${url}/card.png"`,
      '<meta property="og:image:width" content="1200"',
      '<meta property="og:image:height" content="630"',
      '<meta property="og:audio" content="https://a.cdn.example/1.mp3"',
    ])
      expect(text).toContain(tag);
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject({
      "@type": "MusicRecording",
      name: "Winter & Sun",
      byArtist: { "@type": "MusicGroup", name: "Mira <3" },
      image: `${url}/card.png`,
      sameAs: Object.values(SERVICES),
      audio: { "@type": "AudioObject", contentUrl: "https://a.cdn.example/1.mp3" },
    });
    const embedded = await world.call("GET", `${AUDIO}/oembed?url=${encodeURIComponent(url)}`);
    expect(embedded.json).toMatchObject({
      author_name: "Mira <3",
      thumbnail_url: `${url}/card.png`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
    const player = await world.visit(`${code}/player`);
    expect(player.text).toContain('src="https://a.cdn.example/1.mp3"');
    expect(player.headers.get("content-security-policy")).toContain("media-src https://a.cdn.example");
  });

  test("a file alone is played and is the destination; prefer=file leaves the track out", async () => {
    const file = await world.visit(await landing({ track_url: "" }));
    expect(file.text).toContain('src="https://a.cdn.example/1.mp3"');
    expect(file.text).toContain('href="https://a.cdn.example/1.mp3"');
    const preferred = await world.build({ ...TRACK, prefer: "file" });
    expect(preferred.json.warnings.map(({ code }: { code: string }) => code)).toEqual(["both_destinations"]);
    expect(preferred.json.destination.kind).toBe("file");
  });

  test("expand shows what the page shows", async () => {
    const { json } = await world.call("GET", `${AUDIO}/expand?short_url=${await landing()}`);
    expect(json.landing).toEqual({
      artist: "Mira <3",
      artwork_url: "https://music.example/cover.jpg",
      file_url: "https://a.cdn.example/1.mp3",
      services: SERVICES,
    });
  });

  test("a revoked one is 410 in every form", async () => {
    const code = await landing({ title: "withdrawn" });
    await world.revoke(code);
    for (const target of [code, `${code}?direct=1`, `${code}/qr.svg`, `${code}/qr.png`, `${code}/card.png`])
      expect([target, (await world.visit(target)).status]).toEqual([target, 410]);
  });

  test("text of visitors never becomes markup", async () => {
    const evil = "</script><script>alert(1)</script>";
    const code = await landing({ title: evil, artist: evil, text: evil });
    expect((await world.visit(code)).text).not.toContain("<script>alert");
  });
});

describe("what is refused", () => {
  test.each([
    ["spotify", "https://evil.example/track/1", "destination_host_denied", "not_in_allowlist"],
    ["spotify", "https://open.spotify.com.evil.example/", "destination_host_denied", "not_in_allowlist"],
    ["bandcamp", "https://notbandcamp.com/track", "destination_host_denied", "not_in_allowlist"],
    ["youtube", "https://open.spotify.com/track/1", "destination_host_denied", "not_in_allowlist"],
    ["tidal", "http://tidal.com/track/1", "destination_invalid", "scheme"],
    ["deezer", "https://user@www.deezer.com/track/1", "destination_invalid", "userinfo"],
    ["soundcloud", "/tracks/42", "destination_host_denied", "not_in_allowlist"],
    ["apple_music", "javascript:alert(1)", "destination_invalid", "scheme"],
  ])("%s at %s", async (service, url, error, rule) => {
    const { status, json } = await world.build({ ...TRACK, services: JSON.stringify({ [service]: url }) });
    expect([status, json.error, json.rule]).toEqual([400, error, rule]);
    expect(json.details[0].field).toBe(`services.${service}`);
  });

  test("a service nobody knows, and services that are no object", async () => {
    const unknown = await world.build({ ...TRACK, services: '{"napster":"https://napster.com/1"}' });
    expect([unknown.status, unknown.json.error, unknown.json.details[0].field]).toEqual([
      400,
      "invalid_query",
      "services.napster",
    ]);
    for (const services of ["[]", "spotify", "null", '{"spotify":1}'])
      expect([services, (await world.build({ ...TRACK, services })).json.error]).toEqual([
        services,
        "invalid_query",
      ]);
  });

  test.each(["artwork_url", "file_url"])("%s outside of the policy", async (field) => {
    const { status, json } = await world.build({ ...TRACK, [field]: "https://elsewhere.example/x" });
    expect([status, json.error, json.details[0].field]).toEqual([400, "destination_host_denied", field]);
  });

  test("in a batch each item is judged by itself", async () => {
    const items = [
      { track_url: "/a", landing: true, artist: "Mira", services: SERVICES },
      { track_url: "/a", landing: 1, services: { spotify: "https://evil.example/" } },
      { track_url: "/a", landing: true, artwork_url: "https://elsewhere.example/x" },
      { track_url: "/a", landing: true, services: { napster: "https://napster.com/" } },
      { track_url: "/a", landing: "yes" },
      { track_url: "/a", expires_at: "2020-01-01T00:00:00Z" },
      { track_url: "/a", expires_at: "2026-12-01T00:00:00Z", artist: "Mira" },
      { track_url: "/a", expires_at: new Date(world.clock.now() + 30_000).toISOString() },
    ];
    const { status, json } = await world.call("POST", `${AUDIO}/validate/batch`, { body: { items } });
    expect(status).toBe(200);
    expect(json.results.map(({ valid }: { valid: boolean }) => valid)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(json.results[1].rule).toBe("not_in_allowlist");
    expect(json.results[6].warnings[0].code).toBe("landing_options_ignored");
  });

  test("options that have no effect give a warning", async () => {
    const codes = async (parameters: Record<string, string>) =>
      (await world.build({ track_url: "/a", ...parameters })).json.warnings.map(
        (each: { code: string }) => each.code,
      );
    expect(await codes({ artist: "Mira" })).toEqual(["landing_options_ignored"]);
    expect(await codes({ landing: "1", use_short: "0" })).toEqual(["short_options_ignored"]);
    expect(await codes({ stats: "1" })).toEqual(["short_options_ignored"]);
  });
});

describe("the operators' policy", () => {
  test("landing false: links redirect, those that exist too, and the answer says so", async () => {
    const policy = policyFile({ ...POLICY, landing: false });
    const strict = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: policy });
    const { json } = await strict.build({ ...TRACK, use_short: "1" });
    expect(json.short.landing).toBe(false);
    expect(json.warnings.map(({ code }: { code: string }) => code)).toContain("landing_off");
    expect((await strict.visit(json.short.code)).status).toBe(302);
    await strict.close();
  });
});

test("deny holds for the services' own hosts, and for buttons that exist", async () => {
  const denying = await createAudioWorld();
  const code = (await denying.build({ ...TRACK, file_url: "/1.mp3", artwork_url: "/1.jpg" })).json.short.code;
  const { audioShare } = denying.services;
  audioShare.usePolicy({ ...audioShare.policy, deny: ["soundcloud.com", "*.bandcamp.com"] });
  const { text } = await denying.visit(code);
  expect(text).toContain(SERVICES.deezer);
  expect(text).not.toContain(SERVICES.soundcloud);
  expect(text).not.toContain(SERVICES.bandcamp);
  const refused = await denying.build({
    track_url: "/a",
    landing: "1",
    services: JSON.stringify({ soundcloud: SERVICES.soundcloud }),
  });
  expect([refused.status, refused.json.rule]).toEqual([400, "deny_exact"]);
  await denying.close();
});

describe("lifetimes", () => {
  const ends = async (parameters: Record<string, string>) =>
    (await world.build({ track_url: "/tracks/lifetime", use_short: "1", ...parameters })).json.short
      .expires_at;

  test("in hours, in days, until a time", async () => {
    const now = world.clock.now();
    expect(Date.parse(await ends({ expires_in: "36", expires_unit: "hours" }))).toBe(now + 36 * HOUR_MS);
    expect(Date.parse(await ends({ expires_in: "30", expires_unit: "days" }))).toBe(now + 30 * DAY_MS);
    expect(await ends({ expires_at: "2026-12-24T18:00:00+01:00" })).toBe("2026-12-24T17:00:00.000Z");
  });

  test("a time is no second link: the same request finds the first, a minute later too", async () => {
    const timed = { track_url: "/tracks/timed", use_short: "1", expires_at: "2026-12-24T17:00:00Z" };
    const first = await world.build(timed);
    world.clock.advance(60_000);
    expect((await world.build(timed)).text).toBe(first.text);
    const soon = { ...timed, expires_at: new Date(world.clock.now() + 70_000).toISOString() };
    const short = await world.build(soon);
    world.clock.advance(30_000);
    expect((await world.build(soon)).text).toBe(short.text);
    const tooSoon = await world.build({ ...soon, track_url: "/tracks/other" });
    expect([tooSoon.status, tooSoon.json.details[0].field]).toEqual([400, "expires_at"]);
  });

  test("beyond the longest it is moved with a warning; both, or a time that is over, are 400", async () => {
    const far = await world.build({ track_url: "/far", use_short: "1", expires_at: "2036-01-01T00:00:00Z" });
    expect(far.json.warnings[0]).toMatchObject({
      code: "expires_in_clamped",
      field: "expires_at",
      used: 31_536_000,
    });
    const wrong: Record<string, string>[] = [
      { expires_at: "2026-12-24T17:00:00Z", expires_in: "60" },
      { expires_at: "2020-01-01T00:00:00Z" },
      { expires_at: "tomorrow" },
    ];
    for (const parameters of wrong) {
      const { status, json } = await world.build({ track_url: "/a", use_short: "1", ...parameters });
      expect([status, json.details[0].field]).toEqual([400, "expires_at"]);
    }
  });
});

describe("the pictures of a link", () => {
  test("qr.svg and qr.png hold the address with a channel of its own; card.png is drawn", async () => {
    const code = await landing({ title: "Pictures" });
    const svg = await world.visit(`${code}/qr.svg`);
    expect([svg.status, svg.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(svg.text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    for (const file of ["qr.png", "card.png"]) {
      const { status, bytes, headers } = await world.visit(`${code}/${file}`);
      expect([status, headers.get("content-type"), [...bytes.slice(0, 4)]]).toEqual([200, "image/png", PNG]);
      expect(headers.get("cache-control")).toBe(file === "card.png" ? "public, no-cache" : "no-store");
    }
    const card = (await world.visit(`${code}/card.png`)).bytes;
    const sizes = new DataView(card.buffer, card.byteOffset);
    expect([sizes.getUint32(16), sizes.getUint32(20)]).toEqual([1200, 630]);
  });

  test("400 for a mistyped code, 404 for one nobody made", async () => {
    for (const file of ["qr.svg", "qr.png", "card.png"])
      expect([
        (await world.visit(`abc/${file}`)).json.error,
        (await world.visit(`${newCode()}/${file}`)).json.error,
      ]).toEqual(["short_code_malformed", "short_not_found"]);
  });
});

describe("the share form", () => {
  const share = (parameters: Record<string, string>) =>
    world.call("GET", `/share?${new URLSearchParams(parameters)}`);

  test("landing is ticked for people, and its fields make the page", async () => {
    const fresh = await share({});
    expect(fresh.text).toMatch(/name="landing" value="1" checked/);
    const made = await share({
      track_url: "/tracks/42",
      title: "From the form",
      use_short: "1",
      landing: "1",
      artist: "Mira",
      "services.spotify": SERVICES.spotify,
      expires_in: "7",
      expires_unit: "days",
    });
    expect(made.status).toBe(200);
    expect(made.text).toContain("/s/audio/stats/st_");
    const code = /\/s\/audio\/(\w{11}), expires <time datetime="2026-11-28/.exec(made.text)?.[1] ?? "";
    expect((await world.visit(code)).text).toContain("<h1>From the form</h1>");
    const implied = await share({ track_url: "/tracks/42", landing: "1", artist: "Mira" });
    expect(implied.text).toContain("/s/audio/stats/st_");
    expect(implied.text).toMatch(/name="use_short" value="1" checked/);
    const ignored = await share({ track_url: "/tracks/42", artist: "Mira" });
    expect(ignored.text).not.toContain("/s/audio/stats/st_");
    expect(ignored.text).toContain("landing_options_ignored");
    const wrong = await share({
      track_url: "/a",
      use_short: "1",
      landing: "1",
      "services.tidal": "https://evil.example/",
    });
    expect([wrong.status, wrong.text.includes("not_in_allowlist")]).toEqual([400, true]);
    expect(wrong.text).toContain('name="services.tidal" value="https://evil.example/"');
  });
});
