import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createTrackToken } from "../../../../src/modules/share-links/links/index.ts";
import { newCode } from "../../../../src/modules/share-links/links/short-links/codes.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { type AudioWorld, createAudioWorld } from "./fixture.ts";

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld();
});
afterAll(() => world.close());

const share = (parameters: [string, string][]) =>
  world.call("GET", `/share?${new URLSearchParams(parameters)}`);

describe("GET /share", () => {
  test("a form that needs no script: what it sends comes back filled in, with the links", async () => {
    const { status, text } = await share([
      ["track_url", "/tracks/42"],
      ["file_url", ""],
      ["title", "Win & ter"],
      ["text", "Listen"],
      ["channels", "x"],
      ["channels", "email"],
      ["expires_in", ""],
    ]);
    expect(status).toBe(200);
    expect(text).toContain('name="title" value="Win &amp; ter"');
    expect(text).toContain(
      "https://x.com/intent/post?text=Listen&amp;url=https%3A%2F%2Fsalute.example%2Ftracks%2F42",
    );
    expect(text).toContain("mailto:?subject=Win%20%26%20ter");
    expect(text).not.toContain("t.me/share");
    expect(text.match(/type="checkbox" name="channels" value="\w+" checked/g)).toHaveLength(2);
  });

  test("makes a short link only where the box is ticked", async () => {
    const links = () => world.services.live.read.all("SELECT 1 FROM audio_share_links").length;
    await share([
      ["track_url", "/tracks/42"],
      ["token_mode", "signed"],
      ["expires_in", "600"],
    ]);
    expect(links()).toBe(0);
    const { text } = await share([
      ["track_url", "/tracks/42"],
      ["token_mode", "signed"],
      ["expires_in", "600"],
      ["use_short", "1"],
    ]);
    expect(links()).toBe(1);
    expect(text).toMatch(
      /https:\/\/salute\.example\/s\/audio\/\w{11}\.[0-9a-f]{8}\.[\w-]{22}, expires <time[^>]*>/,
    );
  });

  test("says what was refused, by code and rule, and keeps what was typed", async () => {
    const { status, text } = await share([["track_url", "https://evil.example/<x>"]]);
    expect(status).toBe(400);
    expect(text).toContain("destination_host_denied");
    expect(text).toContain("not_in_allowlist");
    expect(text).toContain('value="https://evil.example/&lt;x>"');
    const field = await share([
      ["track_url", "/a"],
      ["use_short", "1"],
      ["expires_in", "soon"],
    ]);
    expect([field.status, field.text.includes("expires_in")]).toEqual([400, true]);
  });

  test("speaks the reader's language, also what it warns of and refuses, and keeps it", async () => {
    const open = async (query: string) => (await world.call("GET", `/share?lang=de&${query}`)).text;
    const warned = await open("track_url=/tracks/42&file_url=/files/42.mp3&channels=email");
    expect(warned).toContain("Titel und Datei waren angegeben");
    expect(warned).toContain('<h3 id="link-email">E-Mail</h3>');
    expect(warned).toContain('<input type="hidden" name="lang" value="de"/>');
    expect(warned).not.toContain("Build links");
    expect(await open("track_url=https://evil.example/")).toContain("Adressen dieses Hosts");
    expect(await open("")).toMatch(/name="landing" value="1" checked/);
  });

  test("past the day's short links it says so: 409", async () => {
    const busy = await createAudioWorld();
    await Promise.all(Array.from({ length: 200 }, (_, i) => busy.short({ track_url: `/tracks/${i}` })));
    const { status, text } = await busy.call("GET", "/share?track_url=/tracks/200&use_short=1");
    expect([status, text.includes("state_conflict")]).toEqual([409, true]);
    await busy.close();
  });

  test("may ask itself anew, and nobody else", async () => {
    const { headers } = await share([]);
    expect(headers.get("content-security-policy")).toContain("connect-src 'self'");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("GET /admin/audio-share", () => {
  const page = async (query = "") =>
    world.call("GET", `/admin/audio-share${query}`, { headers: await world.operator("viewer") });

  test("403 for everybody else", async () => {
    expect((await world.call("GET", "/admin/audio-share")).status).toBe(403);
  });

  test("clicks as a chart with its figures, links with their states, revocations, tokens, policy", async () => {
    const [kept, gone] = [
      await world.short({ track_url: "/tracks/1" }),
      await world.short({ track_url: "/tracks/2" }),
    ];
    await world.visit(kept);
    await world.revoke(gone, "leaked <b>");
    await world.services.audioShare.clicks.flush();
    const { live } = world.services;
    await live.writer.run((tx) => createTrackToken(tx, { kind: "command", name: "test" }, "web"));
    const { status, text, headers } = await page();
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(text).toContain("<svg");
    expect(text).toContain("1 human clicks in 30 days");
    expect(text).toContain("2026-11-21");
    for (const word of [kept, gone, "active", "revoked", "built-in-1"]) expect(text).toContain(word);
    const revocations = (await page("?list=revocations")).text;
    for (const word of [gone, "leaked &lt;b>"]) expect(revocations).toContain(word);
    expect(revocations).not.toContain(kept);
    expect((await page("?list=tokens")).text).toContain("web");
    const csv = (await page("?list=tokens&format=csv&columns=name,state")).text;
    expect(csv).toBe("name,state\r\nweb,admits\r\n");
  });

  test("signed in, operators revoke links, and make and refuse tokens; viewers see no form", async () => {
    const code = await world.short({ track_url: "/tracks/77" });
    const ops = await signedIn(world, "ops", "operator");
    await ops.open("/admin/audio-share");
    const fields = { short_code: `https://salute.example/s/audio/${code}`, reason: "leaked" };
    expect((await ops.submit("/admin/audio-share/revoke", fields)).status).toBe(303);
    expect((await world.visit(code)).json.error).toBe("short_revoked");
    expect((await ops.submit("/admin/audio-share/revoke", { ...fields, short_code: "abc" })).status).toBe(
      400,
    );
    expect((await ops.submit("/admin/audio-share/revoke", { ...fields, short_code: newCode() })).status).toBe(
      404,
    );
    expect((await ops.open("/admin/audio-share")).text).not.toContain('name="name"');
    expect((await ops.open("/admin/audio-share/track-tokens/new")).text).toContain('name="name"');
    const made = await ops.submit("/admin/audio-share/track-tokens", { name: "app" });
    expect([made.status, made.text]).toEqual([200, expect.stringMatching(/trk_[1-9A-HJ-NP-Za-km-z]{43}/)]);
    await ops.open("/admin/audio-share");
    expect((await ops.submit("/admin/audio-share/track-tokens", { name: "app" })).status).toBe(409);
    const malformed = await ops.submit("/admin/audio-share/track-tokens", { name: "a b" });
    expect(malformed.status).toBe(400);
    expect(malformed.text).toContain(
      "Correct name: it must be 1 to 40 of A-Z a-z 0-9 . _ -, starting with a letter",
    );
    expect(malformed.text).toMatch(/name="name"[^>]*aria-invalid="true"/);
    expect((await ops.submit("/admin/audio-share/track-tokens/app/revoke")).status).toBe(303);
    expect((await ops.submit("/admin/audio-share/track-tokens/app/revoke")).status).toBe(409);
    for (const path of ["revoke", "track-tokens", "track-tokens/app/revoke"]) {
      const sent = await ops.submit(`/admin/audio-share/${path}`, {}, { "content-type": "text/plain" });
      expect([path, sent.status]).toEqual([path, 415]);
    }
    const viewer = await signedIn(world, "eve", "viewer");
    const revocations = "/admin/audio-share?list=revocations";
    expect((await ops.open(revocations)).text).toContain("Revoke permanently");
    expect((await viewer.open(revocations)).text).not.toContain("Revoke permanently");
    expect((await viewer.open("/admin/audio-share/track-tokens/new")).status).toBe(403);
    expect((await viewer.submit("/admin/audio-share/revoke", fields)).status).toBe(403);
  });

  test("50 links a page, older ones behind a link", async () => {
    for (let i = 0; i < 55; i++) await world.short({ track_url: `/many/${i}` });
    const first = await page();
    expect(first.text.match(/>https:\/\/salute\.example\/many\//g)).toHaveLength(50);
    const next = /href="\/admin\/audio-share(\?before=\d+)"/.exec(first.text)?.[1] ?? "";
    const second = await page(next);
    expect(second.text.match(/>https:\/\/salute\.example\/many\//g)).toHaveLength(5);
    expect(second.text).not.toContain("Next page");
  });

  test("400 for a page that is none", async () => {
    expect((await page("?before=x")).status).toBe(400);
  });
});
