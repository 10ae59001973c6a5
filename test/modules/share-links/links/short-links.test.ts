import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { newCode, parseCode } from "../../../../src/modules/share-links/links/short-links/codes.ts";
import { retention } from "../../../harness/app/jobs.ts";
import { salute } from "../../../harness/processes/commands.ts";
import { AUDIO, type AudioWorld, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

const ACTOR = { kind: "command", name: "test" } as const;
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

let world: AudioWorld;
let policy: string;
beforeEach(async () => {
  policy = policyFile(POLICY);
  world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: policy });
});
afterEach(() => world.close());

const SIGNED = { token_mode: "signed" };
const resolve = (code: string) => world.call("POST", `${AUDIO}/short/resolve`, { body: { code } });
const expand = (short_url: string) =>
  world.call("GET", `${AUDIO}/expand?${new URLSearchParams({ short_url })}`);
const outcome = (answer: { status: number; json: { error: string } | null }) => [
  answer.status,
  answer.json?.error,
];

describe("codes", () => {
  test("ten random base58 characters and their check character", () => {
    const codes = Array.from({ length: 500 }, newCode);
    for (const code of codes) {
      expect(code).toMatch(/^[1-9A-HJ-NP-Za-km-z]{11}$/);
      expect(parseCode(code)).toEqual({ code, signature: null });
    }
    expect(new Set(codes).size).toBe(500);
    // No character is favoured: of 5000, each of the 58 is drawn some 86 times.
    const random = codes.map((code) => code.slice(0, 10)).join("");
    const counts = [...ALPHABET].map((each) => random.split(each).length - 1);
    expect(Math.min(...counts)).toBeGreaterThan(40);
    expect(Math.max(...counts)).toBeLessThan(140);
  });

  test("any one wrong character is found without a look-up", () => {
    const code = newCode();
    for (let at = 0; at < code.length; at++) {
      for (const other of ALPHABET) {
        if (other !== code[at]) expect(parseCode(code.slice(0, at) + other + code.slice(at + 1))).toBeNull();
      }
    }
  });

  test("nearly every swap of neighbours is found", () => {
    let swaps = 0;
    let missed = 0;
    for (let i = 0; i < 2_000; i++) {
      const code = newCode();
      const at = i % 10;
      const swapped = code.slice(0, at) + code.charAt(at + 1) + code.charAt(at) + code.slice(at + 2);
      if (swapped === code) continue;
      swaps++;
      if (parseCode(swapped) !== null) missed++;
    }
    expect(missed / swaps).toBeLessThan(0.03);
  });
});

