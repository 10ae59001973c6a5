import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { saltedHash } from "../../../../src/modules/status/incidents/rules.ts";
import { followUp } from "../../../../src/modules/status/module.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";

const PATH = "/admin/ops/incidents";
const HOUR_MS = 3_600_000;

let world: World;
let tokens: Record<"viewer" | "operator", string>;

beforeEach(async () => {
  world = await createWorld();
  tokens = {
    viewer: (await makeOperator(world, "viewer", "viewer")).token,
    operator: (await makeOperator(world, "zoe", "operator")).token,
  };
});

afterEach(() => world.close());

const as = (role: keyof typeof tokens) => ({ headers: { authorization: `Bearer ${tokens[role]}` } });
const get = (path: string) => world.call("GET", `${PATH}${path}`, as("viewer"));
const post = (path: string, body: object, role: keyof typeof tokens = "operator", headers: object = {}) =>
  world.call("POST", `${PATH}${path}`, {
    headers: { ...as(role).headers, ...headers },
    body,
    nonce: null,
    idempotencyKey: null,
  });
const OUTAGE = {
  title: "Payments are late",
  severity: "bad",
  checks: ["webhooks"],
  public: true,
  message: "We look.",
};

/** Inserts an automatic incident of one hour. */
const addRun = (severity = "warn") =>
  world.services.live.writer.run(
    (tx) =>
      tx.run(
        `INSERT INTO status_incidents (id, started_at, ended_at, severity, checks, points, ok_points, first_ok_at)
         VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name IN ('operator_incidents', 'status_incidents')),
           ?, ?, ?, '["rpc"]', 60, 3, ?)`,
        tx.now - 2 * HOUR_MS,
        tx.now - HOUR_MS,
        severity,
        tx.now - HOUR_MS,
      ).lastInsertRowid,
  );

