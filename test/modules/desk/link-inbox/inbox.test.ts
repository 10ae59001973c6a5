import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { sha256Hex } from "../../../../src/kit/crypto/seal.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { until } from "../../../harness/until.ts";

const HOUR_MS = 3_600_000;
const PATH = "/admin/ops/link-inbox";

let world: World;
let tokens: Record<"viewer" | "operator" | "owner", string>;
let site: ReturnType<typeof Bun.serve>;
let asked: string[];
let isDown: boolean;

beforeEach(async () => {
  asked = [];
  isDown = false;
  site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      if (isDown) return new Response("", { status: 503 });
      if (pathname === "/get-only")
        return new Response("", { status: request.method === "HEAD" ? 405 : 200 });
      const hop = /^\/hop\/(\d+)$/.exec(pathname)?.[1];
      if (hop !== undefined)
        return Response.redirect(Number(hop) === 0 ? "/fine" : `/hop/${Number(hop) - 1}`, 302);
      if (pathname === "/to-ftp")
        return new Response("", { status: 302, headers: { location: "ftp://127.0.0.1/" } });
      return new Response("", { status: pathname === "/missing" ? 404 : 200 });
    },
  });
  world = await createWorld({ WEBHOOK_ALLOW_HTTP: "1", WEBHOOK_ALLOW_PRIVATE: "1" });
  const tokenOf = async (role: "viewer" | "operator" | "owner") =>
    (await makeOperator(world, role, role)).token;
  tokens = {
    viewer: await tokenOf("viewer"),
    operator: await tokenOf("operator"),
    owner: await tokenOf("owner"),
  };
});

afterEach(async () => {
  await site.stop(true);
  await world.close();
});

const as = (role: keyof typeof tokens) => ({ headers: { authorization: `Bearer ${tokens[role]}` } });
const get = (path: string, role: keyof typeof tokens = "viewer") =>
  world.call("GET", `${PATH}${path}`, as(role));
const add = (body: object, role: keyof typeof tokens = "operator") =>
  world.call("POST", `${PATH}/links`, { ...as(role), body, nonce: null, idempotencyKey: null });
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
const FILTERS = [
  "event",
  "event_prefix",
  "at_from",
  "at_to",
  "status_code_family",
  "skip_reason",
  "issue_id",
  "url_contains",
  "fields",
  "window_preset",
];
const events = async (query = "") => (await get(`/events/export.json${query}`)).json.rows;

