import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sha256Hex } from "../../../../src/kit/crypto/seal.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";

const DAY_MS = 86_400_000;
const PATH = "/admin/ops/preflight-guards";

let world: World;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createWorld({
    SMTP_URL: "smtp://ops:hunter2secret@127.0.0.1:2525",
    PUBLIC_BASE_URL: "https://salute.example",
  });
  headers = { authorization: `Bearer ${(await makeOperator(world, "watcher", "viewer")).token}` };
});

afterEach(() => world.close());

const get = (path: string) => world.call("GET", `${PATH}${path}`, { headers });

describe("preflight guards", () => {
  test("report that there is no snapshot before the first", async () => {
    const { json } = await get(".json");
    expect([json.snapshot_id, json.generated_at_utc, json.rows]).toEqual([null, null, []]);
  });

  test("show of secrets only whether they are set, and since when", async () => {
    await runJob(world, "preflight");
    const answer = await get(".json?include_env_rows=1");
    expect(answer.text).not.toContain("hunter2secret");
    const tokens = answer.json.rows.filter(({ section }: { section: string }) => section === "token");
    const values = Object.fromEntries(
      tokens.map(({ field, value }: Record<string, string>) => [field, value]),
    );
    expect([values.smtp_url, values.master_key, values.alert_webhook_url]).toEqual(["set", "unset", "unset"]);
    expect(values.litestream_secret_access_key).toBe("unset");
    const env = answer.json.rows.filter(({ section }: { section: string }) => section === "env");
    expect(env.find(({ field }: { field: string }) => field === "SMTP_URL").value).toBe("(set)");
    expect((await get(".json")).json.rows.some(({ section }: { section: string }) => section === "env")).toBe(
      false,
    );
    expect((await get("/export.csv?include_env_rows=1")).text).not.toContain("hunter2secret");
  });

  test("have a page with findings by section, changes since a day, and a chart of 30 days", async () => {
    const early = await signedIn(world, "eve", "viewer");
    expect((await early.open(PATH)).text).toContain("findings will be here");
    await runJob(world, "preflight");
    world.clock.advance(DAY_MS);
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE preflight_snapshots SET rows = replace(rows, '\"self_hosted\"', '\"off\"')"),
    );
    await runJob(world, "preflight");
    const viewer = await signedIn(world, "ada", "viewer");
    const { status, text } = await viewer.open(PATH);
    expect(status).toBe(200);
    for (const part of ["Changed since yesterday", "responder docs_mode", "1 changed.", "guards-chart"])
      expect(text).toContain(part);
    for (const id of ["responder", "synthetic", "digest", "token", "artifact"])
      expect(text).toContain(`<h2 id="${id}">`);
    expect(text).not.toContain("hunter2secret");
    expect((await viewer.open(`${PATH}?day_offset=7`)).text).toContain("No snapshot was taken on that day");
    expect((await viewer.open(`${PATH}?day_offset=31`)).status).toBe(400);
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE preflight_snapshots SET rows = replace(rows, '\"pass\"', '\"fail\"')"),
    );
    expect((await viewer.open("/admin")).text).toMatch(
      /href="\/admin\/ops\/preflight-guards">Preflight guards that fail/,
    );
  });

  test("include the hash of the OpenAPI document as served", async () => {
    await runJob(world, "preflight");
    const { json } = await get(".json");
    const row = json.rows.find(({ field }: { field: string }) => field === "openapi_sha256");
    expect(row.value).toBe(sha256Hex((await world.call("GET", "/api/openapi.json")).bytes));
  });

  test("count rows by status, and overall is the worst", async () => {
    await runJob(world, "preflight");
    const { json } = await get(".json");
    expect(json.counts.pass + json.counts.warn + json.counts.fail).toBe(json.rows.length);
    expect(json.overall).toBe(json.counts.fail > 0 ? "fail" : json.counts.warn > 0 ? "warn" : "pass");
    const csv = parseCsv((await get("/export.csv")).text);
    expect(csv.map(({ field }) => field)).toEqual(json.rows.map(({ field }: { field: string }) => field));
  });

  test("compare with the last snapshot of the requested day, if there is one", async () => {
    await runJob(world, "preflight");
    const none = await get("/delta.json");
    expect([none.json.baseline_available, none.json.rows]).toEqual([false, []]);
    world.clock.advance(DAY_MS);
    await runJob(world, "preflight");
    const same = await get("/delta.json");
    expect([same.json.baseline_available, same.json.rows]).toEqual([true, []]);
    await world.services.live.writer.run((tx) =>
      tx.run(
        `UPDATE preflight_snapshots SET rows = replace(rows, '"value":"https"', '"value":"http"') WHERE id = 1`,
      ),
    );
    const changed = await get("/delta.json?fields=tls,nowhere");
    expect(changed.json.unknown_fields).toEqual(["nowhere"]);
    expect(changed.json.rows).toEqual([
      {
        section: "responder",
        field: "tls",
        change: "changed",
        previous: { status: "pass", value: "http" },
        current: { status: "pass", value: "https" },
      },
    ]);
    expect((await get("/delta.json?section=token")).json.rows).toEqual([]);
    expect((await get("/delta.json?day_offset=2")).json.baseline_available).toBe(false);
    const csv = parseCsv((await get("/delta.csv")).text);
    expect(csv).toEqual([
      {
        section: "responder",
        field: "tls",
        change: "changed",
        previous_status: "pass",
        previous_value: "http",
        current_status: "pass",
        current_value: "https",
      },
    ]);
  });

  test.each(["day_offset=0", "day_offset=31", "section=env", "section=nowhere", "fields_preset=nothing"])(
    "refuse %s",
    async (query) => {
      for (const path of ["/delta.json", "/delta.csv", "/delta.summary.json"])
        expect((await get(`${path}?${query}`)).status).toBe(400);
    },
  );

  test("summarise the comparison for all sections, with clamped limits", async () => {
    await runJob(world, "preflight");
    world.clock.advance(DAY_MS);
    await runJob(world, "preflight");
    const plain = (await get("/delta.summary.json")).json;
    expect(Object.keys(plain.counts)).toEqual(["responder", "synthetic", "digest", "token", "artifact"]);
    expect([plain.compare, plain.fields, plain.include_fields_max]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const full = (
      await get(
        "/delta.summary.json?include_compare_timestamps=1&include_fields=1&include_fields_max=9999&include_fields_bytes_limit=300000",
      )
    ).json;
    expect(full.include_fields_max).toEqual({ requested: 9999, applied: 500, clamped: true });
    expect(full.include_fields_bytes_limit).toEqual({ requested: 300000, applied: 250000, clamped: true });
    expect([full.truncated, full.omitted, full.fields]).toEqual([false, 0, []]);
    expect(Date.parse(full.compare.current_at) - Date.parse(full.compare.baseline_at)).toBe(DAY_MS);
    const odd = (await get("/delta.summary.json?include_fields=1&include_fields_max=abc")).json;
    expect(odd.include_fields_max).toEqual({ requested: null, applied: 200, clamped: false });
  });

  test("have validators on the snapshot and the summary", async () => {
    await runJob(world, "preflight");
    const lastModified = new Date(world.clock.now()).toUTCString();
    const expected = { lastModified, cacheControl: "private, max-age=30" };
    await expectValidators(world, `${PATH}.json`, { headers }, expected);
    await expectValidators(world, `${PATH}/delta.summary.json`, { headers }, expected);
  });

  test("have one row per day with snapshots, newest first, and clamp parameters to their bounds", async () => {
    await runJob(world, "preflight");
    world.clock.advance(2 * DAY_MS);
    await runJob(world, "preflight");
    await runJob(world, "preflight");
    const { json } = await get("/history.json?days=9999");
    expect(json.query).toMatchObject({ days: 365, clamped: ["days"] });
    expect(json.rows.map(({ snapshots, changes }: Record<string, number>) => [snapshots, changes])).toEqual([
      [2, 0],
      [1, 0],
    ]);
    expect(json.rows[0].day > json.rows[1].day).toBe(true);
    expect(parseCsv((await get("/history.csv")).text).length).toBe(2);
    const anomalies = (
      await get(
        "/anomalies.json?baseline_days=1&min_baseline_points=99&zscore_threshold=0.01&min_change_count=0",
      )
    ).json;
    expect(anomalies.query).toMatchObject({
      baseline_days: 2,
      min_baseline_points: 60,
      zscore_threshold: 0.1,
      min_change_count: 1,
    });
    expect(anomalies.rows.length).toBe(2);
    expect(parseCsv((await get("/anomalies.csv")).text).length).toBe(2);
    for (const path of ["/history.json", "/history.csv", "/anomalies.json", "/anomalies.csv"])
      expect((await get(`${path}?section=env`)).status).toBe(400);
  });

  test.each([
    ["", 30],
    ["preset=today", 1],
    ["preset=90d", 90],
    ["preset=90d&days=2", 2],
  ])("cover the days of %p", async (query, days) => {
    for (const document of ["history", "anomalies"]) {
      expect((await get(`/${document}.json?${query}`)).json.query.days).toBe(days);
      expect((await get(`/${document}.csv?${query}`)).status).toBe(200);
      expect((await get(`/${document}.json?preset=1y`)).status).toBe(400);
    }
  });

  test("are only for operators", async () => {
    for (const path of [
      ".json",
      "/export.csv",
      "/delta.json",
      "/delta.csv",
      "/delta.summary.json",
      "/history.json",
    ])
      expect((await world.call("GET", `${PATH}${path}`)).json.error).toBe("forbidden");
    for (const path of ["/history.csv", "/anomalies.json", "/anomalies.csv"])
      expect((await world.call("GET", `${PATH}${path}`)).status).toBe(403);
  });
});
