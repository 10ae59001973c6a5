import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { canonicalJson } from "../../../../src/kit/formats/canonical-json.ts";
import { AUDIO, type AudioWorld, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

let world: AudioWorld;

beforeAll(async () => {
  world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: policyFile(POLICY) });
});
afterAll(() => world.close());

const codes = (answer: { json: { warnings: { code: string }[] } }) =>
  answer.json.warnings.map(({ code }) => code);

describe(`GET ${AUDIO}`, () => {
  test("200: destination, a link a channel, no short link unless asked", async () => {
    const { status, json } = await world.build({ track_url: "/tracks/42", title: "Winter", text: "Listen" });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      destination: { url: "https://salute.example/tracks/42", kind: "track" },
      short: null,
      warnings: [],
      policy_revision: "test-7",
    });
    expect(json.links.map((each: { channel: string }) => each.channel)).toEqual([
      "x",
      "telegram",
      "email",
      "slack",
    ]);
    expect(json.links[0]).toEqual({
      channel: "x",
      label: "X",
      delivery: "intent",
      url: "https://x.com/intent/post?text=Listen&url=https%3A%2F%2Fsalute.example%2Ftracks%2F42",
      text: "Listen",
      length: { unit: "weighted_characters", max: 280, used: 30, remaining: 250, truncated: false },
    });
  });

  test("channels in the caller's order, each once, by id or alias; an unknown one is a warning with the nearest", async () => {
    const answer = await world.build({ track_url: "/a", channels: "tg, X,telegram ,telegramm,,zzzzzzzzzz" });
    expect(answer.json.links.map((each: { channel: string }) => each.channel)).toEqual(["telegram", "x"]);
    expect(codes(answer)).toEqual(["unknown_channel", "unknown_channel"]);
    expect(answer.json.warnings[0]).toMatchObject({ field: "channels", nearest: "telegram" });
    expect(answer.json.warnings[1].nearest).toBeNull();
  });

  test("of a track and a file the track is shared, with prefer=file the file; both with a warning", async () => {
    const both = { track_url: "/tracks/1", file_url: "/files/1.mp3" };
    const track = await world.build(both);
    expect([track.json.destination.kind, codes(track)]).toEqual(["track", ["both_destinations"]]);
    const file = await world.build({ ...both, prefer: "file" });
    expect([file.json.destination, codes(file)]).toEqual([
      { url: "https://salute.example/files/1.mp3", kind: "file" },
      ["both_destinations"],
    ]);
    expect((await world.build({ file_url: "/files/1.mp3" })).json.destination.kind).toBe("file");
  });

  test("control and direction-override characters go, with a warning; line breaks stay in text, are blanks in titles", async () => {
    const answer = await world.build({
      track_url: "/a",
      title: "Win\u202eter\nSong",
      text: "one\r\ntwo\u0007\u2066",
      channels: "copy,reddit",
    });
    expect(answer.json.links[0].text).toBe("Winter Song\none\ntwo\nhttps://salute.example/a");
    expect(answer.json.links[1].text).toBe("Winter Song");
    expect(
      answer.json.warnings.map((each: { code: string; field: string }) => [each.code, each.field]),
    ).toEqual([
      ["characters_removed", "title"],
      ["characters_removed", "text"],
    ]);
  });

  test("what is cut, and what a channel does not take, is said", async () => {
    const answer = await world.build({ track_url: "/a", text: "a".repeat(400), channels: "x,facebook" });
    expect(
      answer.json.warnings.map((each: { code: string; channel: string }) => [each.code, each.channel]),
    ).toEqual([
      ["text_truncated", "x"],
      ["text_not_taken", "facebook"],
    ]);
    const long = await world.build({ track_url: `/${"ä".repeat(100)}`, channels: "whatsapp" });
    expect(codes(long)).toEqual([]);
    const tooLong = await world.build({ track_url: `/${"a".repeat(1_990)}`, channels: "whatsapp" });
    expect(codes(tooLong)).toEqual(["address_over_limit"]);
    expect(tooLong.json.links[0].url).toContain("a".repeat(1_990));
  });

  test("an internationalised host that is allowed is shown in both spellings", async () => {
    const answer = await world.build({ track_url: "https://shop.bücher.example/x" });
    expect(answer.json.destination.url).toBe("https://shop.xn--bcher-kva.example/x");
    expect(codes(answer)).toEqual(["idn_destination"]);
    expect(answer.json.warnings[0].message).toContain("bücher");
  });

  test("options of short links without use_short are a warning", async () => {
    const answer = await world.build({ track_url: "/a", token_mode: "signed", expires_in: "900" });
    expect([answer.json.short, codes(answer)]).toEqual([null, ["short_options_ignored"]]);
  });

  test("400 by the host: destination_host_denied with denied_host, rule and request_id", async () => {
    const { status, json, headers } = await world.build({ track_url: "https://evil.example/x" });
    expect([status, json]).toEqual([
      400,
      {
        success: false,
        error: "destination_host_denied",
        message: expect.any(String),
        request_id: headers.get("x-request-id"),
        details: [{ field: "track_url", message: "breaks the rule not_in_allowlist" }],
        denied_host: "evil.example",
        rule: "not_in_allowlist",
      },
    ]);
  });

  test("400 by the form: destination_invalid, with the field that was looked at", async () => {
    const { status, json } = await world.build({ file_url: "javascript:alert(1)" });
    expect([status, json.error, json.rule, json.denied_host, json.details[0].field]).toEqual([
      400,
      "destination_invalid",
      "scheme",
      null,
      "file_url",
    ]);
  });

  test.each([
    [{}, "track_url"],
    [{ track_url: "/a", prefer: "both" }, "prefer"],
    [{ track_url: "/a", token_mode: "secret" }, "token_mode"],
    [{ track_url: "/a", use_short: "maybe" }, "use_short"],
    [{ track_url: "/a", expires_in: "soon" }, "expires_in"],
    [{ track_url: "/a", title: "a".repeat(1_001) }, "title"],
  ])("%p is 400 naming %s", async (parameters, field) => {
    const { status, json } = await world.build(parameters as Record<string, string>);
    expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_query", field]);
  });
});

