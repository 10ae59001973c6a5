import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { canonicalJson } from "../../../../src/kit/formats/canonical-json.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { buildRows, OTHER_WALLET, parseRunStart, putRuns, signature, WALLET } from "./fixture.ts";

const PATH = "/transparency/audit-anomalies";
const RUN = "20261121T011000Z";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const call = (target: string, headers: Record<string, string> = {}) =>
  world.call("GET", `${PATH}${target}`, { headers });
const rowsOfExport = async (query: string) => (await call(`/export.json${query}`)).json.rows;

const ROWS = [
  { signature: null, type: "failed_burst", severity: "warn" as const, details: { count: 25 } },
  {
    signature: signature("Aaaaaaaaa"),
    wallet: WALLET,
    delta: "-100.5",
    details: { '"quoted", text': "=1+1" },
  },
  { signature: signature("Aaaaaaaab"), wallet: OTHER_WALLET, delta: "99", severity: "bad" as const },
  {
    signature: signature("Bbbbbbbbb"),
    type: "missing_block_time",
    severity: "info" as const,
    block_time: null,
  },
];

describe("the export of a run", () => {
  beforeEach(() => putRuns(world, { run: RUN, rows: ROWS }));

  test("returns every row in the published order, as hashed", async () => {
    const { json } = await call("/export.json");
    expect([json.selected_run, json.selected_label, json.count, json.chain_mode]).toEqual([
      RUN,
      "2026-11-20",
      4,
      "demo",
    ]);
    expect(json.rows[1]).toEqual({
      row_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      run: RUN,
      signature: signature("Aaaaaaaaa"),
      slot: 1001,
      block_time: "2026-11-20T10:00:01.000Z",
      anomaly_type: "large_transfer",
      severity: "warn",
      wallet: WALLET,
      delta: "-100.5",
      abs_delta: "100.5",
      details: { '"quoted", text': "=1+1" },
    });
    expect([json.rows[0].signature, json.rows[3].block_time]).toEqual([null, null]);
  });

  test("allows rows_sha256 and each row_id to be recomputed", async () => {
    const { json } = await call("/export.json");
    const hash = createHash("sha256");
    for (const { run: _, ...row } of json.rows) {
      hash.update(`${canonicalJson(row)}\n`);
      const { row_id, ...rest } = row;
      expect(createHash("sha256").update(canonicalJson(rest)).digest("hex").slice(0, 16)).toBe(row_id);
    }
    const digest = hash.digest("hex");
    const { runs } = (await call("/runs.json")).json;
    expect([json.rows_sha256, runs[0].rows_sha256]).toEqual([digest, digest]);
  });

  test("CSV has the same rows, with details as JSON and without formulas", async () => {
    const { text, headers } = await call("/export");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const rows = await rowsOfExport("");
    expect(parseCsv(text)).toEqual(
      rows.map((row: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            value === null ? "" : typeof value === "object" ? canonicalJson(value) : String(value),
          ]),
        ),
      ),
    );
  });

  test("each filter applies equally to JSON and CSV", async () => {
    const expected: Record<string, (string | null)[]> = {
      "?severity=bad": [signature("Aaaaaaaab")],
      "?severity=info,%20bad": [signature("Aaaaaaaab"), signature("Bbbbbbbbb")],
      "?types=failed_burst": [null],
      "?types=failed_burst,missing_block_time": [null, signature("Bbbbbbbbb")],
      "?signature=Aaaaaaaa": [signature("Aaaaaaaaa"), signature("Aaaaaaaab")],
      [`?signature=${signature("Aaaaaaaab")}`]: [signature("Aaaaaaaab")],
      [`?wallet=${WALLET}`]: [signature("Aaaaaaaaa")],
      "?min_abs_delta=99": [signature("Aaaaaaaaa"), signature("Aaaaaaaab")],
      "?min_abs_delta=0100.50": [signature("Aaaaaaaaa")],
      "?min_abs_delta=100.51": [],
      "?severity=warn&min_abs_delta=99": [signature("Aaaaaaaaa")],
      "?severity=&types=&wallet=": [
        null,
        signature("Aaaaaaaaa"),
        signature("Aaaaaaaab"),
        signature("Bbbbbbbbb"),
      ],
    };
    for (const [query, signatures] of Object.entries(expected)) {
      const rows = await rowsOfExport(query);
      expect([query, rows.map((row: { signature: string | null }) => row.signature)]).toEqual([
        query,
        signatures,
      ]);
      const { text } = await call(`/export${query}`);
      expect(parseCsv(text).map((row) => row.row_id)).toEqual(
        rows.map((row: { row_id: string }) => row.row_id),
      );
    }
  });

  test("invalid filters are refused by name, and nothing is streamed", async () => {
    const wrong = {
      severity: "fatal",
      types: "theft",
      signature: "Aaaaaaa",
      wallet: "nobody",
      min_abs_delta: "1e3",
    };
    for (const document of ["/export", "/export.json"])
      for (const [field, value] of Object.entries(wrong)) {
        const { status, json } = await call(`${document}?${field}=${value}`);
        expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_query", field]);
      }
  });
});

