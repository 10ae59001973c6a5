import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR_MS } from "../../../../src/kit/clock.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { createTrackToken, revokeTrackToken } from "../../../../src/modules/share-links/links/index.ts";
import { newCode } from "../../../../src/modules/share-links/links/short-links/codes.ts";
import { retention } from "../../../harness/app/jobs.ts";
import { AUDIO, type AudioWorld, createAudioWorld } from "./fixture.ts";

const ACTOR = { kind: "command", name: "test" } as const;
const EVENT = { event_type: "copy", destination_url: "/tracks/42", client_event_id: "e-1" };

let world: AudioWorld;
beforeEach(async () => {
  world = await createAudioWorld();
});
afterEach(() => world.close());

const track = (change: object = {}, headers: Record<string, string> = {}) =>
  world.call("POST", `${AUDIO}/track`, { body: { ...EVENT, ...change }, headers });
const counted = () =>
  world.services.live.read.all<{ event_type: string; destination: string; events: number }>(
    "SELECT event_type, destination, events FROM audio_share_event_days ORDER BY event_type",
  );

describe("counting", () => {
  test("once within the window: the same again is 200 with counted false and why", async () => {
    const shown = {
      success: true,
      ...EVENT,
      destination_url: "https://salute.example/tracks/42",
      dedupe_window_hours: 24,
    };
    expect((await track()).json).toEqual({ ...shown, counted: true, replay_reason: null });
    world.clock.advance(24 * HOUR_MS - 1);
    expect((await track()).json).toEqual({ ...shown, counted: false, replay_reason: "in_window_duplicate" });
    expect(counted()).toEqual([
      { event_type: "copy", destination: "https://salute.example/tracks/42", events: 1 },
    ]);
    world.clock.advance(1);
    expect((await track()).json.counted).toBe(true);
  });

  test("AUDIO_SHARE_DEDUPE_HOURS is the window", async () => {
    const short = await createAudioWorld({ AUDIO_SHARE_DEDUPE_HOURS: "2" });
    const ask = async () => (await short.call("POST", `${AUDIO}/track`, { body: EVENT })).json.counted;
    expect(await ask()).toBe(true);
    short.clock.advance(2 * HOUR_MS - 1);
    expect(await ask()).toBe(false);
    short.clock.advance(1);
    expect(await ask()).toBe(true);
    await short.close();
  });

  test("the same id with another event is 409 client_event_conflict, and counts nothing", async () => {
    await track();
    for (const change of [{ event_type: "play" }, { destination_url: "/tracks/43" }]) {
      const { status, json } = await track(change);
      expect([status, json.error]).toEqual([409, "client_event_conflict"]);
    }
    expect(counted()).toHaveLength(1);
  });

  test("every type; other ids count on their own, at the same time too", async () => {
    const types = ["copy", "open", "share", "play", "click"];
    await Promise.all(
      types.flatMap((event_type) =>
        [1, 2, 1].map((n) => track({ event_type, client_event_id: `${event_type}-${n}` })),
      ),
    );
    expect(counted().map(({ event_type, events }) => [event_type, events])).toEqual(
      [...types].sort().map((type) => [type, 2]),
    );
  });

  test("only hashes are kept of ids, and those for the window alone", async () => {
    await track({ client_event_id: "zoe@example.com" });
    const rows = () => world.services.live.read.all("SELECT * FROM audio_share_events");
    expect(JSON.stringify(rows())).not.toContain("zoe");
    world.clock.advance(24 * HOUR_MS + 1);
    await retention.run(world.services, new AbortController().signal);
    expect([rows(), counted()]).toMatchObject([[], [{ events: 1 }]]);
  });

  test("400 for what the policy refuses, with rule and host, and for what is no event", async () => {
    const denied = await track({ destination_url: "https://evil.example/" });
    expect(denied.json).toMatchObject({
      error: "destination_host_denied",
      denied_host: "evil.example",
      rule: "not_in_allowlist",
      details: [{ field: "destination_url" }],
    });
    expect((await track({ destination_url: "javascript:1" })).json.error).toBe("destination_invalid");
    for (const [change, field] of [
      [{ event_type: "like" }, "event_type"],
      [{ client_event_id: "" }, "client_event_id"],
      [{ client_event_id: undefined }, "client_event_id"],
      [{ destination_url: undefined }, "destination_url"],
    ] as const) {
      const { status, json } = await track(change);
      expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_payload", field]);
    }
    expect(counted()).toEqual([]);
  });

  test("a short link of ours stands for what it leads to; one that is none is 404 or 400", async () => {
    const code = await world.short({ track_url: "/tracks/9" });
    const { json } = await track({ destination_url: `https://salute.example/s/audio/${code}?c=x` });
    expect([json.counted, json.destination_url]).toEqual([true, "https://salute.example/tracks/9"]);
    const missing = await track({ destination_url: `https://salute.example/s/audio/${newCode()}` });
    expect([missing.status, missing.json.error]).toEqual([404, "short_not_found"]);
    const mistyped = await track({ destination_url: "https://salute.example/s/audio/abc" });
    expect([mistyped.status, mistyped.json.error]).toEqual([400, "short_code_malformed"]);
  });

  test("safe mode takes none: 503", async () => {
    await world.services.live.writer.run((tx) => switchSafeMode(tx, ACTOR, "a drill"));
    expect((await track()).json.error).toBe("safe_mode");
    expect(counted()).toEqual([]);
  });
});

