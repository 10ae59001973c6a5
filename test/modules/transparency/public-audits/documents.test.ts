import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { pinBaseline } from "../../../../src/modules/transparency/audits/runs/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import {
  buildRows,
  ensureTokenId,
  parseRunStart,
  pin,
  putRuns,
  putThresholdChange,
  putTriage,
  signature,
} from "./fixture.ts";

const PATH = "/transparency/audit-anomalies";
/** Daily and complete, oldest first. */
const DAYS = ["20261119T011000Z", "20261120T011000Z", "20261121T011000Z"] as const;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const get = async (target: string) => (await world.call("GET", `${PATH}${target}`)).json;
const refused = async (target: string) => {
  const { status, json } = await world.call("GET", `${PATH}${target}`);
  return [status, json.error, json.details?.[0]?.field ?? null];
};

describe("selectors", () => {
  beforeEach(() =>
    putRuns(
      world,
      { run: DAYS[0] },
      { run: DAYS[1] },
      { run: DAYS[2] },
      { run: "20261121T020000Z", isDaily: false },
      { run: "20261121T030000Z", isComplete: false },
      { run: "20261121T040000Z", isEnded: false },
    ),
  );
  const selected = async (selector: string) => (await get(`/runs.json?run=${selector}`)).selected_run;

  test("latest is the newest complete daily run; previous is the complete run before it", async () => {
    expect(await selected("latest")).toBe(DAYS[2]);
    expect(await selected("")).toBe(DAYS[2]);
    expect(await selected("previous")).toBe(DAYS[1]);
  });

  test("baseline is the pinned run, otherwise previous", async () => {
    expect(await selected("baseline")).toBe(DAYS[1]);
    await pin(world, DAYS[0]);
    expect(await selected("baseline")).toBe(DAYS[0]);
    expect(await selected("previous")).toBe(DAYS[1]);
  });

  test("a copy from before a run was pinned or unpinned is not taken for the newest", async () => {
    const targets = [
      "/alerts.json",
      "/alerts.csv",
      "/diff/export.json",
      "/diff/compare.csv?run_a=baseline",
      "/summary.json?run=baseline",
      "/export?run=baseline",
    ];
    const tokenId = await ensureTokenId(world);
    for (const run of [DAYS[0], null]) {
      const since = new Date(world.clock.now()).toUTCString();
      const statuses = () =>
        Promise.all(
          targets.map(async (target) => {
            const headers = { "if-modified-since": since };
            return (await world.call("GET", `${PATH}${target}`, { headers })).status;
          }),
        );
      expect(await statuses()).toEqual(targets.map(() => 304));
      world.clock.advance(5_000);
      const actor = { kind: "command", name: "audits pin" } as const;
      await world.services.live.writer.run((tx) => pinBaseline(tx, actor, { tokenId, run }));
      expect(await statuses()).toEqual(targets.map(() => 200));
    }
  });

  test("an incomplete run can be selected by id; a run in progress cannot", async () => {
    expect(await selected("20261121T030000Z")).toBe("20261121T030000Z");
    expect(await refused("/runs.json?run=20261121T040000Z")).toEqual([404, "run_not_found", null]);
  });

  test("an unknown run is 404 and a malformed one 400 in every document", async () => {
    const documents = [
      "/summary.json",
      "/runs.json",
      "/trend.json",
      "/alerts.json",
      "/alerts.csv",
      "/diff/export.json",
      "/diff/export",
      "/export",
      "/export.json",
    ];
    for (const document of documents) {
      expect(await refused(`${document}?run=20200101T000000Z`)).toEqual([404, "run_not_found", null]);
      for (const malformed of ["yesterday", "20261399T144419Z", "20260230T000000Z", "20261121T240000Z"])
        expect(await refused(`${document}?run=${malformed}`)).toEqual([400, "invalid_query", "run"]);
      expect(await refused(`${document}?run=latest&run=latest`)).toEqual([400, "invalid_query", "run"]);
    }
    for (const document of ["/diff/compare.json", "/diff/compare.csv"])
      for (const side of ["run_a", "run_b"]) {
        const unknown = await world.call("GET", `${PATH}${document}?${side}=20200101T000000Z`);
        expect([unknown.json.error, unknown.json.message.split(":")[0]]).toEqual([
          "run_not_found",
          `Check ${side}`,
        ]);
        for (const malformed of ["yesterday", "20261399T144419Z"])
          expect(await refused(`${document}?${side}=${malformed}`)).toEqual([400, "invalid_query", side]);
      }
  });

  test("without a daily run the newest complete one is the latest", async () => {
    const other = await createWorld();
    await putRuns(other, { run: DAYS[0], isDaily: false }, { run: DAYS[1], isDaily: false });
    const { json } = await other.call("GET", `${PATH}/runs.json`);
    expect(json.selected_run).toBe(DAYS[1]);
    await other.close();
  });
});

