import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { buildRows, OTHER_WALLET, putRuns, putTriage, signature, WALLET } from "./fixture.ts";

const PATH = "/transparency/audit-anomalies";
const RUN = "20261121T011000Z";
const OLDER = "20261120T011000Z";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const open = (target: string) => world.call("GET", `${PATH}${target}`, { headers: { accept: "text/html" } });

/** Ids of the newest run's rows. */
async function rowIds(): Promise<string[]> {
  const { json } = await world.call("GET", `${PATH}/export.json`);
  return json.rows.map(({ row_id }: { row_id: string }) => row_id);
}

/** Rows of the anomaly table as text. */
function shownRows(html: string): string[] {
  const table = /<div class="anomalies">(.*?)<\/table>/s.exec(html)?.[1] ?? "";
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row = ""]) =>
    row
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

const ROWS = [
  { signature: null, type: "failed_burst", severity: "warn" as const },
  { signature: signature("Aaaaaaaaa"), wallet: WALLET, delta: "-12345.5", severity: "bad" as const },
  { signature: signature("Bbbbbbbbb"), wallet: OTHER_WALLET, delta: "7", type: "treasury_outflow" },
];

describe("the page of audit anomalies", () => {
  test("explains the empty page before the first run, and shows the glossary", async () => {
    const { status, text } = await open("");
    expect(status).toBe(200);
    expect(text).toContain("No run yet");
    expect(text).toContain('id="self_transfer_loop"');
    const bare = await createWorld({ SALUTE_ENV: "production" });
    const answer = await bare.call("GET", PATH, { headers: { accept: "text/html" } });
    expect([answer.status, answer.text.includes("No chain is configured")]).toEqual([200, true]);
    await bare.close();
  });

  test("shows the newest run with its rows, type names and exact amounts", async () => {
    await putRuns(world, { run: OLDER, rows: buildRows({ info: 2 }) }, { run: RUN, rows: ROWS });
    const { text } = await open("");
    const rows = shownRows(text);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toStartWith(
      "Many transactions with this token failed within minutes. failed_burst warn none none none",
    );
    expect(rows[1]).toStartWith(
      "A wallet gave away 12,345.5 tokens in one transaction. large_transfer bad −12,345.5 9xQeW…sVFin",
    );
    for (const whole of [WALLET, signature("Aaaaaaaaa")]) expect(rows[1]).toContain(whole);
    for (const heading of ["Trend", "Difference", "All runs", "How to verify", "Glossary"])
      expect(text).toContain(`>${heading}</h2>`);
    expect(text).toMatch(/<svg[^>]*role="img"[^>]*><title>Anomalies per run<\/title>/);
    expect(text).toContain("From 2 anomalies in ");
    expect((await open(`?run=${OLDER}`)).text).not.toContain("over 1 runs");
  });

  test("accepts the export's parameters and then shows only matching rows", async () => {
    await putRuns(world, { run: OLDER, rows: buildRows({ info: 2 }) }, { run: RUN, rows: ROWS });
    const shown = async (query: string) => shownRows((await open(query)).text).length;
    expect(await shown("?types=treasury_outflow,failed_burst")).toBe(2);
    expect(await shown("?severity=bad")).toBe(1);
    expect(await shown(`?wallet=${WALLET}`)).toBe(1);
    expect(await shown("?signature=Bbbbbbbb")).toBe(1);
    expect(await shown("?min_abs_delta=8")).toBe(1);
    expect(await shown(`?run=${OLDER}`)).toBe(2);
    await putTriage(world, { signature: signature("Aaaaaaaaa"), status: "open" });
    expect((await open("?severity=bad")).text).toContain(signature("Aaaaaaaaa"));
    expect((await open("?types=treasury_outflow")).text).not.toContain(signature("Aaaaaaaaa"));
    const none = await open("?severity=info");
    expect([shownRows(none.text).length, none.text.includes("No row matches these filters")]).toEqual([
      0,
      true,
    ]);
  });

  test("an error is shown beside its field with the entered value, and no row is shown", async () => {
    await putRuns(world, { run: RUN, rows: ROWS });
    const wrong = {
      wallet: "nobody",
      severity: "fatal",
      signature: "abc",
      min_abs_delta: "much",
      run: "soon",
    };
    for (const [field, value] of Object.entries(wrong)) {
      const { status, text } = await open(`?${field}=${value}`);
      expect([field, status, shownRows(text)]).toEqual([field, 400, []]);
      expect(text).toContain(`id="filter-${field}_note" class="note fault"`);
      expect(text).toContain(`value="${value}"`);
    }
    const unknown = await open("?run=20200101T000000Z");
    expect([unknown.status, unknown.text.includes('id="filter-run_note"')]).toEqual([404, true]);
  });

  test("details are readable: percentages with a sign, and the payment of an outflow", async () => {
    const outflow = { share_of_wallet_pct: "0.25", settles: { kind: "claim", id: 7 } };
    const rows = [{ details: outflow }, { details: { settles: null, transactions: 12 } }];
    await putRuns(world, { run: RUN, rows });
    const text = shownRows((await open("")).text).join(" | ");
    for (const words of [
      "share of wallet: 0.25 %",
      "paid claim 7",
      "paid no conversion or claim",
      "transactions: 12",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("pct");
  });

  test("text from the chain and the URL is never markup", async () => {
    await putRuns(world, { run: RUN, rows: [{ details: { "<b>": "<script>alert(1)</script>" } }] });
    const { text } = await open("?wallet=%22%3E%3Cscript%3E");
    expect((await open("")).text).not.toContain("<script>alert");
    expect(text).not.toContain('"><script>');
  });

  test("pages through many rows, showing each once", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      signature: signature(`Row${String(index + 111)}x`),
      severity: index % 2 === 0 ? ("warn" as const) : ("info" as const),
      delta: String(index + 1),
    }));
    await putRuns(world, { run: RUN, rows });
    const seen: string[] = [];
    let target: string | null = "?severity=warn";
    for (let pages = 0; target !== null && pages < 9; pages++) {
      const { text } = await open(target);
      seen.push(...shownRows(text));
      const next = /class="button" href="\/transparency\/audit-anomalies(\?[^"#]*)/.exec(text)?.[1];
      target = next === undefined ? null : next.replaceAll("&amp;", "&");
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
  });
});