describe("an operator's incident", () => {
  test("is created with its first update, updated, resolved and followed by a postmortem", async () => {
    const made = await post("", OUTAGE);
    expect(made.status).toBe(200);
    const { id } = made.json.incident;
    expect(made.json.incident).toMatchObject({
      title: "Payments are late",
      state: "investigating",
      severity: "bad",
      checks: ["webhooks"],
      source: "operator",
      ended_at: null,
      public: true,
      updates: [{ edit: "opened", message: "We look." }],
    });
    world.clock.advance(HOUR_MS);
    const told = await post(`/${id}/updates`, { state: "identified", message: "A full disk." });
    expect(told.json.incident.updates.map(({ state }: { state: string }) => state)).toEqual([
      "identified",
      "investigating",
    ]);
    const resolved = (await post(`/${id}/resolve`, { message: "Space again." })).json.incident;
    expect([resolved.state, resolved.updates[0].edit]).toEqual(["resolved", "resolved"]);
    expect(Date.parse(resolved.ended_at)).toBe(world.clock.now());
    expect((await post(`/${id}/resolve`, {})).status).toBe(409);
    expect((await post(`/${id}/updates`, { state: "monitoring" })).status).toBe(409);
    expect((await post(`/${id}/updates`, { state: "postmortem", message: "Why." })).json.incident.state).toBe(
      "postmortem",
    );
  });

  test.each([
    ["no title", {}, "title"],
    ["an unknown check", { title: "x", checks: ["nothing"] }, "checks.0"],
    ["an unknown severity", { title: "x", severity: "info" }, "severity"],
    ["an unknown state", { title: "x", state: "closed" }, "state"],
    ["an unknown property", { title: "x", owner: "me" }, "owner"],
  ])("is refused with 400 for %s", async (_, body, field) => {
    const answer = await post("", body);
    expect([answer.status, answer.json.details[0].field]).toEqual([400, field]);
    expect((await get("")).json.count).toBe(0);
  });

  test("can be created only by operators, not by viewers", async () => {
    expect((await post("", OUTAGE, "viewer")).json.error).toBe("forbidden");
    expect((await world.call("POST", PATH, { body: {}, nonce: null, idempotencyKey: null })).status).toBe(
      403,
    );
    const { id } = (await post("", OUTAGE)).json.incident;
    for (const path of [`/${id}/updates`, `/${id}/resolve`, `/${id}/updates/1/withdraw`])
      expect((await post(path, { message: "x" }, "viewer")).status).toBe(403);
    expect((await get("")).json.incidents[0].updates.length).toBe(1);
  });

  test.each([
    ["title", "Payments\u202e are late"],
    ["title", "=?utf-8?q?Payments?="],
    ["message", "We\u200b look."],
    ["message", "=?utf-8?b?V2UgbG9vaw==?="],
  ])("with a %s that does not read as it stands is 400: it goes into mails", async (field, text) => {
    const refused = await post("", { ...OUTAGE, [field]: text });
    expect([refused.status, refused.json.details[0].field]).toEqual([400, field]);
    const { id } = (await post("", OUTAGE)).json.incident;
    expect((await post(`/${id}/updates`, { [field]: text })).status).toBe(400);
    expect((await get("")).json.incidents).toHaveLength(1);
  });

  test("is created once per Idempotency-Key", async () => {
    const headers = { "idempotency-key": "outage-1" };
    const first = await post("", OUTAGE, "operator", headers);
    const again = await post("", OUTAGE, "operator", headers);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(again.json.incident.id).toBe(first.json.incident.id);
    expect((await post("", { ...OUTAGE, title: "Other" }, "operator", headers)).json.error).toBe(
      "idempotency_conflict",
    );
    expect((await get("")).json.count).toBe(1);
  });

  test("answers 404 if unknown, and 409 if it is automatic", async () => {
    const automatic = await addRun();
    expect((await post("/999/updates", { message: "x" })).status).toBe(404);
    expect((await post("/999/resolve", {})).status).toBe(404);
    expect((await post(`/${automatic}/updates`, { message: "x" })).status).toBe(409);
    expect((await post(`/${automatic}/resolve`, {})).status).toBe(409);
    const { id } = (await post("", OUTAGE)).json.incident;
    expect(id).toBe(automatic + 1);
    expect((await post(`/${id}/updates`, {})).status).toBe(400);
    expect((await post(`/${id}/updates`, { state: "postmortem" })).status).toBe(409);
  });

  test("is refused with 409 once a hundred are open, by API and by form", async () => {
    await world.services.live.writer.run((tx) => {
      for (let i = 0; i < 100; i++)
        tx.run(
          `INSERT INTO operator_incidents (title, severity, state, checks, is_public, started_at, created_by, updated_at)
             VALUES ('x', 'warn', 'investigating', '[]', 0, 1, 'zoe', 1)`,
        );
    });
    expect((await post("", OUTAGE)).status).toBe(409);
    const browser = await signedIn(world, "ada", "operator");
    await browser.open(PATH);
    expect((await browser.submit(`${PATH}/open`, { title: "One more", severity: "bad" })).status).toBe(409);
  });

  test("cannot be changed in safe mode", async () => {
    const { id } = (await post("", OUTAGE)).json.incident;
    const browser = await signedIn(world, "ada", "operator");
    await browser.open("/admin");
    await browser.submit("/admin/safe-mode", { state: "on", reason: "test" });
    for (const [path, body] of [
      ["", OUTAGE],
      [`/${id}/updates`, { message: "x" }],
      [`/${id}/resolve`, {}],
      [`/${id}/updates/1/withdraw`, {}],
    ] as const)
      expect((await post(path, body)).status).toBe(503);
  });
});