describe("runs.json", () => {
  test("lists finished runs, newest first, each with its proof", async () => {
    await putRuns(
      world,
      { run: DAYS[0], rows: buildRows({ warn: 1, info: 2 }) },
      { run: DAYS[1], isComplete: false },
    );
    const { runs, count, limit } = await get("/runs.json");
    expect([count, limit]).toEqual([2, 50]);
    expect(runs.map((run: { run: string }) => run.run)).toEqual([DAYS[1], DAYS[0]]);
    expect(runs[0]).toMatchObject({ is_complete: false, is_selected: false, overall: "other" });
    expect(runs[1]).toEqual({
      run: DAYS[0],
      label: "2026-11-18",
      is_complete: true,
      is_selected: true,
      window: { from: "2026-11-18T00:00:00.000Z", to: "2026-11-19T00:00:00.000Z" },
      rows_total: 3,
      signatures_with_anomalies: 3,
      severity_counts: { info: 2, warn: 1, bad: 0 },
      overall: "warn",
      policy_version: "p1",
      coverage: {
        watched_accounts: 7,
        unexplained_accounts: 0,
        unexplained_abs: "0",
        holder_days_missing: 0,
        accounts_with_gaps: 0,
        transactions_unread: 0,
        movements: 40,
      },
      rows_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      log: null,
    });
  });

  test("limit bounds the list; invalid limits are refused", async () => {
    await putRuns(world, { run: DAYS[0] }, { run: DAYS[1] });
    expect((await get("/runs.json?limit=1")).runs).toHaveLength(1);
    for (const limit of ["0", "201", "many"])
      expect(await refused(`/runs.json?limit=${limit}`)).toEqual([400, "invalid_query", "limit"]);
  });

  test("Last-Modified is the end of the last run", async () => {
    await putRuns(world, { run: DAYS[0] });
    const lastModified = new Date(parseRunStart(DAYS[0]) + 5_000).toUTCString();
    const expected = { lastModified, cacheControl: "public, max-age=60" };
    for (const target of [
      "/runs.json",
      "/summary.json",
      "/trend.json?run=latest",
      "/alerts.json",
      "/diff/export.json",
    ])
      await expectValidators(world, `${PATH}${target}`, {}, expected);
  });
});