describe("links to the explorer", () => {
  const ROW = { signature: signature("Eeeeeeeee"), wallet: WALLET, delta: "9" };
  const REAL = { SOLANA_RPC_URLS: "http://127.0.0.1:1", TOKEN_MINT: OTHER_WALLET };

  async function pageWith(environment: Record<string, string>): Promise<string> {
    const other = await createWorld(environment);
    await putRuns(other, { run: RUN, rows: [ROW] });
    const { text } = await other.call("GET", PATH, { headers: { accept: "text/html" } });
    await other.close();
    return text;
  }

  test("lead to the one that is set, and nowhere on the demo chain or without one", async () => {
    const given = await pageWith({ ...REAL, EXPLORER_URL: "https://explorer.example/solana/" });
    expect(given).toContain(`href="https://explorer.example/solana/address/${WALLET}"`);
    expect(given).toContain(`href="https://explorer.example/solana/tx/${ROW.signature}"`);
    expect(await pageWith(REAL)).toContain(`href="https://explorer.solana.com/tx/${ROW.signature}"`);
    for (const none of [{ ...REAL, EXPLORER_URL: "none" }, { EXPLORER_URL: "https://explorer.example" }]) {
      const text = await pageWith(none);
      expect(text).toContain(WALLET);
      expect(text).not.toContain("Open in an explorer");
      expect(text).not.toContain("explorer.");
    }
  });
});