describe("a public incident", () => {
  test("appears immediately on the status page, in summary.json, feeds and the public list", async () => {
    await world.call("GET", "/status");
    await world.call("GET", "/api/public/system-status/incidents");
    await post("", { ...OUTAGE, message: "<script>We look.</script>" });
    const shown = (await world.call("GET", "/api/public/system-status/incidents")).json.incidents;
    expect(shown).toMatchObject([{ title: "Payments are late", source: "operator", state: "investigating" }]);
    const page = await world.call("GET", "/status");
    expect(page.text).toContain("Payments are late");
    expect(page.text).not.toContain("<script>We look.");
    const summary = (await world.call("GET", "/api/v2/summary.json")).json;
    expect(summary.incidents).toMatchObject([
      {
        name: "Payments are late",
        status: "investigating",
        impact: "major",
        incident_updates: [{ body: "<script>We look.</script>" }],
      },
    ]);
    for (const feed of ["/history.rss", "/history.atom"])
      expect((await world.call("GET", feed)).text).toContain("Payments are late");
  });

  test("is removed from summary.json when resolved, and stays in the history", async () => {
    const { id } = (await post("", OUTAGE)).json.incident;
    await post(`/${id}/resolve`, {});
    expect((await world.call("GET", "/api/v2/summary.json")).json.incidents).toEqual([]);
    expect((await world.call("GET", "/api/public/system-status/incidents")).json.incidents[0].state).toBe(
      "resolved",
    );
  });

  test("is the only kind shown publicly", async () => {
    await post("", { ...OUTAGE, public: false, title: "Secret look" });
    for (const path of [
      "/status",
      "/api/v2/summary.json",
      "/history.rss",
      "/history.atom",
      "/api/public/system-status/incidents?hours=24",
    ])
      expect((await world.call("GET", path)).text).not.toContain("Secret look");
    expect((await get("")).json.incidents[0].title).toBe("Secret look");
  });

  test("shows what was written while it was public, not what was written before", async () => {
    const { id } = (await post("", { ...OUTAGE, public: false, message: "Only for us." })).json.incident;
    await post(`/${id}/updates`, { public: true, message: "For everybody." });
    for (const path of [
      "/status",
      "/api/v2/summary.json",
      "/history.rss",
      "/history.atom",
      "/api/public/system-status/incidents?hours=24",
    ]) {
      const { text } = await world.call("GET", path);
      expect([path, text.includes("For everybody."), text.includes("Only for us.")]).toEqual([
        path,
        true,
        false,
      ]);
    }
    const detail = await get(`/detail.json?id=${id}`);
    expect(detail.text).toContain("Only for us.");
  });
});