describe("checksum", () => {
  /** As RFC 8785 asks, by this test's own reading of the answer. */
  function checksumOf(json: Record<string, unknown>): string {
    const { checksum: _, ...rest } = json;
    return createHash("sha256").update(canonicalJson(rest)).digest("hex");
  }

  const TARGETS = [
    `${AUDIO}?track_url=/a&title=W%C3%AFnter&text=%F0%9F%8E%B5%0A%22x%22&channels=${["x,bluesky,threads,mastodon,telegram,whatsapp,facebook,linkedin,reddit,email,sms,slack,discord,copy,web_share"]}`,
    `${AUDIO}?track_url=/a&file_url=/b&channels=xx,x&text=${"a".repeat(300)}&expires_in=1`,
    `${AUDIO}?track_url=/a&use_short=1&token_mode=signed&expires_in=1`,
    `${AUDIO}/validate?track_url=https://evil.example/`,
    `${AUDIO}/preview?file_url=/a.mp3&title=x`,
    `${AUDIO}/channels.json`,
    `${AUDIO}/errors.json`,
    `${AUDIO}/warnings.json`,
    `${AUDIO}/guidance.json`,
    `${AUDIO}/policy.json`,
  ];

  test.each(TARGETS)("%s: body, header and ETag name the SHA-256 of the RFC 8785 body", async (target) => {
    const { json, headers } = await world.call("GET", target);
    expect(json.checksum).toBe(checksumOf(json));
    expect(headers.get("x-audio-share-checksum")).toBe(json.checksum);
    expect(headers.get("etag")).toBe(`"${json.checksum}"`);
  });

  test.each(TARGETS)("%s: the same input, the same bytes; 304 for the ETag; HEAD alike", async (target) => {
    const first = await world.call("GET", target);
    const etag = first.headers.get("etag") ?? "";
    world.clock.advance(1_000);
    const again = await world.call("GET", target);
    expect([again.text, again.headers.get("etag")]).toEqual([first.text, etag]);
    const unchanged = await world.call("GET", target, { headers: { "if-none-match": etag } });
    expect([unchanged.status, unchanged.text, unchanged.headers.get("x-audio-share-checksum")]).toEqual([
      304,
      "",
      first.json.checksum,
    ]);
    const head = await world.call("HEAD", target);
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
  });

  test("include_meta brings no validator, and the checksum of the rest", async () => {
    const target = `${AUDIO}?track_url=/a`;
    const plain = await world.call("GET", target);
    const { json, headers } = await world.call("GET", `${target}&include_meta`);
    const { meta, ...rest } = json;
    expect([rest, headers.get("etag")]).toEqual([plain.json, null]);
    expect(meta.request_id).toBe(headers.get("x-request-id"));
  });

  test("an answer that is kept is still counted against the limit, and names its own request", async () => {
    const limited = await createAudioWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "2" });
    const first = await limited.build({ track_url: "/a" });
    const second = await limited.build({ track_url: "/a" });
    expect(second.text).toBe(first.text);
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect([first, second].map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["1", "0"]);
    expect((await limited.build({ track_url: "/a" })).status).toBe(429);
    await limited.close();
  });
});