describe("making a short link", () => {
  test("plain: a year unless told otherwise; every channel's link leads through it, marked with its channel", async () => {
    const { json } = await world.build({ track_url: "/tracks/42", title: "Winter", use_short: "1" });
    const { code } = json.short;
    expect(json.short).toEqual({
      code: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{11}$/),
      short_url: `https://salute.example/s/audio/${code}`,
      state: "active",
      token_mode: "plain",
      expires_at: "2027-11-21T10:00:00.000Z",
      landing: false,
      qr_svg_url: `https://salute.example/s/audio/${code}/qr.svg`,
      qr_png_url: `https://salute.example/s/audio/${code}/qr.png`,
      card_url: `https://salute.example/s/audio/${code}/card.png`,
      stats_url: null,
    });
    expect(new URL(json.links[0].url).searchParams.get("url")).toBe(
      `https://salute.example/s/audio/${code}?c=x`,
    );
    expect(json.links[3].text).toBe(`Winter\nhttps://salute.example/s/audio/${code}?c=slack`);
  });

  test("signed: 15 minutes unless told otherwise, key id and 22 characters of signature behind", async () => {
    const { json } = await world.build({ track_url: "/tracks/42", use_short: "1", ...SIGNED });
    expect(json.short).toMatchObject({
      code: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{11}\.[0-9a-f]{8}\.[A-Za-z0-9_-]{22}$/),
      token_mode: "signed",
      expires_at: "2026-11-21T10:15:00.000Z",
    });
  });

  test("the same request gives the same link within its lifetime, another gives another", async () => {
    const first = await world.short({ ...SIGNED, expires_in: "120" });
    world.clock.advance(119 * SECOND_MS);
    expect(await world.short({ ...SIGNED, expires_in: "120", channels: "x" })).toBe(first);
    const others = [
      await world.short({ ...SIGNED, expires_in: "121" }),
      await world.short({ expires_in: "120" }),
      await world.short({ ...SIGNED, expires_in: "120", title: "x" }),
      await world.short({ ...SIGNED, expires_in: "120", track_url: "/tracks/43" }),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    world.clock.advance(SECOND_MS);
    expect(await world.short({ ...SIGNED, expires_in: "120" })).not.toBe(first);
  });

  test("the same request at the same time makes one link", async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, () => world.short()));
    expect(new Set(codes).size).toBe(1);
  });

  test.each([
    [{ ...SIGNED, expires_in: "59" }, 59, 60],
    [{ ...SIGNED, expires_in: "-5" }, -5, 60],
    [{ ...SIGNED, expires_in: "2592001" }, 2_592_001, 2_592_000],
    [{ expires_in: "31536001" }, 31_536_001, 31_536_000],
    [{ expires_in: "1" }, 1, 60],
  ])(
    "%p: expires_in is moved into its bounds with a warning that names both",
    async (parameters, asked, used) => {
      const { json } = await world.build({ track_url: "/a", use_short: "1", ...parameters });
      expect(json.warnings).toEqual([
        expect.objectContaining({ code: "expires_in_clamped", field: "expires_in", asked, used }),
      ]);
      expect(Date.parse(json.short.expires_at)).toBe(world.clock.now() + used * SECOND_MS);
    },
  );

  test("200 new ones an address and day: then 409, while known ones still answer; a new day begins anew", async () => {
    const first = await world.short({ track_url: "/tracks/0" });
    await Promise.all(Array.from({ length: 199 }, (_, i) => world.short({ track_url: `/tracks/${i + 1}` })));
    const over = await world.build({ track_url: "/tracks/200", use_short: "1" });
    expect(outcome(over)).toEqual([409, "state_conflict"]);
    expect(await world.short({ track_url: "/tracks/0" })).toBe(first);
    const stored = world.services.live.read.get<{ n: number }>("SELECT count(*) AS n FROM audio_share_links");
    expect(stored?.n).toBe(200);
    world.clock.advance(14 * HOUR_MS);
    expect((await world.build({ track_url: "/tracks/200", use_short: "1" })).status).toBe(200);
  });

  test("safe mode: no new ones, known ones still answer and lead on", async () => {
    const code = await world.short();
    await world.services.live.writer.run((tx) => switchSafeMode(tx, ACTOR, "a drill"));
    expect(await world.short()).toBe(code);
    expect((await world.visit(code)).status).toBe(302);
    const refused = await world.build({ track_url: "/new", use_short: "1" });
    expect([...outcome(refused), refused.headers.get("retry-after")]).toEqual([503, "safe_mode", "60"]);
    expect((await world.build({ track_url: "/new" })).status).toBe(200);
    expect(outcome(await world.revoke(code))).toEqual([503, "safe_mode"]);
  });

  test("refused destinations make nothing", async () => {
    await world.build({ track_url: "https://evil.example/", use_short: "1" });
    expect(world.services.live.read.get("SELECT 1 FROM audio_share_links")).toBeNull();
  });
});

describe("looking at a short link", () => {
  test("expand by GET and POST, and resolve, show what it is", async () => {
    const code = await world.short({ title: "Winter", text: "Listen" });
    const short_url = `https://salute.example/s/audio/${code}`;
    const shown = {
      success: true,
      code,
      short_url,
      state: "active",
      token_mode: "plain",
      destination: { url: "https://salute.example/tracks/42", kind: "track" },
      title: "Winter",
      text: "Listen",
      created_at: "2026-11-21T10:00:00.000Z",
      expires_at: "2027-11-21T10:00:00.000Z",
      revoked_at: null,
      revoked_reason: null,
      landing: null,
      edited_at: null,
      rule: null,
      clicks: { human: "<5", preview_bot: "<5", head: "<5", prefetch: "<5", duplicate: "<5" },
    };
    for (const text of [short_url, `${short_url}?c=x`, `/s/audio/${code}`, code])
      expect((await expand(text)).json).toEqual(shown);
    expect((await world.call("POST", `${AUDIO}/expand`, { body: { short_url } })).json).toEqual(shown);
    expect((await resolve(code)).json).toEqual(shown);
    const { headers } = await expand(code);
    expect(headers.get("cache-control")).toBe("no-cache");
    const target = `${AUDIO}/expand?${new URLSearchParams({ short_url: code })}`;
    const same = { headers: { "if-none-match": headers.get("etag") ?? "" } };
    expect((await world.call("GET", target, same)).status).toBe(304);
  });

  test("links of others are never asked for: 404, as are codes that nobody made", async () => {
    for (const text of ["https://bit.ly/abc", "https://evil.example/s/audio/x", "ftp://x", newCode()])
      expect(outcome(await expand(text))).toEqual([404, "short_not_found"]);
    expect(outcome(await resolve(newCode()))).toEqual([404, "short_not_found"]);
  });

  test("a mistyped code is 400 short_code_malformed", async () => {
    const code = await world.short();
    const wrong = code.slice(0, -1) + (code.endsWith("x") ? "y" : "x");
    for (const text of [wrong, "abc", `${code}.`, `${code}.0badcafe`, `${code}.0badcafe.short`]) {
      expect(outcome(await resolve(text))).toEqual([400, "short_code_malformed"]);
      expect(outcome(await expand(text))).toEqual([400, "short_code_malformed"]);
      expect(outcome(await world.visit(text))).toEqual([400, "short_code_malformed"]);
    }
  });
});