describe("the signed log", () => {
  const logged = async () => {
    await followUp(world.services, new AbortController().signal);
    return (await get("")).json.incidents[0].updates.toReversed();
  };

  test("contains each edit as salted hashes, which prove the text without revealing it", async () => {
    const { id } = (await post("", { ...OUTAGE, public: false })).json.incident;
    await post(`/${id}/updates`, { message: "Second words." });
    const updates = await logged();
    for (const [at, message] of ["We look.", "Second words."].entries()) {
      const { salt, message_sha256, log } = updates[at];
      expect(message_sha256).toBe(saltedHash(salt, message));
      const object = await world.call("GET", log.url);
      expect(JSON.parse(object.text)).toMatchObject({ incident: id, message_sha256 });
      expect(object.text).not.toContain(message);
      expect(object.text).not.toContain("Payments");
      expect(object.text).not.toContain("zoe");
    }
    await followUp(world.services, new AbortController().signal);
    const entries = world.services.signedLog.db.read.all("SELECT 1 FROM log_entries WHERE kind = 'incident'");
    expect(entries.length).toBe(2);
  });

  test("holds each edit once, even if an edit could not be marked as logged", async () => {
    const { live, signedLog } = world.services;
    await post("", OUTAGE);
    await post("", { ...OUTAGE, title: "Another" });
    await live.writer.run((tx) =>
      tx.run(
        `CREATE TRIGGER no_marks BEFORE UPDATE OF log_index ON incident_updates
           BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      ),
    );
    for (let tries = 0; tries < 3; tries++)
      await expect(followUp(world.services, new AbortController().signal)).rejects.toThrow(
        "the disk is full",
      );
    await live.writer.run((tx) => tx.run("DROP TRIGGER no_marks"));
    await logged();
    const entries = signedLog.db.read.all("SELECT 1 FROM log_entries WHERE kind = 'incident'");
    expect(entries).toHaveLength(2);
  });

  test("keeps the hash of a withdrawn text after text and salt are deleted", async () => {
    const { id, updates } = (await post("", OUTAGE)).json.incident;
    await logged();
    const path = `/${id}/updates/${updates[0].id}/withdraw`;
    const after = (await post(path, {})).json.incident.updates.at(-1);
    expect([after.message, after.salt, after.withdrawn]).toEqual([null, null, true]);
    expect(after.message_sha256).toBe(updates[0].message_sha256);
    expect((await world.call("GET", "/status")).text).not.toContain("We look.");
    expect((await post(path, {})).status).toBe(409);
    expect((await post(`/${id}/updates/999/withdraw`, {})).status).toBe(404);
    expect((await post(`/999/updates/${updates[0].id}/withdraw`, {})).status).toBe(404);
    expect((await post(`/${id}/updates/${updates[0].id}/withdraw`, { x: 1 })).status).toBe(400);
    expect((await logged()).at(-1).log.index).toBeGreaterThan(0);
  });
});

describe("withdrawing an update", () => {
  const NAME = "Name of victim";
  const newest = async (path: string) => (await post(path, {})).json.incident;

  /** Every text of the database, and every output that shows incidents. */
  const textsOf = async (id: number): Promise<string> => {
    const { read } = world.services.live;
    const tables = [
      "incident_updates",
      "operator_incidents",
      "status_notices",
      "status_posts",
      "audit_entries",
    ];
    const rows = tables.map((table) => JSON.stringify(read.all(`SELECT * FROM ${table}`)));
    const operators = ["", "/export.json", "/export", `/detail.json?id=${id}`, "/draft.json", "/draft.md"];
    const shown = operators.map(async (path) => (await get(path)).text);
    const open = [
      "/status",
      `/status/incidents/${id}`,
      "/api/v2/incidents.json",
      "/history.rss",
      "/history.atom",
    ];
    const publicly = open.map(async (path) => (await world.call("GET", path)).text);
    return [...rows, ...(await Promise.all([...shown, ...publicly]))].join("\n");
  };

  test("removes its message and its former title from the database and from every output", async () => {
    const { id, updates } = (await post("", { ...OUTAGE, title: NAME, message: `${NAME} called.` })).json
      .incident;
    world.clock.advance(1000);
    await post(`/${id}/updates`, { message: "News." });
    await post(`/${id}/updates`, { title: "Payments are late" });
    expect((await textsOf(id)).includes(NAME)).toBe(true);
    const path = `/${id}/updates/${updates[0].id}/withdraw`;
    expect((await newest(path)).updates.at(-1)).toMatchObject({
      message: null,
      salt: null,
      withdrawn: true,
      message_sha256: updates[0].message_sha256,
    });
    expect((await textsOf(id)).includes(NAME)).toBe(false);
    for (const output of [`/detail.json?id=${id}`, "/draft.json"])
      expect((await get(output)).json.timeline[0].text).toBe("opened (investigating): (withdrawn)");
    expect((await get("/draft.txt")).text).toContain("opened (investigating): (withdrawn)");
    const { incidents } = (await world.call("GET", "/api/v2/incidents.json")).json;
    expect(incidents[0].incident_updates.at(-1).body).toBe("(withdrawn)");
    const again = await post(path, {});
    expect([again.status, again.json.message]).toEqual([409, "Nothing to withdraw: the update has no text."]);
  });

  test("keeps the incident's title until it is changed, also of an edit that changed nothing else", async () => {
    const { id } = (await post("", OUTAGE)).json.incident;
    const { updates } = (await post(`/${id}/updates`, { title: NAME })).json.incident;
    const path = `/${id}/updates/${updates[0].id}/withdraw`;
    const refused = await post(path, {});
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "Change the title first: the update's text is the incident's title.",
    ]);
    await post(`/${id}/updates`, { title: "Payments are slow" });
    expect((await newest(path)).updates.at(-2)).toMatchObject({ withdrawn: true, salt: null });
    expect((await textsOf(id)).includes(NAME)).toBe(false);
  });

  test("withdraws the message first, and the title once it is a former one", async () => {
    const { id, updates } = (await post("", { ...OUTAGE, title: NAME })).json.incident;
    world.clock.advance(1000);
    const path = `/${id}/updates/${updates[0].id}/withdraw`;
    expect((await newest(path)).title).toBe(NAME);
    expect((await get("/draft.json")).json.timeline[0].text).toBe(
      `opened (investigating): ${NAME}: (withdrawn)`,
    );
    expect((await post(path, {})).status).toBe(409);
    await post(`/${id}/updates`, { title: "Payments are late" });
    expect((await newest(path)).title).toBe("Payments are late");
    expect((await textsOf(id)).includes(NAME)).toBe(false);
  });
});

describe("lists of incidents", () => {
  beforeEach(async () => {
    await addRun("bad");
    await post("", { ...OUTAGE, severity: "warn", title: '=cmd|"x"' });
  });

  test("contain automatic and operators' incidents, newest first, filtered by severity, source and hours", async () => {
    const titles = async (query: string) =>
      (await get(`${query}`)).json.incidents.map(({ source }: { source: string }) => source);
    expect(await titles("")).toEqual(["operator", "automatic"]);
    expect(await titles("?severity=bad")).toEqual(["automatic"]);
    expect(await titles("?source=operator")).toEqual(["operator"]);
    expect(await titles("?hours=1")).toEqual(["operator", "automatic"]);
    world.clock.advance(HOUR_MS);
    expect(await titles("?hours=1")).toEqual(["operator"]);
    const page = (await get("?limit=1")).json;
    const { next_cursor: cursor, ...pagination } = page.pagination;
    expect([page.count, pagination]).toEqual([1, { has_more: true, next_offset: 1 }]);
    await post("", { ...OUTAGE, title: "a later one" });
    const next = (await get(`?limit=1&cursor=${cursor}`)).json;
    expect(next.incidents.map(({ source }: { source: string }) => source)).toEqual(["automatic"]);
    expect(next.pagination).toEqual({ has_more: false, next_offset: null, next_cursor: null });
    world.clock.advance(3 * HOUR_MS);
    expect((await get(`?limit=1&cursor=${cursor}&hours=1`)).status).toBe(400);
    for (const query of [
      "?hours=0",
      "?severity=info",
      "?source=me",
      "?limit=201",
      "?offset=-1",
      "?nothing=1",
    ])
      expect((await get(query)).status).toBe(400);
  });

  test("have the same rows as CSV and JSON", async () => {
    const { incidents } = (await get("/export.json")).json;
    const csv = parseCsv((await get("/export")).text);
    expect(csv.map(({ id, source }) => [Number(id), source])).toEqual(
      incidents.map(({ id, source }: Record<string, unknown>) => [id, source]),
    );
    expect(csv[0]?.title).toBe(`'=cmd|"x"`);
    for (const path of ["/export?hours=0", "/export.json?source=x"])
      expect((await get(path)).status).toBe(400);
  });

  test("have a page for browsers, with forms to create and update incidents", async () => {
    const browser = await signedIn(world, "ada", "operator");
    const page = await browser.open(PATH);
    expect(page.headers.get("content-type")).toContain("text/html");
    const sent = await browser.submit(`${PATH}/open`, {
      title: "By form",
      severity: "bad",
      public: "1",
      checks: "rpc",
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${PATH}/3`]);
    const told = await browser.submit(`${PATH}/3/tell`, { state: "monitoring", message: "Better." });
    expect(told.status).toBe(303);
    expect((await get("")).json.incidents[0]).toMatchObject({
      title: "By form",
      state: "monitoring",
      public: true,
      checks: ["rpc"],
    });
    const first = await browser.open(`${PATH}?source=operator&hours=48&limit=1`);
    expect(first.text).toMatch(/Done<\/span> Update posted\./);
    const older = /href="([^"]+)">Next page</.exec(first.text)?.[1];
    expect(older).toBe(`${PATH}?source=operator&amp;hours=48&amp;limit=1&amp;offset=1`);
    const csv = await browser.open(`${PATH}?source=operator&columns=title,severity,state&format=csv`);
    expect(csv.text).toStartWith("title,severity,state\r\nBy form,bad,monitoring\r\n");
    const next = await browser.open(older?.replaceAll("&amp;", "&") ?? "");
    expect([next.text.includes("By form"), next.text.includes("=cmd|")]).toEqual([false, true]);
    expect((await browser.submit(`${PATH}/open`, { title: "", severity: "bad" })).status).toBe(400);
    expect((await browser.submit(`${PATH}/99/tell`, { state: "monitoring" })).status).toBe(404);
    expect((await browser.submit(`${PATH}/3/tell`, { state: "postmortem" })).status).toBe(409);
  });

  test("have a page each, whose links fill the form with the usual words", async () => {
    const browser = await signedIn(world, "ada", "operator");
    const { id } = (await post("", OUTAGE)).json.incident;
    const page = await browser.open(`${PATH}/${id}`);
    expect(page.text).toContain("Payments are late");
    expect(page.text).toContain(`href="/status/incidents/${id}"`);
    expect(page.text).toContain("None had failed requests or dead letters");
    for (const state of ["investigating", "identified", "monitoring", "resolved"]) {
      const filled = await browser.open(`${PATH}/${id}?template=${state}`);
      expect(filled.text).toContain(`<option value="${state}" selected`);
      expect(filled.text).toMatch(/<textarea[^>]*>[^<]*problem with Webhooks/);
    }
    const same = { state: "investigating", severity: "bad", visibility: "public" };
    expect((await browser.submit(`${PATH}/${id}/tell`, same)).status).toBe(400);
    await browser.submit(`${PATH}/${id}/tell`, { ...same, state: "resolved", message: "Done." });
    expect((await browser.open(`${PATH}/${id}?template=postmortem`)).text).toContain("What we change");
    await browser.submit(`${PATH}/${id}/tell`, {
      state: "postmortem",
      visibility: "public",
      message: "A full disk.",
    });
    expect((await world.call("GET", `/status/incidents/${id}`)).text).toContain("A full disk.");
    expect((await browser.open(`${PATH}/999`)).status).toBe(404);
    const viewer = await signedIn(world, "vic", "viewer");
    expect((await viewer.open(`${PATH}/${id}`)).text).not.toContain("<textarea");
    expect((await viewer.open(`${PATH}/new`)).text).not.toContain("<textarea");
  });

  test("keep a page opened earlier from undoing what somebody else changed meanwhile", async () => {
    const browser = await signedIn(world, "ada", "operator");
    const { id } = (await post("", { ...OUTAGE, public: false })).json.incident;
    const fieldsOf = async () => {
      const { text } = await browser.open(`${PATH}/${id}`);
      return { seen: /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? "" };
    };
    const opened = await fieldsOf();
    const published = { state: "identified", severity: "bad", visibility: "public", message: "We know why." };
    const first = await browser.submit(`${PATH}/${id}/tell`, { ...published, ...opened });
    expect(first.status).toBe(303);
    const stale = { state: "investigating", severity: "warn", visibility: "private", message: "We look." };
    const late = await browser.submit(`${PATH}/${id}/tell`, { ...stale, ...opened });
    expect([late.status, late.text.includes("We look.")]).toEqual([409, true]);
    expect((await world.call("GET", `/status/incidents/${id}`)).text).not.toContain("We look.");
    const again = { ...published, message: "Nearly there.", ...(await fieldsOf()) };
    expect((await browser.submit(`${PATH}/${id}/tell`, again)).status).toBe(303);
    expect((await world.call("GET", `/status/incidents/${id}`)).text).toContain("Nearly there.");
  });

  test("name the partners with failed requests and dead letters, and no others", async () => {
    const { id } = (await post("", OUTAGE)).json.incident;
    const { key_id: keyId } = await world.createKey("hurt");
    await world.createKey("well");
    await world.services.live.writer.run((tx) =>
      tx.run(
        `INSERT INTO usage_rollups (key_id, span_minutes, start_minute, route, requests, errors, server_errors, rate_limited, histogram)
           VALUES (?, 60, ?, 'GET /x', 9, 7, 7, 0, '')`,
        keyId,
        Math.floor(tx.now / HOUR_MS) * 60,
      ),
    );
    const browser = await signedIn(world, "ada", "operator");
    const { text } = await browser.open(`${PATH}/${id}`);
    expect(text).toMatch(/admin\/partners\/hurt"[\s\S]*?>7</);
    expect(text).not.toContain("partners/well");
  });

  test("are drafted from an automatic incident by one link", async () => {
    const automatic = await addRun("bad");
    const browser = await signedIn(world, "ada", "operator");
    const page = await browser.open(`${PATH}/${automatic}`);
    expect(page.text).not.toContain("<textarea");
    const draft = /href="([^"]+\/new\?[^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = await browser.open(draft);
    expect(form.text).toContain('value="Outage: rpc"');
    expect(form.text).toMatch(/<option value="bad" selected/);
    expect(form.text).toMatch(/value="rpc" checked/);
    const started = new Date(world.clock.now() - 2 * HOUR_MS).toISOString().slice(0, 16);
    expect(form.text).toContain(`value="${started}"`);
    const refused = await browser.submit(`${PATH}/open`, { title: "", severity: "bad" });
    expect([refused.status, refused.text.includes("New incident")]).toEqual([400, true]);
  });

  test("link to the details of each incident", async () => {
    await world.call("GET", "/api/public/system-status/trend?limit=0");
    await world.call("GET", "/api/public/system-status/trend?limit=0");
    const detail = (await get("/detail.json?id=2")).json;
    expect(detail.incident.id).toBe(2);
    expect(detail.timeline[0].text).toContain("opened");
    expect(detail.errors).toContainEqual({
      code: "invalid_query",
      path: "/api/public/system-status/trend",
      count: 2,
    });
    expect(detail.checks).toMatchObject([{ check: "webhooks" }]);
    expect((await get("/detail.json?id=1")).json.incident.source).toBe("automatic");
    expect((await get("/detail.json?id=99")).status).toBe(404);
    expect((await get("/detail.json")).status).toBe(400);
  });
});

describe("a draft", () => {
  test("reports events, errors and operator actions, with the same content as JSON, Markdown and text", async () => {
    await post("", { ...OUTAGE, title: "Late *payments* [x](http://evil)" });
    await world.call("GET", "/api/public/system-status/trend?limit=0");
    const draft = (await get("/draft.json?context=Hello")).json;
    expect(draft).toMatchObject({ template: "v1", context: "Hello", incident: { severity: "bad" } });
    expect(draft.query).toMatchObject({ hours: 24, source: null, severity: null, since: null, until: null });
    expect(draft.top_errors).toEqual([
      { code: "invalid_query", path: "/api/public/system-status/trend", count: 1 },
    ]);
    expect(draft.operator_actions.map(({ action }: { action: string }) => action)).toContain(
      "incident.opened",
    );
    const md = await get("/draft.md?context=Hello");
    expect(md.headers.get("content-type")).toContain("text/markdown");
    expect(md.text).toContain("## Timeline");
    expect(md.text).toContain("Late \\*payments\\* \\[x\\](http://evil)");
    const txt = await get("/draft.txt?context=Hello");
    expect(txt.headers.get("content-type")).toContain("text/plain");
    for (const { text } of draft.timeline) expect(txt.text).toContain(text);
  });

  test("shows what operators did, however much partners do meanwhile", async () => {
    await post("", OUTAGE);
    await world.services.live.writer.run((tx) => {
      for (let replay = 0; replay < 60; replay++)
        tx.run(
          `INSERT INTO audit_entries (actor_kind, actor, action, subject, details, created_at)
             VALUES ('partner', 'pk_live_x', 'webhook_events.replay', 'partner:1', '{}', ?)`,
          tx.now,
        );
    });
    const { operator_actions } = (await get("/draft.json")).json;
    expect(operator_actions.map(({ action }: { action: string }) => action)).toContain("incident.opened");
  });

  test("depends only on the data, except for the time and ages", async () => {
    await post("", OUTAGE);
    const body = async () => {
      const { generated_at_utc: _, age_minutes: __, ...rest } = (await get("/draft.json")).json;
      return rest;
    };
    const first = await body();
    world.clock.advance(1000);
    expect(await body()).toEqual(first);
  });

  test("omits sections with template=minimal, and counts errors up to the limit", async () => {
    await post("", OUTAGE);
    for (let i = 0; i < 3; i++) await world.call("GET", "/api/public/system-status/trend?limit=0");
    await world.call("GET", "/api/public/system-status/uptime?hours=0");
    const draft = (await get("/draft.json?template=minimal&top_errors_limit=2&top_errors_top_n=1")).json;
    expect([draft.preflight_delta, draft.refusals_403, draft.operator_actions]).toEqual([null, null, []]);
    expect([draft.errors_counted, draft.top_errors.length]).toEqual([2, 1]);
  });

  test("is of any incident by its number, however old, to which its page links", async () => {
    await addRun();
    const { id } = (await get("/draft.json?index=0")).json.incident;
    world.clock.advance(40 * 24 * HOUR_MS);
    await post("", OUTAGE);
    expect((await get(`/draft.json?id=${id}`)).json.incident).toMatchObject({ id, source: "automatic" });
    const browser = await signedIn(world, "ada", "operator");
    const links = (await browser.open(`${PATH}/${id}`)).text;
    expect(links).toMatch(new RegExp(`<title>Incident ${id}: `));
    for (const format of ["md", "txt"]) {
      expect(links).toContain(`href="${PATH}/draft.${format}?id=${id}"`);
      expect((await get(`/draft.${format}?id=${id}`)).text).toContain(`Incident ${id} (automatic)`);
      const none = await get(`/draft.${format}?id=${id + 9}`);
      expect([none.status, none.json.error]).toEqual([404, "incident_not_found"]);
    }
  });

  test("selects the incident by index, source and time, or answers 404", async () => {
    await addRun();
    await post("", OUTAGE);
    expect((await get("/draft.json?index=1")).json.incident.source).toBe("automatic");
    expect((await get("/draft.json?source=automatic")).json.incident.source).toBe("automatic");
    for (const format of ["json", "md", "txt"]) {
      const none = await get(`/draft.${format}?index=9`);
      expect([none.status, none.json.error]).toEqual([404, "incident_not_found"]);
    }
    expect((await get("/draft.json?until=2020-01-01T00:00:00Z")).status).toBe(404);
  });

  test.each([
    "hours=0",
    "hours=721",
    "limit=0",
    "limit=201",
    "template=v2",
    "source=x",
    "severity=info",
    "index=-1",
    "preflight_day_offset=31",
    "top_errors_hours=0",
    "top_errors_limit=0",
    "top_errors_top_n=0",
    "since=yesterday",
    "since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z",
  ])("is refused with 400 for %s", async (query) => {
    for (const format of ["json", "md", "txt"])
      expect((await get(`/draft.${format}?${query}`)).status).toBe(400);
  });

  test("is only for operators", async () => {
    for (const path of [
      "/draft.json",
      "/draft.md",
      "/draft.txt",
      "/export",
      "/export.json",
      "/detail.json?id=1",
      "",
    ])
      expect((await world.call("GET", `${PATH}${path}`)).status).toBe(403);
  });
});

describe("an incident's public page", () => {
  const page = (id: number) => world.call("GET", `/status/incidents/${id}`);

  test("shows its updates and post-mortem, and the status page links to it", async () => {
    const { id } = (await post("", OUTAGE)).json.incident;
    await post(`/${id}/resolve`, { message: "Fixed." });
    await post(`/${id}/updates`, { state: "postmortem", message: "A queue was full." });
    const { status, text } = await page(id);
    expect(status).toBe(200);
    for (const words of ["Payments are late", "We look.", "Fixed.", "Post-mortem", "A queue was full."])
      expect(text).toContain(words);
    expect((await world.call("GET", "/status")).text).toContain(`href="/status/incidents/${id}"`);
  });

  test("exists for an automatic incident, and for no private or unknown one", async () => {
    expect((await page(Number(await addRun()))).status).toBe(200);
    const hidden = (await post("", { ...OUTAGE, public: false })).json.incident;
    expect((await page(hidden.id)).status).toBe(404);
    await post(`/${hidden.id}/updates`, { public: true, message: "Now public." });
    const { text } = await page(hidden.id);
    expect([text.includes("Now public."), text.includes("We look.")]).toEqual([true, false]);
    expect((await page(99)).status).toBe(404);
  });
});

test("an incident can have begun up to 30 days ago, and not later than now", async () => {
  const at = (ms: number) => new Date(world.clock.now() + ms).toISOString();
  const made = await post("", { ...OUTAGE, started_at: at(-3 * HOUR_MS) });
  expect([made.status, made.json.incident.started_at]).toEqual([200, at(-3 * HOUR_MS)]);
  for (const ms of [HOUR_MS, -31 * 24 * HOUR_MS]) {
    const refused = await post("", { ...OUTAGE, started_at: at(ms) });
    expect([refused.status, refused.json.details[0].field]).toEqual([400, "started_at"]);
  }
  const zoe = await signedIn(world, "otto", "operator");
  await zoe.open(PATH);
  const form = { title: "By form", severity: "warn", started_at: "2026-11-21 08:00" };
  expect((await zoe.submit(`${PATH}/open`, form)).status).toBe(303);
  expect(
    (await get("?hours=24")).json.incidents.map((each: { started_at: string }) => each.started_at),
  ).toContain("2026-11-21T08:00:00.000Z");
});
