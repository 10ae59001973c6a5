import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { retention } from "../../../harness/app/jobs.ts";
import { AUDIO, type AudioWorld, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

const ACTOR = { kind: "command", name: "test" } as const;
const PAGE = { accept: "text/html" };

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld({
    AUDIO_SHARE_POLICY_FILE: policyFile(POLICY),
    AUDIO_SHARE_COUNTRY_HEADER: "CF-IPCountry",
    RATE_LIMIT_PAGES_PER_MIN: "0",
  });
});
afterAll(() => world.close());

interface Made {
  code: string;
  /** Path of the statistics. */
  stats: string;
}

let number = 0;

/** A new link with statistics. */
async function make(parameters: Record<string, string> = {}): Promise<Made> {
  const built = await world.build({ track_url: `/tracks/${++number}`, landing: "1", ...parameters });
  const { code, stats_url } = built.json.short;
  return { code, stats: stats_url.replace("https://salute.example", "") };
}

const read = async ({ stats }: Made, query = "") => (await world.call("GET", `${stats}.json${query}`)).json;

/** A visit by a visitor of this number, so that none is a duplicate. */
const visit = (code: string, visitor: number, headers: Record<string, string> = {}) =>
  world.visit(code, { headers: { "user-agent": `Mozilla/5.0 Chrome/${visitor}`, ...headers } });