describe("a link in the inbox", () => {
  test("can be added only by operators, and records link.received", async () => {
    const made = await add({ url: at("/fine"), issue_id: "incident:12", note: "postmortem" });
    expect([made.status, made.json.link.state, made.json.link.created_by]).toEqual([200, "open", "operator"]);
    expect((await add({ url: at("/fine") }, "viewer")).status).toBe(403);
    expect((await events()).map(({ event }: { event: string }) => event)).toEqual(["link.received"]);
    expect((await get("")).json.links).toEqual([made.json.link]);
  });

  test.each([
    ["nothing", {}, "url"],
    ["no address", { url: "no address" }, "url"],
    ["credentials", { url: "https://user:pass@example.com/" }, "url"],
    ["a long address", { url: `https://example.com/${"a".repeat(2048)}` }, "url"],
    ["an unknown property", { link: "https://example.com/" }, "link"],
  ])("is refused with 400 for %s", async (_, body, field) => {
    const answer = await add(body);
    expect([answer.status, answer.json.details[0].field]).toEqual([400, field]);
    expect((await get("")).json.count).toBe(0);
  });

  test("is checked once per cooldown, resolved by the second 2xx, and reopened by any other answer", async () => {
    await add({ url: at("/fine"), issue_id: "audit:x" });
    await runJob(world, "link_inbox");
    await runJob(world, "link_inbox");
    await runJob(world, "link_inbox");
    expect(asked).toEqual(["HEAD /fine"]);
    world.clock.advance(6 * HOUR_MS);
    await runJob(world, "link_inbox");
    expect((await get("")).json.links[0].state).toBe("resolved");
    isDown = true;
    world.clock.advance(6 * HOUR_MS);
    await runJob(world, "link_inbox");
    const told = (await events()).toReversed();
    expect(
      told.map(({ event, status_code_family, skip_reason }: Record<string, string>) => [
        event,
        status_code_family ?? skip_reason,
      ]),
    ).toEqual([
      ["link.received", null],
      ["link.checked", "2xx"],
      ["link.skipped", "cooldown"],
      ["link.checked", "2xx"],
      ["link.resolved", "2xx"],
      ["link.checked", "5xx"],
      ["link.reopened", "5xx"],
    ]);
  });

  test("without a URL is skipped, with one link.skipped event", async () => {
    await add({ note: "ask the bank" });
    await runJob(world, "link_inbox");
    await runJob(world, "link_inbox");
    const rows = await events("?event=link.skipped");
    expect(rows.map(({ skip_reason }: Record<string, string>) => skip_reason)).toEqual(["no_url"]);
  });

  test("is requested with GET if HEAD is not 2xx, following at most five redirects under the target rules", async () => {
    for (const path of ["/get-only", "/missing", "/hop/4", "/hop/5", "/to-ftp"]) await add({ url: at(path) });
    await add({ url: "ftp://127.0.0.1/file" });
    await runJob(world, "link_inbox");
    const found = Object.fromEntries(
      (await events("?event=link.checked")).map(
        ({ url, status_code, status_code_family, final_url }: Record<string, unknown>) => [
          String(url).replace(at(""), ""),
          [status_code, status_code_family, String(final_url).replace(at(""), "")],
        ],
      ),
    );
    expect(found).toEqual({
      "/get-only": [200, "2xx", "/get-only"],
      "/missing": [404, "4xx", "/missing"],
      "/hop/4": [200, "2xx", "/fine"],
      "/hop/5": [null, "other", "/hop/0"],
      "/to-ftp": [null, "other", "ftp://127.0.0.1/"],
      "ftp://127.0.0.1/file": [null, "other", "ftp://127.0.0.1/file"],
    });
    expect(asked.filter((each) => each.endsWith("/get-only"))).toEqual(["HEAD /get-only", "GET /get-only"]);
  });

  test("with a private address is never requested if the rules forbid it", async () => {
    await world.close();
    world = await createWorld({ WEBHOOK_ALLOW_HTTP: "1" });
    tokens.operator = (await makeOperator(world, "operator", "operator")).token;
    tokens.viewer = tokens.operator;
    await add({ url: at("/fine") });
    await runJob(world, "link_inbox");
    expect(asked).toEqual([]);
    expect((await events("?event=link.checked"))[0].status_code_family).toBe("other");
  });

  test("is refused with 409 once the inbox is full of unresolved links, by API and by form; a resolved one makes room", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
           INSERT INTO link_inbox_links (note, state, created_by, created_at, changed_at) SELECT 'x', 'open', 'zoe', 1, 1 FROM n`,
      ),
    );
    expect((await add({ note: "one more" })).status).toBe(409);
    const browser = await signedIn(world, "zoe", "operator");
    await browser.open(PATH);
    expect((await browser.submit(`${PATH}/add`, { note: "one more" })).status).toBe(409);

    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE link_inbox_links SET state = 'resolved', first_ok_at = 20 - id WHERE id IN (7, 8, 9)"),
    );
    expect((await add({ note: "one more" })).status).toBe(200);
    const resolved = world.services.live.read.all<{ id: number }>(
      "SELECT id FROM link_inbox_links WHERE state = 'resolved' ORDER BY id",
    );
    expect(resolved.map(({ id }) => id)).toEqual([7, 8]);
  });

  test("can be added with the form of its page, and is shown in the list", async () => {
    const browser = await signedIn(world, "zoe", "operator");
    const list = (await browser.open(PATH)).text;
    expect([list.includes(`href="${PATH}/new"`), list.includes('name="url"')]).toEqual([true, false]);
    expect((await browser.open(`${PATH}/new`)).text).toContain('name="url"');
    const sent = await browser.submit(`${PATH}/add`, {
      url: at("/fine"),
      issue_id: "incident:3",
      note: "<b>",
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, PATH]);
    const page = await browser.open(PATH);
    expect(page.text).toContain("/admin/ops/incidents/3");
    expect(page.text).toContain("&lt;b>");
    await browser.submit(`${PATH}/add`, { issue_id: "deprecation:old-status" });
    expect((await browser.open(PATH)).text).toContain('href="/developers/deprecations#old-status"');
    const refused = await browser.submit(`${PATH}/add`, { url: "nonsense" });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringMatching(/name="url"[^>]* value="nonsense"/),
    ]);
    const csv = await browser.open(`${PATH}?columns=link,issue,by&sort=-issue&format=csv`);
    expect(csv.text).toBe(
      `link,issue,by\r\n${at("/fine")},incident:3,zoe\r\nnone,deprecation:old-status,zoe\r\n`,
    );
    const json = await world.call("GET", `${PATH}?sort=-issue`, as("viewer"));
    expect(json.json.links).toHaveLength(2);
    const eve = await signedIn(world, "eve", "viewer");
    expect((await eve.open(PATH)).text).not.toContain(`${PATH}/new`);
    expect((await eve.open(`${PATH}/new`)).status).toBe(403);
  });

  test("can be removed by operators, by API and by form: it is checked and counted no more, and its events stay", async () => {
    const [missing, wrong] = [await add({ url: at("/missing") }), await add({ url: "ftp://example.com/" })];
    await runJob(world, "link_inbox");
    const summary = async () => (await get("/verification-summary.json")).json;
    expect((await summary()).by_status_code_family).toMatchObject({ "4xx": 1, other: 1 });
    const remove = (id: number, role: "viewer" | "operator") =>
      world.call("POST", `${PATH}/links/${id}/remove`, { ...as(role), nonce: null, idempotencyKey: null });
    const { id } = missing.json.link;
    expect((await remove(id, "viewer")).status).toBe(403);
    world.clock.advance(1_000);
    const removed = await remove(id, "operator");
    expect([removed.status, removed.json.link.status_code]).toEqual([200, 404]);
    expect((await remove(id, "operator")).status).toBe(404);
    const { links_total, last_change_at } = await summary();
    expect([links_total, Date.parse(last_change_at)]).toEqual([1, world.clock.now()]);

    const page = `${PATH}/${wrong.json.link.id}/remove`;
    const eve = await signedIn(world, "eve", "viewer");
    expect((await eve.open(PATH)).text).not.toContain("/remove");
    expect((await eve.open(page)).status).toBe(403);
    const browser = await signedIn(world, "zoe", "operator");
    expect((await browser.open(PATH)).text).toContain(`href="${page}"`);
    expect((await browser.open(page)).text).toContain("ftp://example.com/");
    const sent = await browser.submit(page);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, PATH]);
    expect((await get("")).json.links).toEqual([]);
    world.clock.advance(6 * HOUR_MS);
    asked = [];
    await runJob(world, "link_inbox");
    expect([asked, (await events()).length]).toEqual([[], 4]);
    const { text } = await browser.open("/admin/audit");
    expect(text.match(/<code>link_inbox\.remove|>link_inbox\.remove</g)).toHaveLength(2);
    const once = async (note: string) => {
      const path = `${PATH}/links/${(await add({ note })).json.link.id}/remove`;
      const headers = { ...as("operator").headers, "idempotency-key": "remove-once" };
      return (await world.call("POST", path, { headers })).status;
    };
    expect([await once("one"), await once("other")]).toEqual([200, 409]);
  });
});

describe("the export of events", () => {
  beforeEach(async () => {
    await add({ url: at("/fine"), issue_id: "incident:1" });
    await add({ url: at("/missing"), issue_id: "incident:2", note: "=1+1" });
    await add({ note: "no address" });
    await runJob(world, "link_inbox");
  });

  test("has the same rows as JSON and CSV, newest first", async () => {
    const rows = await events();
    const csv = parseCsv((await get("/events/export.csv")).text);
    expect(csv).toEqual(
      rows.map((row: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)]),
        ),
      ),
    );
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await get("/events/export.json")).json.count).toBe(6);
  });

  test.each([
    ["event=link.received&event=link.skipped", 4],
    ["event_prefix=link.re", 3],
    ["status_code_family=4xx", 1],
    ["skip_reason=no_url", 1],
    ["issue_id=incident:1", 2],
    ["url_contains=MISSING", 2],
    ["issue_id=incident:1&event=link.checked", 1],
    ["at_to=2020-01-01T00:00:00Z", 0],
    ["at_from=2020-01-01T00:00:00Z", 6],
    ["window_preset=last_outage", 0],
    ["window_preset=last_digest_warn", 0],
  ])("with %s holds %i rows", async (query, count) => {
    const { json } = await get(`/events/export.json?${query}`);
    expect([json.count, json.rows.length]).toEqual([count, count]);
    expect(Object.keys(json.query)).toEqual(FILTERS);
    const given = [...new URLSearchParams(query).keys()];
    for (const name of FILTERS)
      expect([name, json.query[name] !== null]).toEqual([name, given.includes(name)]);
    expect((await get(`/events/export.json?${query}&count_only=1`)).json.count).toBe(count);
    if (query.startsWith("window_preset")) expect(json.window).toBeNull();
  });

  test("counts a download of the number alone, except by HEAD", async () => {
    const count = "/events/export.csv?count_only=1";
    const { bytes } = await get(count);
    await get("/events/export.json?count_only=1");
    await world.call("HEAD", `${PATH}${count}`, as("viewer"));
    const { json } = await world.call("GET", "/admin/ops/alerts-monitor/export-usage.json", as("viewer"));
    const found = json.usage.filter((each: { export: string }) => each.export === "link-inbox/events/export");
    expect(found.map(({ format, count, rows }: Record<string, unknown>) => [format, count, rows])).toEqual([
      ["csv", 1, 0],
      ["json", 1, 0],
    ]);
    expect(found[0].bytes).toBe(bytes.length);
  });

  test("keeps the order of fields, and refuses unknown ones", async () => {
    expect((await get("/events/export.csv?fields=url,id&event=link.received")).text.split("\r\n")[0]).toBe(
      "url,id",
    );
    expect(Object.keys((await events("?fields=event,id"))[0])).toEqual(["event", "id"]);
    for (const query of [
      "fields=id,nothing",
      "event=link.nothing",
      "status_code_family=3xx",
      "skip_reason=x",
      "window_preset=x",
      "at_from=yesterday",
    ])
      expect((await get(`/events/export.json?${query}`)).status).toBe(400);
  });

  test("has the SHA-256 of its uncompressed bytes", async () => {
    for (const format of ["csv", "json"]) {
      const plain = await get(`/events/export.${format}?checksum=1`);
      expect(plain.headers.get("x-export-sha256")).toBe(sha256Hex(plain.bytes));
      const packed = await get(`/events/export.${format}?checksum=1&compress=1`);
      expect(packed.headers.get("content-type")).toBe("application/gzip");
      const bytes = gunzipSync(packed.bytes);
      expect(packed.headers.get("x-export-sha256")).toBe(sha256Hex(bytes));
      expect(bytes.toString()).toBe(plain.text);
    }
    expect((await get("/events/export.csv")).headers.get("x-export-sha256")).toBeNull();
  });

  test("by token works once, only for the operator who created it, with the original filters", async () => {
    const made = (await get("/events/export.csv?event=link.received&fields=id&download_token=1", "operator"))
      .json;
    const path = made.url.replace(PATH, "");
    expect((await get(path, "viewer")).status).toBe(404);
    expect((await world.call("GET", made.url)).status).toBe(403);
    expect((await world.call("HEAD", made.url, as("operator"))).status).toBe(200);
    const got = await get(path, "operator");
    expect(got.text).toBe("id\r\n3\r\n2\r\n1\r\n");
    const again = await get(path, "operator");
    expect([again.status, again.json.error]).toEqual([410, "download_token_used"]);
    expect((await get("/events/export-download.csv?download_token=unknown", "operator")).status).toBe(404);
    expect((await get("/events/export-download.csv", "operator")).status).toBe(400);
    const stored = world.services.live.read.all("SELECT * FROM link_inbox_tokens");
    expect(JSON.stringify(stored)).not.toContain(made.download_token);
  });

  test("by token expires after 15 minutes", async () => {
    const made = (await get("/events/export.json?download_token=1", "operator")).json;
    world.clock.advance(15 * 60_000);
    expect((await get(made.url.replace(PATH, ""), "operator")).status).toBe(410);
  });

  test("creates no token in safe mode", async () => {
    const browser = await signedIn(world, "zoe", "operator");
    await browser.open("/admin");
    await browser.submit("/admin/safe-mode", { state: "on", reason: "test" });
    for (const format of ["json", "csv"])
      expect((await get(`/events/export.${format}?download_token=1`)).status).toBe(503);
    expect((await get("/events/export.json")).status).toBe(200);
    expect((await add({ note: "x" })).status).toBe(503);
  });

  test("shows the plan only to owners", async () => {
    expect((await get("/events/export.json?debug=1", "operator")).status).toBe(403);
    expect((await get("/events/export.json?debug=1", "owner")).json.debug.plan.length).toBeGreaterThan(0);
    expect((await get("/events/export.csv?debug=1", "owner")).json.debug.plan.length).toBeGreaterThan(0);
  });

  test("the list pages by offset and by cursor, newest first", async () => {
    for (const note of ["one", "two", "three"]) await add({ note });
    const notes = (answer: Awaited<ReturnType<typeof get>>) =>
      answer.json.links.map((link: { note: string }) => link.note);
    const first = await get("?limit=2");
    expect(notes(first)).toEqual(["three", "two"]);
    expect(first.json.query).toEqual({ answer: null, limit: 2, offset: 0, cursor: null });
    const { has_more, next_offset, next_cursor } = first.json.pagination;
    expect([has_more, next_offset]).toEqual([true, 2]);
    const rest = [await get("?limit=2&offset=2"), await get(`?limit=2&cursor=${next_cursor}`)];
    for (const answer of rest) expect(notes(answer)[0]).toBe("one");
  });

  test("leaves later reads at the newest state after a plan", async () => {
    await add({ note: "before" });
    expect((await get("/events/export.csv?debug=1", "owner")).status).toBe(200);
    await add({ note: "after" });
    expect((await get("?limit=1")).json.links[0].note).toBe("after");
  });

  test("is recorded with operator, size and format", async () => {
    await get("/events/export.csv?event=link.received", "operator");
    await get("/events/export.json?compress=1", "owner");
    await world.call("HEAD", `${PATH}/events/export.json`, as("owner"));
    const told = await until(async () => {
      const { json } = await get("/events/export-telemetry.json");
      return json.count >= 2 ? json : null;
    }, 2_000);
    expect(
      told.exports.map(({ requested_by, format, rows, compressed }: Record<string, unknown>) => [
        requested_by,
        format,
        rows,
        compressed,
      ]),
    ).toEqual([
      ["owner", "json", 6, true],
      ["operator", "csv", 3, false],
    ]);
    const own = (await get("/events/export-telemetry.json?requested_by=operator")).json;
    expect([own.count, own.totals.rows]).toEqual([1, 3]);
  });

  test("is counted by state and family, with validators", async () => {
    const { json } = await get("/verification-summary.json");
    expect(json).toMatchObject({
      links_total: 3,
      by_state: { open: 3, resolved: 0 },
      by_status_code_family: { "2xx": 1, "4xx": 1, unchecked: 1 },
    });
    const lastModified = new Date(world.clock.now()).toUTCString();
    await expectValidators(world, `${PATH}/verification-summary.json`, as("viewer"), {
      lastModified,
      cacheControl: "private, max-age=30",
    });
    expect((await world.call("GET", `${PATH}/verification-summary.json`)).status).toBe(403);
  });

  test("of a hundred thousand events is complete", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
           INSERT INTO link_inbox_events (at, event, link_id, url) SELECT 0, 'link.checked', 1, 'x' FROM n`,
      ),
    );
    const { text } = await get("/events/export.csv?url_contains=x&event=link.checked&fields=id");
    const ids = text.trimEnd().split("\r\n").slice(1).map(Number);
    expect([ids.length, new Set(ids).size, ids[0]]).toEqual([100_000, 100_000, 100_006]);
  });
});
