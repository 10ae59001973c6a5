import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../../../src/kit/clock.ts";
import { AUDIO, type AudioWorld, BROWSER, createAudioWorld } from "./fixture.ts";

let world: AudioWorld;
let code: string;
beforeEach(async () => {
  world = await createAudioWorld({ TRUSTED_PROXIES: "127.0.0.1" });
  code = await world.short();
});
afterEach(() => world.close());

const clicks = async () => (await world.call("GET", `${AUDIO}/expand?short_url=${code}`)).json.clicks;
const from = (address: string, headers: Record<string, string> = {}) =>
  world.visit(code, { headers: { "x-forwarded-for": address, ...headers } });
const stored = () =>
  world.services.live.read.all<Record<string, number | string>>(
    "SELECT * FROM audio_share_clicks ORDER BY channel",
  );

const NONE = { human: "<5", preview_bot: "<5", head: "<5", prefetch: "<5", duplicate: "<5" };

describe("what is counted", () => {
  test('people once an hour each; under 5 is "<5"', async () => {
    for (let i = 0; i < 4; i++) await from(`192.0.2.${i}`);
    expect(await clicks()).toEqual(NONE);
    await from("192.0.2.4");
    expect(await clicks()).toEqual({ ...NONE, human: 5 });
    for (let i = 0; i < 5; i++) await from("192.0.2.1");
    expect(await clicks()).toEqual({ ...NONE, human: 5, duplicate: 5 });
    world.clock.advance(HOUR_MS);
    await from("192.0.2.1");
    expect(await clicks()).toEqual({ ...NONE, human: 6, duplicate: 5 });
  });

  test("another browser or another link is another visitor", async () => {
    const other = await world.short({ track_url: "/tracks/43" });
    for (let i = 0; i < 5; i++) {
      await from("192.0.2.1", { "user-agent": `Mozilla/5.0 Firefox/${140 + i}` });
      await world.visit(other, { headers: { "x-forwarded-for": "192.0.2.1" } });
    }
    expect((await clicks()).human).toBe(5);
  });

  test("HEAD is no click, whoever asks; nor is what has no name or says that it is a bot", async () => {
    for (let i = 0; i < 5; i++) {
      await world.visit(code, { method: "HEAD", headers: { "x-forwarded-for": `192.0.2.${i}` } });
      await from(`192.0.2.${i}`, { "user-agent": "" });
    }
    expect(await clicks()).toEqual({ ...NONE, head: 5, preview_bot: 5 });
  });

  test("prefetches are no clicks", async () => {
    for (const header of ["sec-purpose", "purpose", "x-moz", "sec-purpose", "purpose"])
      await from("192.0.2.1", { [header]: "prefetch;prerender" });
    expect(await clicks()).toEqual({ ...NONE, prefetch: 5 });
  });

  test("who asks not to be told apart is counted without any key", async () => {
    for (let i = 0; i < 3; i++) {
      await from("192.0.2.1", { "sec-gpc": "1" });
      await from("192.0.2.1", { dnt: "1" });
    }
    expect(await clicks()).toEqual({ ...NONE, human: 6 });
  });

  test("what leads nowhere is not counted", async () => {
    await world.revoke(code);
    for (let i = 0; i < 6; i++) await from(`192.0.2.${i}`);
    expect(await clicks()).toEqual(NONE);
    expect(world.services.audioShare.clicks.size).toBe(0);
  });
});

describe("by day, link and channel", () => {
  test("the link's own mark says the channel, else the bot's name or the page that it came from", async () => {
    const visit = (target: string, headers: Record<string, string>) => world.visit(target, { headers });
    await visit(`${code}?c=email`, BROWSER);
    await visit(`${code}?c=tg`, { "user-agent": "Mozilla/5.0 a", referer: "https://t.co/x" });
    await visit(code, { "user-agent": "Mozilla/5.0 b", referer: "https://t.co/x" });
    await visit(code, { "user-agent": "Mozilla/5.0 c", referer: "https://nowhere.example/" });
    await visit(code, { "user-agent": "TelegramBot" });
    await world.services.audioShare.clicks.flush();
    expect(stored().map(({ channel, human, preview_bot }) => [channel, human, preview_bot])).toEqual([
      ["direct", 1, 0],
      ["email", 1, 0],
      ["telegram", 1, 1],
      ["x", 1, 0],
    ]);
  });

  test("each UTC day by itself, and a day's visitors are not known the next day", async () => {
    world.clock.advance(14 * HOUR_MS - 1_000);
    await from("192.0.2.1");
    world.clock.advance(1_000);
    await from("192.0.2.1");
    await world.services.audioShare.clicks.flush();
    const today = Math.floor(world.clock.now() / DAY_MS);
    expect(stored().map(({ day, human, duplicate }) => [day, human, duplicate])).toEqual([
      [today - 1, 1, 0],
      [today, 1, 0],
    ]);
  });

  test("nothing of a visitor reaches the file or the log", async () => {
    await from("198.51.100.77", { "user-agent": "Mozilla/5.0 Unmistakable/9" });
    await world.services.audioShare.clicks.flush();
    const dump = JSON.stringify(
      ["audio_share_clicks", "audio_share_days", "audio_share_links"].map((table) =>
        world.services.live.read.all(`SELECT * FROM ${table}`),
      ),
    );
    for (const text of [dump, world.logged.join("\n")]) {
      expect(text).not.toContain("198.51.100.77");
      expect(text).not.toContain("Unmistakable");
    }
  });
});

describe("storing", () => {
  test("what is counted and not yet stored is shown; a flush stores it once", async () => {
    for (let i = 0; i < 6; i++) await from(`192.0.2.${i}`);
    expect([stored(), (await clicks()).human]).toEqual([[], 6]);
    await world.services.audioShare.clicks.flush();
    await world.services.audioShare.clicks.flush();
    expect([stored().map(({ human }) => human), (await clicks()).human]).toEqual([[6], 6]);
    expect(world.services.audioShare.clicks.size).toBe(0);
  });

  test("what the file does not take stays and is stored later", async () => {
    await from("192.0.2.1");
    const { live } = world.services;
    const run = live.writer.run.bind(live.writer);
    live.writer.run = () => Promise.reject(new Error("the disk is full"));
    await expect(world.services.audioShare.clicks.flush()).rejects.toThrow("the disk is full");
    live.writer.run = run;
    await from("192.0.2.2");
    expect(world.services.audioShare.clicks.size).toBe(2);
    await world.services.audioShare.clicks.flush();
    expect(stored().map(({ human }) => human)).toEqual([2]);
  });

  test("closing stores what is counted", async () => {
    for (let i = 0; i < 6; i++) await from(`192.0.2.${i}`);
    await world.restart();
    expect((await clicks()).human).toBe(6);
  });
});