describe("the secret", () => {
  test("comes once, at the creation; the answer that has it is kept by nobody", async () => {
    const wish = { track_url: "/tracks/once", landing: "1" };
    const first = await world.build(wish);
    expect(first.json.short.stats_url).toMatch(/^https:\/\/salute\.example\/s\/audio\/stats\/st_\w{40,44}$/);
    expect(first.headers.get("cache-control")).toBe("no-store");
    const second = await world.build(wish);
    expect(second.json.short).toEqual({ ...first.json.short, stats_url: null });
  });

  test("is stored as a hash alone", async () => {
    const { stats } = await make();
    const secret = stats.split("/").at(-1) ?? "";
    const rows = world.services.live.read.all("SELECT * FROM audio_share_links");
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("stats=1 gives one to a link that redirects, stats=0 none to a landing page", async () => {
    const given = await world.build({ track_url: "/tracks/s1", use_short: "1", stats: "1" });
    expect(given.json.short).toMatchObject({
      landing: false,
      stats_url: expect.stringContaining("/stats/st_"),
    });
    const none = await world.build({ track_url: "/tracks/s1", landing: "1", stats: "0" });
    expect(none.json.short).toMatchObject({ landing: true, stats_url: null });
  });

  test("another address with the same request gets a link of its own, which the first maker cannot change", async () => {
    const proxied = await createAudioWorld({ TRUSTED_PROXIES: "127.0.0.1/32" });
    const from = (address: string) =>
      proxied.build({ track_url: "/tracks/42", landing: "1" }, { headers: { "x-forwarded-for": address } });
    const [mine, again, other] = [await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.2")];
    expect(again.json.short.code).toBe(mine.json.short.code);
    expect(other.json.short.code).not.toBe(mine.json.short.code);
    expect(other.json.short.stats_url).not.toBeNull();
    await proxied.close();
  });

  test("a wrong one is 404, as a page for browsers", async () => {
    const wrong = await world.call("GET", "/s/audio/stats/st_wrong.json");
    expect([wrong.status, wrong.json.error]).toEqual([404, "short_not_found"]);
    const page = await world.call("GET", "/s/audio/stats/st_wrong", { headers: PAGE });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("the statistics", () => {
  test("visits by day, channel, referrer, country and UTM; previews apart; downloads of the QR code", async () => {
    const made = await make({ title: "Counted" });
    await visit(`${made.code}?c=telegram&utm_source=news&utm_medium=email&utm_campaign=a%00b`, 1, {
      "cf-ipcountry": "DE",
      referer: "https://blog.example/post?private=1",
    });
    await visit(`${made.code}?c=qr`, 2, { "cf-ipcountry": "DE" });
    await visit(made.code, 2);
    await visit(made.code, 3, { "cf-ipcountry": "<b>", dnt: "1", referer: "https://secret.example/" });
    await world.visit(made.code, { headers: { "user-agent": "Twitterbot/1.0" } });
    await world.visit(made.code, { method: "HEAD" });
    for (const file of ["qr.svg", "qr.png", "qr.png"]) await world.visit(`${made.code}/${file}`);
    await world.visit(`${made.code}/qr.svg`, { method: "HEAD" });
    await world.visit(`${made.code}/qr.svg`, { headers: { "user-agent": "Googlebot/2.1" } });
    const stats = await read(made);
    expect(stats).toMatchObject({
      success: true,
      link: { code: made.code, state: "active", title: "Counted", landing: true, edited_at: null },
      totals: { human: 3, preview_bot: 1, head: 1, prefetch: 0, duplicate: 1, qr_downloads: 3 },
      referrers: [{ value: "blog.example", visits: 1 }],
      countries: [{ value: "DE", visits: 2 }],
      utm_sources: [{ value: "news", visits: 1 }],
      utm_mediums: [{ value: "email", visits: 1 }],
      utm_campaigns: [{ value: "ab", visits: 1 }],
      qr_downloads: [
        { value: "png", visits: 2 },
        { value: "svg", visits: 1 },
      ],
    });
    expect(
      stats.channels.map(({ channel, human }: { channel: string; human: number }) => [channel, human]),
    ).toEqual([
      ["direct", 1],
      ["qr", 1],
      ["telegram", 1],
      ["x", 0],
    ]);
    expect(stats.days).toHaveLength(30);
    expect(stats.days.at(-1)).toMatchObject({ day: stats.to, human: 3, duplicate: 1 });
    const csv = await world.call("GET", `${made.stats}.csv`);
    expect(csv.headers.get("content-type")).toContain("text/csv");
    const day = stats.to;
    expect(csv.text.split("\r\n")).toContain(`${day},referrer,blog.example,1`);
    expect(csv.text.split("\r\n")).toContain(`${day},human,telegram,1`);
    expect(csv.text).not.toContain("secret.example");
  });

  test("of other links nothing is counted but clicks", async () => {
    const plain = await world.short({ track_url: "/tracks/plain" });
    await visit(plain, 1, { referer: "https://blog.example/", "cf-ipcountry": "DE" });
    await world.visit(`${plain}/qr.png`);
    await world.services.audioShare.sources.flush();
    const rows = world.services.live.read.all(
      "SELECT 1 FROM audio_share_sources JOIN audio_share_links ON id = link_id WHERE code = ?",
      plain,
    );
    expect(rows).toEqual([]);
  });

  test("the country is read only where a setting names its header", async () => {
    const unset = await createAudioWorld();
    const { json } = await unset.build({ track_url: "/tracks/1", landing: "1" });
    await unset.visit(json.short.code, { headers: { "cf-ipcountry": "DE" } });
    const path = json.short.stats_url.replace("https://salute.example", "");
    expect((await unset.call("GET", `${path}.json`)).json.countries).toEqual([]);
    await unset.close();
  });

  test("past 50 values a day an origin counts as other", async () => {
    const made = await make();
    for (let i = 0; i < 55; i++) await visit(`${made.code}?utm_source=s${i}`, i);
    const { utm_sources } = await read(made);
    expect(utm_sources).toHaveLength(51);
    expect(utm_sources[0]).toEqual({ value: "other", visits: 5 });
  });

  test("days is the window; 400 beyond 400", async () => {
    const made = await make();
    await visit(made.code, 1);
    world.clock.advance(3 * DAY_MS);
    expect((await read(made, "?days=3")).totals.human).toBe(0);
    expect((await read(made, "?days=4")).totals.human).toBe(1);
    expect((await world.call("GET", `${made.stats}?days=401`)).status).toBe(400);
  });

  test("the page shows the figures, and is private", async () => {
    const made = await make({ title: "Shown <b>" });
    await visit(`${made.code}?c=x&utm_source=%3Cb%3E`, 1);
    const { status, text, headers } = await world.call("GET", made.stats);
    expect(status).toBe(200);
    expect(text).toContain("Shown &lt;b>");
    expect(text).toContain("&lt;b>");
    expect(text).not.toContain("<td><b>");
    expect(["cache-control", "referrer-policy", "x-robots-tag"].map((name) => headers.get(name))).toEqual([
      "no-store",
      "same-origin",
      "noindex, nofollow",
    ]);
  });

  test("go with their link, 90 days after it expired", async () => {
    const own = await createAudioWorld();
    const { json } = await own.build({ track_url: "/tracks/1", landing: "1", expires_in: "60" });
    await own.visit(json.short.code, { headers: { referer: "https://blog.example/" } });
    await own.services.audioShare.sources.flush();
    await own.services.audioShare.clicks.flush();
    const rows = () => own.services.live.read.all("SELECT 1 FROM audio_share_sources").length;
    expect(rows()).toBe(1);
    own.clock.advance(91 * DAY_MS);
    await retention.run(own.services, new AbortController().signal);
    expect(rows()).toBe(0);
    await own.close();
  });
});

describe("changing the destination", () => {
  let made: Made;
  beforeEach(async () => {
    made = await make();
  });
  const FORM = { "content-type": "application/x-www-form-urlencoded", ...PAGE };
  const edit = ({ stats }: Made, destination: string, headers: Record<string, string> = {}) =>
    world.call("POST", `${stats}/destination`, {
      headers: { ...FORM, ...headers },
      body: new URLSearchParams({ destination }).toString(),
    });
  const leadsTo = async ({ code }: Made) => (await world.visit(`${code}?direct=1`)).headers.get("location");

  test("within the policy: the short link stays, and leads there; the audit trail has both", async () => {
    const answer = await edit(made, "https://music.example/new");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${made.stats}?changed=1`]);
    expect(await leadsTo(made)).toBe("https://music.example/new");
    expect((await world.call("GET", `${made.stats}?changed=1`)).text).toContain(
      "leads to its new destination",
    );
    expect((await read(made)).link).toMatchObject({ destination: "https://music.example/new" });
    const expanded = await world.call("GET", `${AUDIO}/expand?short_url=${made.code}`);
    expect(expanded.json.edited_at).not.toBeNull();
    const [entry] = listAudit(world.services.live.read, 1);
    expect(entry).toMatchObject({
      action: "audio_share_link.edit",
      subject: `audio_share_link:${made.code}`,
    });
  });

  test("outside of it: 400 on the page, with the input and the reason, and nothing changes", async () => {
    const before = await leadsTo(made);
    for (const destination of [
      "https://elsewhere.example/",
      "javascript:alert(1)",
      "https://salute.example/s/audio/x",
    ]) {
      const { status, text } = await edit(made, destination);
      expect([destination, status]).toEqual([destination, 400]);
      expect(text).toContain(`value="${destination}"`);
      expect(text).toContain('aria-invalid="true"');
    }
    expect(await leadsTo(made)).toBe(before);
  });

  test("an equal request no longer finds the changed link", async () => {
    const wish = { track_url: "/tracks/equal", landing: "1" };
    const first = await make(wish);
    await edit(first, "/tracks/other");
    const { json } = await world.build(wish);
    expect(json.short.code).not.toBe(first.code);
  });

  test("409 for a signed link, 410 for one that ended, 404 for a wrong secret, 403 from another site, 415 for other types", async () => {
    const signed = await make({ token_mode: "signed" });
    expect((await edit(signed, "/tracks/other")).status).toBe(409);
    expect((await edit({ ...made, stats: "/s/audio/stats/st_wrong" }, "/tracks/other")).status).toBe(404);
    expect((await edit(made, "/tracks/other", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await edit(made, "/tracks/other", { "content-type": "text/plain" })).status).toBe(415);
    await world.revoke(made.code);
    expect((await edit(made, "/tracks/other")).status).toBe(410);
    const short = await make({ expires_in: "60" });
    world.clock.advance(60_000);
    expect((await edit(short, "/tracks/other")).status).toBe(410);
  });

  test("not in safe mode", async () => {
    const { live } = world.services;
    await live.writer.run((tx) => switchSafeMode(tx, ACTOR, "a drill"));
    expect((await edit(made, "/tracks/other")).status).toBe(503);
    await live.writer.run((tx) => switchSafeMode(tx, ACTOR, null));
  });
});