describe("summary.json", () => {
  const rows = [
    { signature: signature("Aaaaaaaaa"), severity: "warn" as const, delta: "-90", type: "large_transfer" },
    { signature: signature("Bbbbbbbbb"), severity: "bad" as const, delta: "9.5", type: "reserve_outflow" },
    { signature: signature("Bbbbbbbbb"), severity: "info" as const, delta: "-1000", type: "dust_storm" },
    { signature: signature("Ccccccccc"), severity: "warn" as const, delta: "100", type: "large_transfer" },
    { signature: null, severity: "warn" as const, type: "failed_burst" },
    { signature: signature("Ddddddddd"), severity: "warn" as const, type: "balance_break" },
  ];
  beforeEach(() => putRuns(world, { run: DAYS[0], rows }));

  test("counts by severity and by type", async () => {
    expect(await get("/summary.json")).toMatchObject({
      selected_run: DAYS[0],
      selected_label: "2026-11-18",
      summary_available: true,
      rows_total: 6,
      signatures_with_anomalies: 4,
      severity_counts: { info: 1, warn: 4, bad: 1 },
      type_counts: {
        balance_break: 1,
        dust_storm: 1,
        failed_burst: 1,
        large_transfer: 2,
        reserve_outflow: 1,
      },
      overall: "bad",
      include_top_anomalies: false,
      top_limit: 10,
      top_anomalies: [],
    });
  });

  test("top anomalies are one per transaction, worst first, then by amount", async () => {
    const { top_anomalies } = await get("/summary.json?include_top_anomalies=1");
    expect(top_anomalies).toEqual([
      {
        severity: "bad",
        signature: signature("Bbbbbbbbb"),
        anomaly_types: ["dust_storm", "reserve_outflow"],
        max_abs_delta: "1000",
      },
      {
        severity: "warn",
        signature: signature("Ccccccccc"),
        anomaly_types: ["large_transfer"],
        max_abs_delta: "100",
      },
      {
        severity: "warn",
        signature: signature("Aaaaaaaaa"),
        anomaly_types: ["large_transfer"],
        max_abs_delta: "90",
      },
      {
        severity: "warn",
        signature: signature("Ddddddddd"),
        anomaly_types: ["balance_break"],
        max_abs_delta: null,
      },
    ]);
    expect((await get("/summary.json?include_top_anomalies&top_limit=1")).top_anomalies).toHaveLength(1);
  });

  test("top_limit is from 1 to 50", async () => {
    for (const limit of [0, 51])
      expect(await refused(`/summary.json?top_limit=${limit}`)).toEqual([400, "invalid_query", "top_limit"]);
  });
});

describe("trend.json", () => {
  beforeEach(() =>
    putRuns(
      world,
      { run: DAYS[0], rows: buildRows({ info: 2 }) },
      { run: "20261119T230000Z", isComplete: false, rows: buildRows({ bad: 9 }) },
      {
        run: DAYS[1],
        rows: [
          { signature: signature("Eeeeeeeee"), severity: "warn", delta: "5", type: "large_transfer" },
          { signature: signature("Eeeeeeeee"), severity: "info", type: "treasury_outflow" },
          { signature: signature("Fffffffff"), severity: "bad", delta: "-50", type: "large_transfer" },
        ],
      },
      { run: DAYS[2], rows: buildRows({ warn: 1 }) },
    ),
  );
  const values = async (query: string) =>
    (await get(`/trend.json${query}`)).points.map((point: { metric_value: number }) => point.metric_value);

  test("has a point per complete run, oldest first, up to the selected one", async () => {
    const { points, status_counts, selected_metric } = await get("/trend.json");
    expect([selected_metric, status_counts]).toEqual(["rows", null]);
    expect(points).toEqual([
      {
        run_id: DAYS[0],
        label: "2026-11-18",
        rows_total: 2,
        metric: "rows",
        metric_value: 2,
        metric_delta: null,
        metric_delta_pct: null,
      },
      expect.objectContaining({ run_id: DAYS[1], metric_value: 3, metric_delta: 1, metric_delta_pct: 50 }),
      expect.objectContaining({
        run_id: DAYS[2],
        metric_value: 1,
        metric_delta: -2,
        metric_delta_pct: -66.67,
      }),
    ]);
    expect(await values(`?run=${DAYS[1]}`)).toEqual([2, 3]);
  });

  test("metric sigs counts transactions", async () => {
    expect(await values("?metric=sigs")).toEqual([2, 2, 1]);
    expect(await refused("/trend.json?metric=tokens")).toEqual([400, "invalid_query", "metric"]);
  });

  test("filters are combined; rows_total stays that of the run", async () => {
    expect(await values("?severity=warn,bad")).toEqual([0, 2, 1]);
    expect(await values("?severity=warn,bad&types=large_transfer&min_abs_delta=50")).toEqual([0, 1, 0]);
    expect(await values("?min_abs_delta=5.0")).toEqual([0, 2, 0]);
    expect(await values("?signature=Eeeeeeeee")).toEqual([0, 2, 0]);
    expect(await values("?signature=Eeeeeeeee&metric=sigs")).toEqual([0, 1, 0]);
    const { points } = await get("/trend.json?severity=bad");
    expect(points.map((point: { rows_total: number }) => point.rows_total)).toEqual([2, 3, 1]);
  });

  test("status counts are included on request, with incomplete runs as other", async () => {
    expect((await get("/trend.json?include_status_counts=1")).status_counts).toEqual({
      ok: 1,
      warn: 1,
      bad: 1,
      other: 1,
    });
    const newest = await get("/trend.json?include_status_counts=1&limit=2");
    expect([newest.points.length, newest.status_counts]).toEqual([2, { ok: 0, warn: 1, bad: 1, other: 0 }]);
  });

  test("invalid filters are refused by name", async () => {
    const wrong = {
      severity: "warn,worse",
      types: "large_transfer,theft",
      signature: "short",
      min_abs_delta: "-1",
      limit: "1",
    };
    for (const [field, value] of Object.entries(wrong))
      expect(await refused(`/trend.json?${field}=${value}`)).toEqual([400, "invalid_query", field]);
    expect(await refused("/trend.json?limit=366")).toEqual([400, "invalid_query", "limit"]);
  });
});