describe("what the team says, where rows are chosen", () => {
  test("is about the rows shown, those without a transaction too, and never said to be nothing at all", async () => {
    await putRuns(world, { run: RUN, rows: ROWS });
    const [failed] = await rowIds();
    await putTriage(world, { row_id: failed, status: "explained", owner: "the node team" });
    expect((await open("?types=failed_burst")).text).toContain("the node team");
    for (const query of ["?severity=bad", "?min_abs_delta=-1"]) {
      const { text } = await open(query);
      expect(text).toContain("No triage of the anomalies shown");
      expect(text).not.toContain("No triage yet");
      expect(text).not.toContain("the node team");
    }
  });
});

describe("the page of one run", () => {
  test("has a permanent address, its own comparison and verification steps", async () => {
    await putRuns(world, { run: OLDER, rows: buildRows({ info: 2 }) }, { run: RUN, rows: ROWS });
    const { status, text } = await open(`/runs/${RUN}`);
    expect([status, shownRows(text).length]).toEqual([200, 3]);
    expect(text).toContain("Audit of 2026-11-20");
    expect(text).toContain(`export.json?run=${RUN}&#39; | jq`.replace("&#39;", "'"));
    const { runs } = (await world.call("GET", `${PATH}/runs.json`)).json;
    expect(text).toContain(runs[0].rows_sha256);
  });

  test("an incomplete run is marked as such", async () => {
    await putRuns(world, { run: RUN, isComplete: false });
    const { text } = await open(`/runs/${RUN}`);
    expect(text).toContain("incomplete");
    expect(text).toContain("only complete runs are logged");
  });

  test("unknown is 404 and malformed 400, as pages", async () => {
    const unknown = await open("/runs/20200101T000000Z");
    expect([unknown.status, unknown.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await open("/runs/latest")).status).toBe(400);
    expect((await open("/runs/soon")).status).toBe(400);
  });
});

describe("the page of one transaction", () => {
  const theirs = signature("Ccccccccc");

  test("shows the anomalies of all runs once, and the team's triage", async () => {
    const row = { signature: theirs, slot: 5, wallet: WALLET, delta: "9", block_time: 1_763_000_000_000 };
    await putRuns(
      world,
      { run: OLDER, rows: [row] },
      { run: RUN, rows: [row, { ...row, type: "dust_storm" }] },
    );
    await putTriage(world, { signature: theirs, status: "false_positive", owner: "treasury team" });
    const { status, text } = await open(`/tx/${theirs}`);
    expect([status, shownRows(text).length]).toEqual([200, 2]);
    for (const run of [OLDER, RUN]) expect(text).toContain(`${PATH}/runs/${run}`);
    expect(text).toContain("false positive");
    expect(text).not.toContain("private note");
  });

  test("shows what the team says of its rows alone, with the earlier entries", async () => {
    const spec = { signature: theirs, wallet: WALLET, delta: "9" };
    await putRuns(world, { run: RUN, rows: [spec, { signature: signature("Ddddddddd") }] });
    const [row, other] = await rowIds();
    await putTriage(world, { row_id: row, status: "investigating", owner: "first answer" });
    await putTriage(world, { row_id: row, status: "explained", owner: "second answer" });
    await putTriage(world, { row_id: other, status: "open", owner: "of another" });
    const { text } = await open(`/tx/${theirs}`);
    expect(text.indexOf("second answer")).toBeLessThan(text.indexOf("first answer"));
    expect(text).toContain("first answer");
    expect(text).not.toContain("of another");
  });

  test("is 404 without anomalies and 400 for a malformed signature", async () => {
    expect((await open(`/tx/${theirs}`)).status).toBe(404);
    expect((await open("/tx/short")).status).toBe(400);
  });

  test("a run in progress shows nothing yet", async () => {
    await putRuns(world, { run: RUN, rows: [{ signature: theirs }], isEnded: false });
    expect((await open(`/tx/${theirs}`)).status).toBe(404);
  });
});
