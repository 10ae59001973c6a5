import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import { allOperations } from "../../../../src/compose/operations.ts";
import { CATALOG } from "../../../../src/http/answers/catalog.ts";
import { documentedCodes } from "../../../../src/http/documented.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { CHANNELS } from "../../../../src/modules/share-links/links/channels/channels.ts";
import { LINK_ERRORS } from "../../../../src/modules/share-links/links/errors.ts";
import { RULES } from "../../../../src/modules/share-links/links/rules.ts";
import { AUDIO, type AudioWorld, createAudioWorld } from "./fixture.ts";

const FEATURE = resolve(import.meta.dir, "../../../../src/modules/share-links/links");

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld();
});
afterAll(() => world.close());

const read = async (file: string) => (await world.call("GET", `${AUDIO}/${file}`)).json;

function inSources(pattern: RegExp): Set<string> {
  const found = new Set<string>();
  for (const file of new Glob("**/*.{ts,tsx}").scanSync(FEATURE)) {
    for (const [, name = ""] of readFileSync(join(FEATURE, file), "utf8").matchAll(pattern)) found.add(name);
  }
  return found;
}

describe("errors.json", () => {
  test("holds every code that an operation of the group documents, and no other", async () => {
    const { entries, count } = await read("errors.json");
    for (const { retry_after_seconds } of entries) expect(retry_after_seconds).toBeNumber();
    const ours = allOperations(world.services).filter(({ group }) => group === "audio-share");
    const codes = new Set(["method_not_allowed", ...ours.flatMap(documentedCodes).map(({ code }) => code)]);
    expect(entries.map((each: { error_code: string }) => each.error_code).sort()).toEqual([...codes].sort());
    expect(count).toBe(codes.size);
  });

  test("holds every code that the feature throws", async () => {
    const { entries } = await read("errors.json");
    const served = new Set(entries.map((each: { error_code: string }) => each.error_code));
    const thrown = inSources(/new Problem\(\s*(?:"|LINK_ERRORS\.)([a-z_]+)/g);
    expect(thrown.size).toBeGreaterThan(8);
    expect([...thrown].filter((code) => !served.has(code))).toEqual([]);
  });

  test("each with its status, the rules that end in it, and where it can be met", async () => {
    const { entries } = await read("errors.json");
    for (const { error_code, http_status, operations, rules } of entries) {
      expect([error_code, http_status]).toEqual([
        error_code,
        { ...CATALOG, ...LINK_ERRORS }[error_code as keyof typeof CATALOG].http_status,
      ]);
      expect(operations.length).toBeGreaterThan(0);
      const expected = Object.entries(RULES).filter(([, { error }]) => error === error_code);
      expect(rules).toEqual(expected.map(([rule]) => rule));
    }
  });

  test("what is audio-share's alone is in no partner's catalog", async () => {
    const key = await world.createKey("acme");
    const { json } = await world.call("GET", "/api/partner/errors.json", { key });
    const codes = json.entries.map((each: { error_code: string }) => each.error_code);
    for (const code of ["destination_host_denied", "short_expired", "client_event_conflict"])
      expect(codes).not.toContain(code);
  });
});

test("warnings.json holds every warning that the feature makes, and no other", async () => {
  const { entries } = await read("warnings.json");
  const made = inSources(/warn\(\s*"([a-z_]+)"/g);
  expect(entries.map((each: { warning_code: string }) => each.warning_code).sort()).toEqual([...made].sort());
});

test("guidance.json says what to do about every error, rule and warning", async () => {
  const [guidance, errors, warnings] = await Promise.all(
    ["guidance.json", "errors.json", "warnings.json"].map(read),
  );
  const of = (kind: string) =>
    guidance.entries
      .filter((each: { kind: string; advice: string }) => each.kind === kind && each.advice !== "")
      .map((each: { code: string }) => each.code);
  expect(of("error")).toEqual(errors.entries.map((each: { error_code: string }) => each.error_code));
  expect(of("rule")).toEqual(Object.keys(RULES));
  expect(of("warning")).toEqual(warnings.entries.map((each: { warning_code: string }) => each.warning_code));
  expect(guidance.count).toBe(guidance.entries.length);
});

test("channels.json holds every channel, and what it says of each is what building does", async () => {
  const { channels: entries } = await read("channels.json");
  expect(entries.map((each: { id: string }) => each.id)).toEqual(CHANNELS.map(({ id }) => id));
  const names = entries.map((each: { id: string }) => each.id).join();
  const { json } = await world.build({ track_url: "/a", title: "T", text: "x", channels: names });
  for (const [index, link] of json.links.entries()) {
    const { id, label, delivery, unit, max, format } = entries[index];
    expect([link.channel, link.label, link.delivery]).toEqual([id, label, delivery]);
    expect([id, link.length.unit, link.length.max]).toEqual([id, unit, max]);
    if (format !== null) expect(link.url).toStartWith(format.split(/[{]/)[0]);
  }
  const defaults = entries.filter((each: { is_default: boolean }) => each.is_default);
  expect(defaults.map((each: { id: string }) => each.id)).toEqual(["x", "telegram", "email", "slack"]);
});

test("policy.json: the built-in policy allows the site's own origin alone; rules in their order", async () => {
  const policy = await read("policy.json");
  expect(policy).toMatchObject({
    revision: "built-in-1",
    source: "built_in",
    site_origin: "https://salute.example",
    allow: [],
    deny: [],
    schemes: ["https"],
    ports: [],
    max_length: 2048,
    lifetimes: {
      plain: { min: 60, max: 31_536_000, default: 31_536_000 },
      signed: { min: 60, max: 2_592_000, default: 900 },
    },
    new_links_per_address_and_day: 200,
    dedupe_window_hours: 24,
    track_auth: "optional",
  });
  expect(policy.rules.map((each: { rule: string }) => each.rule)).toEqual([
    "control_char",
    "length",
    "relative",
    "scheme",
    "userinfo",
    "loop",
    "port",
    "ip_literal",
    "idn",
    "deny_exact",
    "deny_suffix",
    "not_in_allowlist",
  ]);
});

test("health says what is in force, and when nothing is taken", async () => {
  expect(await read("health")).toEqual({
    success: true,
    status: "ok",
    policy_revision: "built-in-1",
    policy_source: "built_in",
    site_origin: "https://salute.example",
    short_url_base: "https://salute.example/s/audio/",
    track_auth: "optional",
    dedupe_window_hours: 24,
    pending_clicks: 0,
  });
  const actor = { kind: "command", name: "test" } as const;
  await world.services.live.writer.run((tx) => switchSafeMode(tx, actor, "a drill"));
  expect((await read("health")).status).toBe("read_only");
  await world.services.live.writer.run((tx) => switchSafeMode(tx, actor, null));
});