describe("alerts", () => {
  beforeEach(() =>
    putRuns(
      world,
      { run: DAYS[0], rows: buildRows({ info: 1 }) },
      { run: DAYS[1], rows: buildRows({ info: 10 }) },
      { run: DAYS[2], rows: buildRows({ info: 18 }) },
    ),
  );

  test("compare the run with its baseline by the thresholds in force", async () => {
    const answer = await get("/alerts.json");
    expect(answer.evaluated_at).toBe(new Date(parseRunStart(DAYS[2]) + 5_000).toISOString());
    expect(answer.snapshot).toEqual({
      alert_level: "warn",
      should_alert: true,
      thresholds: { sigs_increase_threshold_pct: 25, rows_increase_threshold_pct: 25, min_increase: 5 },
      points_available: 3,
      current: {
        run_id: DAYS[2],
        overall: "ok",
        signatures_with_anomalies: 18,
        rows_total: 18,
        sig_delta: 8,
        sig_delta_pct: 80,
        rows_delta: 8,
        rows_delta_pct: 80,
      },
      baseline: {
        run_id: DAYS[1],
        overall: "ok",
        signatures_with_anomalies: 10,
        rows_total: 10,
        sig_delta: null,
        sig_delta_pct: null,
        rows_delta: null,
        rows_delta_pct: null,
      },
    });
    expect(answer.recommendations).toBeNull();
  });

  test("thresholds in the query override those in force", async () => {
    const query = "?sigs_increase_threshold_pct=80&rows_increase_threshold_pct=80.5";
    expect((await get(`/alerts.json${query}`)).snapshot.alert_level).toBe("ok");
    for (const wrong of ["-1", "10001", "much"])
      expect(await refused(`/alerts.json?rows_increase_threshold_pct=${wrong}`)).toEqual([
        400,
        "invalid_query",
        "rows_increase_threshold_pct",
      ]);
  });

  test("a changed threshold takes effect at once and updates evaluated_at", async () => {
    world.clock.advance(86_400_000);
    await putThresholdChange(world, { parameter: "audit.min_increase", previous: 5, next: 9 });
    const { snapshot, evaluated_at } = await get("/alerts.json");
    expect([snapshot.alert_level, evaluated_at]).toEqual(["ok", new Date(world.clock.now()).toISOString()]);
  });

  test("the pinned run is the baseline of latest, but not of a run selected by id", async () => {
    await pin(world, DAYS[0]);
    expect((await get("/alerts.json")).snapshot.baseline.run_id).toBe(DAYS[0]);
    expect((await get(`/alerts.json?run=${DAYS[2]}`)).snapshot.baseline.run_id).toBe(DAYS[1]);
    expect((await get(`/alerts.json?run=${DAYS[0]}`)).snapshot.baseline).toBeNull();
  });

  test("recommendations are included on request, each with a path that answers", async () => {
    const { recommendations } = await get("/alerts.json?include_recommendations=1");
    expect(recommendations.map(({ rule }: { rule: string }) => rule)).toEqual([
      "sigs_increase",
      "rows_increase",
    ]);
    for (const { url } of recommendations) expect((await world.call("GET", url)).status).toBe(200);
  });

  test("CSV and JSON agree", async () => {
    const { text } = await world.call("GET", `${PATH}/alerts.csv`);
    const { current, baseline } = (await get("/alerts.json")).snapshot;
    expect(parseCsv(text)).toEqual([
      {
        metric: "sigs",
        current: String(current.signatures_with_anomalies),
        baseline: String(baseline.signatures_with_anomalies),
        delta: String(current.sig_delta),
        delta_pct: String(current.sig_delta_pct),
        threshold_pct: "25",
        exceeded: "true",
      },
      {
        metric: "rows",
        current: String(current.rows_total),
        baseline: String(baseline.rows_total),
        delta: String(current.rows_delta),
        delta_pct: String(current.rows_delta_pct),
        threshold_pct: "25",
        exceeded: "true",
      },
    ]);
  });
});