describe("X-Audio-Share-Track-Auth", () => {
  const HEADER = "x-audio-share-track-auth";

  test("optional: no token is looked at, and every answer says so", async () => {
    for (const headers of [{}, { authorization: "Bearer nonsense-nonsense-nonsense" }]) {
      const { status, headers: answered } = await track({}, headers as Record<string, string>);
      expect([status, answered.get(HEADER)]).toEqual([200, "optional"]);
    }
    expect((await track({ event_type: "like" })).headers.get(HEADER)).toBe("optional");
  });

  test("required: 401 without a token and for a wrong or revoked one, before the body is looked at; 200 with one", async () => {
    await world.close();
    world = await createAudioWorld({ AUDIO_SHARE_TRACK_AUTH: "required" });
    const { live } = world.services;
    const { token } = await live.writer.run((tx) => createTrackToken(tx, ACTOR, "web"));
    const ask = async (authorization: string | null, change: object = {}) => {
      const headers: Record<string, string> = authorization === null ? {} : { authorization };
      const answer = await track(change, headers);
      return [answer.status, answer.json.error, answer.headers.get(HEADER)];
    };
    expect(await ask(null)).toEqual([401, "unauthorized", "required_missing_bearer"]);
    for (const wrong of [
      "Bearer",
      "Bearer trk_0123456789abcdefghij",
      `Basic ${token}`,
      `Bearer ${token}x`,
      token,
    ])
      expect(await ask(wrong, { event_type: "like" })).toEqual([
        401,
        "unauthorized",
        "required_invalid_bearer",
      ]);
    expect((await track()).headers.get("www-authenticate")).toStartWith("Bearer");
    expect(counted()).toEqual([]);
    expect(await ask(`Bearer ${token}`)).toEqual([200, undefined, "required_valid_bearer"]);
    expect(await ask(`bearer ${token}`, { event_type: "like" })).toEqual([
      400,
      "invalid_payload",
      "required_valid_bearer",
    ]);
    await live.writer.run((tx) => revokeTrackToken(tx, ACTOR, "web"));
    expect(await ask(`Bearer ${token}`)).toEqual([401, "unauthorized", "required_invalid_bearer"]);
    const dump = JSON.stringify(live.read.all("SELECT * FROM audio_share_track_tokens"));
    expect([dump.includes(token), world.logged.join().includes(token)]).toEqual([false, false]);
  });
});

describe("the table of destinations", () => {
  test("takes a hundred new ones an address and day, IPv6 by its /64; further ones count as other", async () => {
    const own = await createAudioWorld({ TRUSTED_PROXIES: "127.0.0.1" });
    const send = (index: number, address: string) =>
      own.call("POST", `${AUDIO}/track`, {
        body: { ...EVENT, destination_url: `/tracks/${index}`, client_event_id: `event-${index}` },
        headers: { "x-forwarded-for": address },
      });
    for (let index = 0; index < 103; index++)
      expect((await send(index, `2001:db8::${index % 7}`)).json.counted).toBe(true);
    await send(200, "2001:db8:0:1::1");
    const rows = own.services.live.read.all<{ destination: string; events: number }>(
      "SELECT destination, events FROM audio_share_event_days",
    );
    expect(rows).toHaveLength(102);
    expect(rows.find(({ destination }) => destination === "other")?.events).toBe(3);
    await own.close();
  });
});
