import { afterEach, describe, expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import { playbookMarkdown } from "../../../../src/modules/developers/deprecations/playbook.ts";
import { loadDocument } from "../../../../src/modules/developers/openapi/index.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { at, createScheduledWorld, DAY_MS, ENTRY, NOW, schedule } from "./fixture.ts";

let world: World;
afterEach(() => world.close());

const BALANCE = "/api/salutes/balance?user_id=ext:zoe";
const ECHO = { body: { message: "hello", request_id: "canary-1" } };
const HEADERS = ["deprecation", "sunset", "link"];
const headersOf = (headers: Headers) => HEADERS.map((name) => headers.get(name));
const EXPECTED = [
  `@${(NOW + 5 * DAY_MS) / 1000}`,
  new Date(NOW + 20 * DAY_MS).toUTCString(),
  '<http://127.0.0.1:8080/developers/deprecations#old-balance>; rel="deprecation"; type="text/html", <http://127.0.0.1:8080/api/partner/users/%7Buser_id%7D>; rel="successor-version"',
];

describe("routes", () => {
  test("responses carry headers from the deprecation on, and only those of deprecated routes", async () => {
    world = await createScheduledWorld();
    const key = await world.createKey("acme");
    await world.createUser(key, "zoe");
    world.clock.advance(5 * DAY_MS - 1);
    expect(headersOf((await world.call("GET", BALANCE, { key })).headers)).toEqual([null, null, null]);
    world.clock.advance(1);
    const success = await world.call("GET", BALANCE, { key });
    expect([success.status, ...headersOf(success.headers)]).toEqual([200, ...EXPECTED]);
    const head = await world.call("HEAD", BALANCE, { key });
    expect([head.status, head.text, ...headersOf(head.headers)]).toEqual([200, "", ...EXPECTED]);
    const unsigned = await world.call("GET", BALANCE);
    expect([unsigned.status, ...headersOf(unsigned.headers)]).toEqual([401, ...EXPECTED]);
    const faulty = await world.call("GET", "/api/salutes/balance?user_id=none!", { key });
    expect([faulty.status, ...headersOf(faulty.headers)]).toEqual([400, ...EXPECTED]);
    const other = await world.call("GET", "/api/partner/users/ext:zoe", { key });
    expect([other.status, ...headersOf(other.headers)]).toEqual([200, null, null, null]);
  });

  test("a 304 carries them too", async () => {
    const endpoints = [{ method: "GET", path: "/developers/deprecations.json" }];
    world = await createScheduledWorld(schedule({ ...ENTRY, endpoints }));
    world.clock.advance(6 * DAY_MS);
    const first = await world.call("GET", "/developers/deprecations.json");
    const again = await world.call("GET", "/developers/deprecations.json", {
      headers: { "if-none-match": first.headers.get("etag") ?? "" },
    });
    expect([again.status, ...headersOf(again.headers)]).toEqual([304, ...EXPECTED]);
  });

  test("410 for everyone from the sunset on, without a restart, before credentials and body are checked, and nothing changes", async () => {
    const endpoints = [{ method: "POST", path: "/api/salutes/credit" }, ...ENTRY.endpoints];
    world = await createScheduledWorld(schedule({ ...ENTRY, endpoints }));
    const key = await world.createKey("acme");
    const id = await world.createUser(key, "zoe");
    const credit = { key, body: { user_id: "ext:zoe", amount: 5, reason: "quest", source: "test" } };
    expect((await world.call("POST", "/api/salutes/credit", credit)).status).toBe(200);
    world.clock.advance(20 * DAY_MS - 1);
    expect((await world.call("GET", BALANCE, { key })).json.balance).toBe(5);
    world.clock.advance(1);
    for (const options of [{}, { key }]) {
      const gone = await world.call("GET", BALANCE, options);
      expect([gone.status, gone.json.error, ...headersOf(gone.headers)]).toEqual([
        410,
        "endpoint_sunset",
        ...EXPECTED,
      ]);
      expect(gone.json.replacement).toBe(ENTRY.replacement);
    }
    expect((await world.call("HEAD", BALANCE, { key })).status).toBe(410);
    expect((await world.call("POST", "/api/salutes/credit", { ...credit, body: "{" })).status).toBe(410);
    expect((await world.call("POST", "/api/salutes/credit", credit)).status).toBe(410);
    const user = await world.call("GET", `/api/partner/users/${id}`, { key });
    expect(user.json.user.salutes_balance ?? user.json.balance ?? 5).toBe(5);
    expect((await world.call("POST", "/api/canary/echo", ECHO)).status).toBe(410);
  });

  test("the OpenAPI document marks exactly the scheduled operations as deprecated", async () => {
    world = await createScheduledWorld();
    const document = await loadDocument(allOperations(world.services), {
      part: "everything",
      version: "1",
      baseUrl: "http://localhost",
      groups: world.services.groups,
    });
    const balance = document.paths["/api/salutes/balance"]?.get;
    expect(balance?.deprecated).toBe(true);
    expect(Object.keys(balance?.responses ?? {})).toContain("410");
    const marked = Object.values(document.paths).flatMap((item) =>
      Object.values(item).filter(({ deprecated }) => deprecated !== undefined),
    );
    expect(marked.length).toBe(2);
  });
});

describe("documents", () => {
  test("without a file no deprecation is scheduled, and every document says so", async () => {
    world = await createWorld();
    expect((await world.call("GET", "/developers/deprecations.json")).json).toEqual({
      success: true,
      count: 0,
      deprecations: [],
      next_sunset: null,
    });
    expect((await world.call("GET", "/developers/migration-status.json")).json).toEqual({
      success: true,
      count: 0,
      migrations: [],
    });
    expect((await world.call("GET", "/developers/deprecations-playbook.md")).text).toContain(
      "No endpoint is scheduled",
    );
    expect((await world.call("GET", "/developers/deprecations")).text).toContain("No endpoint is scheduled");
    const owner = await signedIn(world, "olga", "owner");
    expect((await owner.open("/admin/deprecations")).text).toContain("DEPRECATIONS_FILE");
    expect((await world.call("GET", "/admin/deprecations")).status).toBe(403);
  });

  test("the list holds the entry, its status by date and the next sunset", async () => {
    world = await createScheduledWorld();
    const list = () => world.call("GET", "/developers/deprecations.json").then(({ json }) => json);
    expect((await list()).deprecations).toEqual([{ ...ENTRY, status: "announced" }]);
    expect((await list()).next_sunset).toBe(ENTRY.sunset_at);
    world.clock.advance(5 * DAY_MS);
    expect((await list()).deprecations[0].status).toBe("deprecated");
    world.clock.advance(15 * DAY_MS);
    expect(await list()).toMatchObject({ count: 1, deprecations: [{ status: "sunset" }], next_sunset: null });
  });

  test("documents have validators, and Last-Modified is the latest date that has passed; the feed is valid RSS", async () => {
    world = await createScheduledWorld();
    world.clock.advance(6 * DAY_MS);
    const lastModified = new Date(NOW + 5 * DAY_MS).toUTCString();
    const cacheControl = "public, max-age=60";
    await expectValidators(world, "/developers/deprecations.json", {}, { lastModified, cacheControl });
    await expectValidators(
      world,
      "/developers/deprecations-playbook.json",
      {},
      { lastModified, cacheControl },
    );
    const feed = await world.call("GET", "/developers/deprecations.rss");
    expect(feed.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(feed.text).toContain("<item><title>The old balance goes (deprecated)</title>");
    const playbook = await world.call("GET", "/developers/deprecations-playbook.md");
    expect(playbook.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(playbook.text).toContain("### old-balance: The old balance goes");
    expect(playbook.text).toContain("2026-12-11, sunset: Calls are refused with 410.");
    for (const { method, path } of ENTRY.endpoints) expect(playbook.text).toContain(`\`${method} ${path}\``);
    expect(playbook.text).toContain(`Replacement: \`${ENTRY.replacement}\``);
  });

  test("the playbook's texts hold no HTML", async () => {
    world = await createScheduledWorld();
    const step = { when: "deprecated", at: null, what: "Call <img src=x onerror=alert(1)> & go" };
    const markdown = playbookMarkdown({
      notice_days: 30,
      reminder_days: [7, 1],
      steps: [],
      count: 1,
      deprecations: [
        {
          id: "x",
          title: "<script>",
          status: "announced",
          days_left: 3,
          endpoints: [],
          replacement: null,
          steps: [step],
        },
      ],
    });
    expect(markdown).toContain("### x: &lt;script&gt;");
    expect(markdown).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; go");
    expect(markdown).not.toMatch(/<(script|img)/);
  });

  test("migration status counts validly signed calls per day, 410s separately, and names no partner", async () => {
    world = await createScheduledWorld();
    const key = await world.createKey("acme-records");
    await world.createUser(key, "zoe");
    for (let call = 0; call < 3; call++) await world.call("GET", BALANCE, { key });
    await world.call("GET", BALANCE);
    await world.call("POST", "/api/canary/echo", ECHO);
    await world.services.usage.flush();
    await world.call("GET", BALANCE, { key });
    const url = "/developers/migration-status.json?id=old-balance";
    const before = await world.call("GET", url);
    expect(before.json).toMatchObject({ id: "old-balance", state: "announced", days_left: 20 });
    expect(before.json.calls_per_day).toHaveLength(30);
    expect(before.json.calls_per_day[0]).toEqual({ day: "2026-11-21", calls: 5, refused: 0 });
    world.clock.advance(20 * DAY_MS);
    await world.call("GET", BALANCE, { key });
    await world.call("GET", BALANCE);
    await world.services.usage.flush();
    const after = await world.call("GET", url);
    expect(after.json).toMatchObject({ state: "sunset", days_left: 0 });
    expect(after.json.calls_per_day[0]).toEqual({ day: "2026-12-11", calls: 0, refused: 2 });
    expect(after.json.calls_per_day[20]).toEqual({ day: "2026-11-21", calls: 5, refused: 0 });
    const all = await world.call("GET", "/developers/migration-status.json");
    expect(all.json.migrations[0].calls_per_day).toEqual(after.json.calls_per_day);
    const page = await world.call("GET", "/developers/deprecations");
    for (const { text } of [after, all, page]) expect(text).not.toContain("acme");
    const owner = await signedIn(world, "olga", "owner");
    expect((await owner.open("/admin/deprecations")).text).toContain("acme-records");
    const csv = await owner.open("/admin/deprecations?columns=status,days,partners,calls&format=csv");
    expect(csv.text).toBe("status,days,partners,calls\r\nsunset,0,1,4\r\n");
    const unknown = await world.call("GET", "/developers/migration-status.json?id=other");
    expect([unknown.status, unknown.json.error]).toEqual([404, "deprecation_not_found"]);
  });
});

describe("header simulator", () => {
  const simulate = (query: string) => world.call("GET", `/api/public/deprecations/header-simulator?${query}`);

  test("matches the route's responses at each stage", async () => {
    world = await createScheduledWorld();
    const key = await world.createKey("acme");
    await world.createUser(key, "zoe");
    for (const days of [0, 5, 10]) {
      world.clock.advance(days * DAY_MS);
      const real = await world.call("GET", BALANCE, { key });
      for (const query of [
        "id=old-balance",
        "endpoint=GET%20/api/salutes/balance",
        "endpoint=/api/salutes/balance",
      ]) {
        const { json } = await simulate(query);
        const told = new Headers(json.headers);
        expect(headersOf(told)).toEqual(headersOf(real.headers));
        expect(json.http_status).toBe(real.status === 410 ? 410 : null);
      }
    }
  });

  test("without a time says what a call gets now, and no cache keeps it", async () => {
    const sunset_at = new Date(NOW + 40 * DAY_MS + 30_500).toISOString();
    world = await createScheduledWorld(schedule({ ...ENTRY, sunset_at }));
    world.clock.advance(Date.parse(sunset_at) - world.clock.now());
    const real = await world.call("GET", BALANCE);
    const { headers, json } = await simulate("id=old-balance");
    expect([real.status, json.http_status]).toEqual([410, 410]);
    expect(Date.parse(json.at)).toBeGreaterThanOrEqual(Date.parse(sunset_at));
    expect(headers.get("cache-control")).toBe("no-cache");
  });

  test("knows the alias of a path", async () => {
    const endpoints = [{ method: "POST", path: "/api/messenger/init/verify" }];
    world = await createScheduledWorld(schedule({ ...ENTRY, endpoints }));
    world.clock.advance(6 * DAY_MS);
    const [path, alias] = ["/api/messenger/init/verify", "/api/telegram/init/verify"];
    const real = await world.call("POST", alias, { body: {} });
    const { json } = await simulate(`endpoint=${encodeURIComponent(`POST ${alias}`)}`);
    expect(headersOf(new Headers(json.headers))).toEqual(headersOf(real.headers));
    expect(json).toEqual((await simulate(`endpoint=${path}`)).json);
  });

  test("accepts a time and concrete paths, and answers without a deprecation too", async () => {
    const endpoints = [{ method: "PATCH", path: "/api/partner/users/{user_id}" }];
    world = await createScheduledWorld(schedule({ ...ENTRY, endpoints }));
    const patch = `endpoint=${encodeURIComponent("PATCH /api/partner/users/42")}`;
    expect((await simulate(patch)).json).toMatchObject({ status: "announced", headers: {} });
    const later = (await simulate(`${patch}&at=${at(20)}`)).json;
    expect(later).toMatchObject({ status: "sunset", http_status: 410, id: "old-balance" });
    expect(later.headers.Sunset).toBe(EXPECTED[1]);
    const none = { headers: {}, status: null, id: null, http_status: null };
    const get = `endpoint=${encodeURIComponent("GET /api/partner/users/42")}&at=${at(20)}`;
    expect((await simulate(get)).json).toMatchObject(none);
    expect((await simulate("endpoint=/api/nowhere")).json).toMatchObject(none);
  });

  test("has validators for a given time, like the migration status", async () => {
    world = await createScheduledWorld();
    const expected = { lastModified: new Date(NOW).toUTCString(), cacheControl: "public, max-age=60" };
    const asked = `/api/public/deprecations/header-simulator?id=old-balance&at=${at(20)}`;
    for (const target of [asked, "/developers/migration-status.json?id=old-balance"])
      await expectValidators(world, target, {}, expected);
  });

  test("requires id or endpoint, a valid time and a known id", async () => {
    world = await createScheduledWorld();
    const missing = await simulate("");
    expect([missing.status, missing.json.details[0].field]).toEqual([400, "endpoint"]);
    const time = await simulate("id=old-balance&at=soon");
    expect([time.status, time.json.details[0].field]).toEqual([400, "at"]);
    const unknown = await simulate("id=other");
    expect([unknown.status, unknown.json.error]).toEqual([404, "deprecation_not_found"]);
  });
});