describe("differences", () => {
  const large = { type: "large_transfer" };
  const broken = { type: "balance_break" };
  beforeEach(() =>
    putRuns(
      world,
      { run: DAYS[0], rows: [broken] },
      { run: DAYS[1], rows: [large, large] },
      { run: DAYS[2], rows: [broken, large, large, large] },
    ),
  );

  test("compare counts run_a as selected and run_b as latest", async () => {
    expect(await get("/diff/compare.json")).toMatchObject({
      run_a: { selector: "previous", resolved_run: DAYS[1] },
      run_b: { selector: "latest", resolved_run: DAYS[2] },
      total_delta: 2,
      include_rows: true,
      row_limit: 100,
      count: 2,
      rows: [
        { type: "balance_break", selected: 0, latest: 1, delta: 1 },
        { type: "large_transfer", selected: 2, latest: 3, delta: 1 },
      ],
    });
    const turned = await get(`/diff/compare.json?run_a=latest&run_b=${DAYS[0]}`);
    expect([turned.total_delta, turned.rows[1]]).toEqual([
      -3,
      { type: "large_transfer", selected: 3, latest: 0, delta: -3 },
    ]);
  });

  test("the export counts the run as latest and its baseline as selected, with the percentage change", async () => {
    const answer = await get("/diff/export.json");
    expect([answer.selected_run, answer.run_a, answer.run_b]).toEqual([
      DAYS[2],
      { selector: "baseline", resolved_run: DAYS[1] },
      { selector: "latest", resolved_run: DAYS[2] },
    ]);
    expect(answer.rows).toEqual([
      { type: "balance_break", selected: 0, latest: 1, delta: 1, pct_delta: null },
      { type: "large_transfer", selected: 2, latest: 3, delta: 1, pct_delta: 50 },
    ]);
    await pin(world, DAYS[0]);
    expect((await get("/diff/export.json")).run_a.resolved_run).toBe(DAYS[0]);
    expect((await get(`/diff/export.json?run=${DAYS[2]}`)).run_a.resolved_run).toBe(DAYS[1]);
  });

  test("rows can be omitted or limited; the total includes all of them", async () => {
    const none = await get("/diff/compare.json?include_rows=0");
    expect([none.rows, none.count, none.total_delta]).toEqual([[], 0, 2]);
    const one = await get("/diff/export.json?row_limit=1");
    expect([one.rows.length, one.total_delta]).toEqual([1, 2]);
    for (const limit of [0, 501])
      for (const document of ["compare.json", "compare.csv", "export.json", "export"])
        expect(await refused(`/diff/${document}?row_limit=${limit}`)).toEqual([
          400,
          "invalid_query",
          "row_limit",
        ]);
  });

  test("the first run has no baseline", async () => {
    const { run_a, total_delta, rows } = await get(`/diff/export.json?run=${DAYS[0]}`);
    expect([run_a.resolved_run, total_delta, rows]).toEqual([null, null, []]);
  });

  test("each CSV has the rows of its JSON", async () => {
    const pairs = [
      ["/diff/compare.json", "/diff/compare.csv"],
      ["/diff/export.json", "/diff/export"],
    ] as const;
    for (const [json, csv] of pairs)
      for (const query of ["", "?row_limit=1", "?include_rows=0"]) {
        const { rows } = await get(`${json}${query}`);
        const { text } = await world.call("GET", `${PATH}${csv}${query}`);
        const texts = rows.map((row: object) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)]),
          ),
        );
        expect(parseCsv(text)).toEqual(texts);
      }
  });
});