describe("validators of a stream", () => {
  beforeEach(() => putRuns(world, { run: RUN, rows: ROWS }));

  test("a strong ETag identifies the bytes, so that a second request transfers none", async () => {
    for (const document of ["/export", "/export.json"]) {
      const first = await call(document);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      expect(first.headers.get("last-modified")).toBe(new Date(parseRunStart(RUN) + 5_000).toUTCString());
      expect(first.headers.get("cache-control")).toBe("public, max-age=60");
      const again = await call(document, { "if-none-match": etag });
      expect([again.status, again.text]).toEqual([304, ""]);
      const since = await call(document, { "if-modified-since": first.headers.get("last-modified") ?? "" });
      expect(since.status).toBe(304);
      expect((await call(document, { "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  test("format, filter and run each change the ETag", async () => {
    await putRuns(world, { run: "20261120T011000Z", rows: buildRows({ info: 1 }) });
    const targets = [
      "/export",
      "/export.json",
      "/export.json?severity=bad",
      "/export.json?run=20261120T011000Z",
    ];
    const tags = await Promise.all(targets.map(async (target) => (await call(target)).headers.get("etag")));
    expect(new Set(tags).size).toBe(targets.length);
  });

  test("with meta there are no validators, and HEAD streams nothing", async () => {
    const withMeta = await call("/export.json?include_meta=1");
    expect(withMeta.headers.get("etag")).toBeNull();
    expect(withMeta.json.meta.request_id).toBe(withMeta.headers.get("x-request-id"));
    const head = await world.call("HEAD", `${PATH}/export.json`);
    expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", null]);
  });
});

describe("a large run", () => {
  const MANY = 12_000;
  const rows = Array.from({ length: MANY }, (_, index) => ({
    // Three rows per transaction, so that a transaction crosses the boundary of each span.
    signature: signature(
      `Many${String(Math.floor(index / 3))
        .replaceAll("0", "z")
        .padStart(6, "x")}`,
    ),
    slot: 1000 + Math.floor(index / 3),
    severity: index === MANY - 1 ? ("bad" as const) : ("info" as const),
    delta: String(index + 1),
  }));
  beforeEach(() => putRuns(world, { run: RUN, rows }));

  test("streams completely and in order, and counts each transaction once", async () => {
    const { json } = await call("/export.json");
    expect(json.count).toBe(MANY);
    expect(json.rows.map((row: { delta: string }) => row.delta)).toEqual(rows.map(({ delta }) => delta));
    const { points } = (await call("/trend.json?metric=sigs&min_abs_delta=1")).json;
    expect(points[0].metric_value).toBe(Math.ceil(MANY / 3));
  });

  test("finds the single matching row at the end without sending empty chunks", async () => {
    expect(await rowsOfExport("?severity=bad")).toHaveLength(1);
    const { text } = await call("/export?severity=bad");
    expect(parseCsv(text)).toHaveLength(1);
    const { top_anomalies } = (await call("/summary.json?include_top_anomalies&top_limit=2")).json;
    expect(top_anomalies.map((each: { max_abs_delta: string }) => each.max_abs_delta)).toEqual([
      "12000",
      "11997",
    ]);
  });
});