describe("signatures", () => {
  test("without its tail, or with any other, a signed link does not exist; nor does a plain one with a tail", async () => {
    const signed = await world.short(SIGNED);
    const other = await world.short({ ...SIGNED, track_url: "/tracks/43" });
    const plain = await world.short();
    const [code = "", kid = "", mac = ""] = signed.split(".");
    const flipped = (mac.startsWith("A") ? "B" : "A") + mac.slice(1);
    const otherMac = other.split(".")[2] ?? "";
    for (const text of [
      code,
      `${code}.${kid}.${flipped}`,
      `${code}.00000000.${mac}`,
      `${code}.${kid}.${otherMac}`,
      `${plain}.${kid}.${mac}`,
    ]) {
      expect([text, ...outcome(await world.visit(text))]).toEqual([text, 404, "short_not_found"]);
      expect(outcome(await resolve(text))).toEqual([404, "short_not_found"]);
    }
    expect((await world.visit(signed)).status).toBe(302);
  });

  test.each(["destination", "expires_at"])("who alters the %s in the file ends the link", async (column) => {
    const signed = await world.short(SIGNED);
    const value = column === "destination" ? "'https://music.example/x'" : "expires_at + 60000";
    await world.services.live.writer.run((tx) => tx.run(`UPDATE audio_share_links SET ${column} = ${value}`));
    expect(outcome(await world.visit(signed))).toEqual([404, "short_not_found"]);
  });

  test("a rotation of the master key breaks none: old links go on within their lifetime, new ones have a new key", async () => {
    const wish = { ...SIGNED, expires_in: "86400" };
    const old = await world.short(wish);
    const rotated = await salute(["master-key", "rotate", "--data", world.dataDir]);
    expect(rotated.code).toBe(0);
    expect((await world.visit(old)).status).toBe(302);
    expect(await world.short(wish)).toBe(old);
    const fresh = await world.short({ ...wish, track_url: "/tracks/43" });
    expect(fresh.split(".")[1]).not.toBe(old.split(".")[1]);
    await world.restart();
    for (const code of [old, fresh]) expect((await world.visit(code)).status).toBe(302);
    expect(await world.short(wish)).toBe(old);
  });

  test("keys stand in the file sealed, and go when no link needs them", async () => {
    const code = await world.short(SIGNED);
    const rows = () =>
      world.services.live.read.all<{ kid: string; key_sealed: string }>("SELECT * FROM audio_share_keys");
    expect(rows()).toMatchObject([
      { kid: code.split(".")[1], key_sealed: expect.stringMatching(/^[0-9a-f]{8}\.[A-Za-z0-9_-]{90,}$/) },
    ]);
    world.clock.advance(61 * DAY_MS);
    await retention.run(world.services, new AbortController().signal);
    expect(rows()).toHaveLength(1);
    world.clock.advance(31 * DAY_MS);
    await retention.run(world.services, new AbortController().signal);
    expect(rows()).toHaveLength(0);
  });
});