describe("glossary, threshold history and triage", () => {
  test("the glossary has every type once, with the thresholds in force", async () => {
    await putThresholdChange(world, { parameter: "audit.large_transfer_warn_pct", previous: 1, next: 2.5 });
    const { glossary, count } = await get("/glossary.json");
    expect([glossary.length, new Set(glossary.map(({ type }: { type: string }) => type)).size]).toEqual([
      count,
      15,
    ]);
    const large = glossary.find(({ type }: { type: string }) => type === "large_transfer");
    expect([large.severity, large.thresholds.map(({ name, value }: never) => [name, value])]).toEqual([
      "warn, bad",
      [
        ["audit.large_transfer_warn_pct", 2.5],
        ["audit.large_transfer_bad_pct", 5],
      ],
    ]);
  });

  test("the threshold history is newest first and names no operator", async () => {
    await putThresholdChange(world, { parameter: "audit.min_increase", previous: 5, next: 6 });
    world.clock.advance(1000);
    await putThresholdChange(world, { parameter: "audit.min_increase", previous: 6, next: 7 });
    const { rows } = await get("/threshold-history.json");
    expect(rows[0]).toEqual({
      changed_at: new Date(world.clock.now()).toISOString(),
      parameter: "audit.min_increase",
      previous_value: 6,
      new_value: 7,
      owner: "treasury team",
      reason: "supply grew",
    });
    expect((await get("/threshold-history.json?limit=1")).rows).toHaveLength(1);
    expect(await refused("/threshold-history.json?limit=0")).toEqual([400, "invalid_query", "limit"]);
  });

  test("triage shows the newest entry of each anomaly, and never its note", async () => {
    const theirs = signature("Ggggggggg");
    await putRuns(world, {
      run: DAYS[0],
      rows: [
        { signature: theirs, type: "large_transfer" },
        { signature: theirs, type: "treasury_outflow" },
      ],
    });
    await putTriage(world, { signature: theirs, status: "open" });
    world.clock.advance(1000);
    await putTriage(world, { signature: theirs, status: "explained", owner: "treasury team" });
    world.clock.advance(1000);
    const { rows: found } = await get("/export.json");
    await putTriage(world, { row_id: found[0].row_id, status: "investigating" });

    const { text, json } = await world.call("GET", `${PATH}/triage.json`);
    expect(text).not.toContain("private note");
    expect(text).not.toContain("the-operator");
    expect(json.rows).toEqual([
      {
        signature: theirs,
        row_id: found[0].row_id,
        anomaly_types: ["large_transfer"],
        status: "investigating",
        owner: null,
        eta_utc: null,
        updated_at: new Date(world.clock.now()).toISOString(),
      },
      {
        signature: theirs,
        row_id: null,
        anomaly_types: ["large_transfer", "treasury_outflow"],
        status: "explained",
        owner: "treasury team",
        eta_utc: null,
        updated_at: new Date(world.clock.now() - 1000).toISOString(),
      },
    ]);
    expect((await get("/triage.json?status=open")).rows).toEqual([]);
    expect((await get("/triage.json?status=explained")).count).toBe(1);
    expect(await refused("/triage.json?status=closed")).toEqual([400, "invalid_query", "status"]);
  });

  test("triage names only types that a finished run of this token found", async () => {
    const shared = signature("Ggggggggg");
    const [unfinished, foreign] = ["20261121T020000Z", "20261121T030000Z"];
    await putRuns(
      world,
      { run: DAYS[0], rows: [{ signature: shared, type: "large_transfer" }] },
      { run: unfinished, rows: [{ signature: shared, type: "rapid_sequence" }], isEnded: false },
      { run: foreign, rows: [{ signature: shared, type: "dust_storm" }] },
    );
    await world.services.live.writer.run((tx) => {
      const other =
        "INSERT INTO chain_tokens (chain, mint, transactions, created_at) VALUES ('demo', 'other', 0, 0)";
      const { lastInsertRowid } = tx.run(other);
      tx.run("UPDATE audit_runs SET token_id = ? WHERE run = ?", lastInsertRowid, foreign);
    });
    await putTriage(world, { signature: shared, status: "open" });
    expect((await get("/triage.json")).rows[0].anomaly_types).toEqual(["large_transfer"]);
  });
});