describe("GET validate", () => {
  const validate = (parameters: Record<string, string>) =>
    world.call("GET", `${AUDIO}/validate?${new URLSearchParams(parameters)}`);

  test("200 valid: the destination as it would be emitted, the channels, the warnings", async () => {
    const { status, json } = await validate({ track_url: "https://MUSIC.example/a", channels: "tg,nope" });
    expect([status, json.valid, json.destination, json.channels, json.error, json.rule]).toEqual([
      200,
      true,
      { url: "https://music.example/a", kind: "track" },
      ["telegram"],
      null,
      null,
    ]);
    expect(codes({ json })).toEqual(["unknown_channel"]);
  });

  test("200 not valid: the error, the rule and the host that building would answer", async () => {
    const { status, json } = await validate({ track_url: "https://old.cdn.example/a" });
    expect([status, json.valid, json.destination, json.error, json.rule, json.denied_host]).toEqual([
      200,
      false,
      null,
      "destination_host_denied",
      "deny_exact",
      "old.cdn.example",
    ]);
  });

  test("400 where nothing is to be shared", async () => {
    expect((await validate({})).json.details[0].field).toBe("track_url");
  });
});

describe("POST validate/batch", () => {
  const batch = (body: object | string) => world.call("POST", `${AUDIO}/validate/batch`, { body });

  test("a batch of 100 with one bad item answers 99, each at its index", async () => {
    for (const bad of [
      { track_url: "https://evil.example/" },
      { track_url: 42 },
      { track_url: "/a", colour: "red" },
      {},
      null,
      [],
      "x",
    ]) {
      const items: unknown[] = Array.from({ length: 100 }, (_, i) => ({ track_url: `/tracks/${i}` }));
      items[57] = bad;
      const { status, json } = await batch({ items });
      expect([status, json.count, json.valid_count, json.invalid_count]).toEqual([200, 100, 99, 1]);
      expect(json.results.map((each: { index: number }) => each.index)).toEqual([...items.keys()]);
      const refused = json.results.filter((each: { valid: boolean }) => !each.valid);
      expect(refused.map((each: { index: number }) => each.index)).toEqual([57]);
      expect(refused[0].error).toMatch(/^(destination_host_denied|invalid_payload)$/);
      expect(refused[0].details.length).toBeGreaterThan(0);
    }
  });

  test("defaults hold for items that say nothing else", async () => {
    const { json } = await batch({
      defaults: { channels: "x,email" },
      items: [
        { track_url: "/a" },
        { track_url: "/b", channels: ["sms"] },
        { file_url: "/c.mp3", prefer: "file" },
      ],
    });
    expect(json.results.map((each: { channels: string[] }) => each.channels)).toEqual([
      ["x", "email"],
      ["sms"],
      ["x", "email"],
    ]);
    expect(json.results[2].destination.kind).toBe("file");
  });

  test.each([
    [{}, "items"],
    [{ items: [] }, "items"],
    [{ items: Array.from({ length: 101 }, () => ({ track_url: "/a" })) }, "items"],
    [{ items: "x" }, "items"],
    [{ items: [{}], defaults: { colour: 1 } }, "defaults.colour"],
  ])("400 for what is no batch", async (body, field) => {
    const { status, json } = await batch(body);
    expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_payload", field]);
  });
});

describe("GET preview", () => {
  test("the card that previews show, with the tags that say so", async () => {
    const { json } = await world.call(
      "GET",
      `${AUDIO}/preview?file_url=/files/1.ogg&title=Win%22ter&text=A%20song`,
    );
    expect(json.card).toEqual({
      title: 'Win"ter',
      description: "A song",
      url: "https://salute.example/files/1.ogg",
      site_name: "salute.example",
      audio_url: "https://salute.example/files/1.ogg",
    });
    expect(json.open_graph).toMatchObject({
      "og:type": "music.song",
      "og:title": 'Win"ter',
      "og:audio": "https://salute.example/files/1.ogg",
      "og:audio:secure_url": "https://salute.example/files/1.ogg",
      "og:audio:type": "audio/ogg",
    });
    expect(json.twitter["twitter:title"]).toBe('Win"ter');
    expect(json.json_ld).toMatchObject({ "@type": "AudioObject", name: 'Win"ter' });
  });

  test("400 as building would answer", async () => {
    expect((await world.call("GET", `${AUDIO}/preview?track_url=//evil.example`)).json).toMatchObject({
      error: "destination_invalid",
      rule: "relative",
      denied_host: "evil.example",
    });
  });
});