describe("states", () => {
  test("expired: 410 short_expired; expand still shows it", async () => {
    const code = await world.short({ ...SIGNED, expires_in: "60" });
    world.clock.advance(MINUTE_MS - 1);
    expect((await world.visit(code)).status).toBe(302);
    world.clock.advance(1);
    expect(outcome(await world.visit(code))).toEqual([410, "short_expired"]);
    const resolved = await resolve(code);
    expect([...outcome(resolved), resolved.json.state]).toEqual([410, "short_expired", "expired"]);
    const expanded = (await expand(code)).json;
    expect([expanded.state, resolved.json.clicks]).toEqual(["expired", expanded.clicks]);
  });

  test.each([
    ["with its signature", (code: string) => code],
    ["without it", (code: string) => code.slice(0, 11)],
    ["as the whole link", (code: string) => `https://salute.example/s/audio/${code}`],
  ])("revoked by the code %s: 410 short_revoked", async (_, form) => {
    const code = await world.short(SIGNED);
    const { status, json } = await world.revoke(form(code), "leaked");
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        short_code: code.slice(0, 11),
        state: "revoked",
        already_revoked: false,
        reason: "leaked",
        revoked_at: "2026-11-21T10:00:00.000Z",
        revoked_by: "operator",
      },
    ]);
    expect(outcome(await world.visit(code))).toEqual([410, "short_revoked"]);
    const resolved = await resolve(code);
    expect([...outcome(resolved), resolved.json.state, resolved.json.reason]).toEqual([
      410,
      "short_revoked",
      "revoked",
      "leaked",
    ]);
    expect((await expand(code)).json).toMatchObject({ state: "revoked", revoked_reason: "leaked" });
  });

  test("revoking again changes nothing: the first reason stays; the audit trail has it once", async () => {
    const code = await world.short();
    await world.revoke(code, "first");
    world.clock.advance(MINUTE_MS);
    expect((await world.revoke(code, "second")).json).toMatchObject({
      already_revoked: true,
      reason: "first",
      revoked_at: "2026-11-21T10:00:00.000Z",
    });
    const noted = listAudit(world.services.live.read, 20).filter(
      ({ action }) => action === "audio_share_link.revoke",
    );
    expect(noted).toMatchObject([
      { actor: "operator", subject: `audio_share_link:${code}`, details: { reason: "first" } },
    ]);
  });

  test("a revoked link's request makes a new link: its lifetime is over", async () => {
    const code = await world.short();
    await world.revoke(code);
    expect(await world.short()).not.toBe(code);
  });

  test("revoking is an operator's: 403 for others, 404 and 400 for what is no link, 400 without a reason", async () => {
    const path = "/admin/ops/audio-share-revocations/revoke";
    const code = await world.short();
    const body = { short_code: code, reason: "x" };
    expect((await world.call("POST", path, { body })).status).toBe(403);
    expect((await world.call("POST", path, { body, headers: await world.operator("viewer") })).status).toBe(
      403,
    );
    expect(outcome(await world.revoke(newCode()))).toEqual([404, "short_not_found"]);
    expect(outcome(await world.revoke("abc"))).toEqual([400, "short_code_malformed"]);
    const headers = await world.operator("operator");
    const bare = await world.call("POST", path, { headers, body: { short_code: code } });
    expect([bare.status, bare.json.details[0].field]).toEqual([400, "reason"]);
    expect((await world.visit(code)).status).toBe(302);
  });

  test("revoking takes an Idempotency-Key, as every operator's change does", async () => {
    const path = "/admin/ops/audio-share-revocations/revoke";
    const headers = { ...(await world.operator("operator")), "idempotency-key": "once" };
    const body = { short_code: await world.short(), reason: "a" };
    const first = await world.call("POST", path, { headers, body });
    const again = await world.call("POST", path, { headers, body });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.json).toEqual(first.json);
    const other = await world.call("POST", path, { headers, body: { ...body, reason: "b" } });
    expect(outcome(other)).toEqual([409, "idempotency_conflict"]);
  });

  test("policy_blocked: a link outlives the policy, and is asked again each time", async () => {
    const code = await world.short({ track_url: "https://a.cdn.example/x" });
    expect((await world.visit(code)).headers.get("location")).toBe("https://a.cdn.example/x");
    writeFileSync(policy, JSON.stringify({ ...POLICY, deny: ["a.cdn.example"] }));
    await world.restart();
    const visited = await world.visit(code);
    expect([...outcome(visited), visited.json.rule, visited.json.denied_host]).toEqual([
      410,
      "policy_blocked",
      "deny_exact",
      "a.cdn.example",
    ]);
    const resolved = await resolve(code);
    expect([...outcome(resolved), resolved.json.clicks.head]).toEqual([410, "policy_blocked", "<5"]);
    expect((await expand(code)).json).toMatchObject({
      state: "policy_blocked",
      rule: "deny_exact",
      destination: null,
    });
    writeFileSync(policy, JSON.stringify(POLICY));
    await world.restart();
    expect((await world.visit(code)).status).toBe(302);
  });

  test("what expired 90 days ago is purged with its clicks", async () => {
    const code = await world.short({ expires_in: "60" });
    const kept = await world.short({ track_url: "/tracks/43" });
    await world.visit(code);
    await world.services.audioShare.clicks.flush();
    const rows = (table: string) => world.services.live.read.all(`SELECT * FROM ${table}`).length;
    world.clock.advance(90 * DAY_MS);
    await retention.run(world.services, new AbortController().signal);
    expect([rows("audio_share_links"), rows("audio_share_clicks")]).toEqual([2, 1]);
    world.clock.advance(MINUTE_MS + 1);
    await retention.run(world.services, new AbortController().signal);
    expect([rows("audio_share_links"), rows("audio_share_clicks"), rows("audio_share_days")]).toEqual([
      1, 0, 1,
    ]);
    expect(outcome(await world.visit(code))).toEqual([404, "short_not_found"]);
    expect((await world.visit(kept)).status).toBe(302);
  });
});
