import { afterEach, describe, expect, test } from "bun:test";
import { SECOND_MS } from "../../../../src/kit/clock.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { buildRows, putRuns } from "../public-audits/fixture.ts";

let world: World;
afterEach(() => world.close());

const open = (path: string) => world.call("GET", path, { headers: { accept: "text/html" } });

async function expectLinksAnswer(path: string): Promise<void> {
  const { text } = await open(path);
  const links = new Set([...text.matchAll(/<main.*?<\/main>/gs)][0]?.[0].match(/(?<=href=")\/[^"#]*/g));
  expect(links.size).toBeGreaterThan(5);
  for (const link of links) {
    const answer = await world.call("GET", link.replaceAll("&amp;", "&"));
    expect([path, link, answer.status]).toEqual([path, link, 200]);
  }
}

describe("the transparency overview", () => {
  test("answers without any data, and in production without a chain", async () => {
    world = await createWorld({ SALUTE_ENV: "production" });
    for (const path of ["/transparency", "/transparency/trust"]) expect((await open(path)).status).toBe(200);
    expect((await open("/transparency")).text).toContain("No chain is configured");
  });

  test("shows trust, the last audit and concentration, and its links answer", async () => {
    world = await createWorld();
    await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "token_distribution", "proofs");
    await putRuns(world, { run: "20261121T011000Z", rows: buildRows({ warn: 3 }) });
    const { text } = await open("/transparency");
    expect(text).toContain("3 anomalies in 3 transactions");
    const moves = text.slice(
      text.indexOf("Does anything move oddly?"),
      text.indexOf("Are liabilities covered?"),
    );
    expect(
      moves.match(/<li><a href="\/transparency\/audit-anomalies[^>]*>[^<]* in one transaction\.</g),
    ).toHaveLength(3);
    expect(text).toMatch(/the 10 largest hold [\d.]+ %/);
    for (const path of ["/transparency", "/transparency/trust", "/transparency/audit-anomalies"])
      await expectLinksAnswer(path);
  });
});

describe("the summary for holders", () => {
  const QUESTIONS = ["mint more", "freeze accounts", "holds how much", "move oddly", "liabilities covered"];

  test("answers five questions with evidence and limits, and never calls unread figures in order", async () => {
    world = await createWorld();
    const before = (await open("/transparency")).text;
    for (const question of QUESTIONS) expect(before).toContain(question);
    expect(before.match(/What this does not prove/g)).toHaveLength(QUESTIONS.length);
    expect(before).not.toContain("in order");
    await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "token_distribution");
    await runJobs(world, "holder_growth", "transaction_sync", "solvency", "proofs");
    await putRuns(world, { run: "20261121T011000Z", rows: buildRows({ warn: 3 }) });
    world.clock.advance(SECOND_MS);
    const after = (await open("/transparency")).text;
    const mint = after.slice(after.indexOf("Can anyone mint more?"), after.indexOf("Can anyone freeze"));
    expect(mint).toContain("not judged");
    expect(mint).toContain("Nobody can mint more of the token. Read; nothing was announced to compare with.");
    expect(after).toContain("No tokens are owed to users.");
    expect(after.indexOf("Can anyone mint more?")).toBeLessThan(after.indexOf('id="documents"'));
    for (const chart of [
      "supply-split",
      "largest-owners",
      "holders-by-day",
      "volume-by-day",
      "anomalies-by-day",
    ])
      expect(after).toContain(`id="${chart}"`);
    expect(after.indexOf('id="anomalies-by-day"')).toBeLessThan(after.indexOf('id="documents"'));
  });
});

test("pages of stored figures are made at most once a second, and an unchanged one is not sent again", async () => {
  world = await createWorld();
  for (const path of ["/transparency", "/transparency/trust", "/proofs"]) {
    const first = await open(path);
    const etag = first.headers.get("etag") ?? "";
    const headers = { accept: "text/html", "if-none-match": etag };
    expect([path, (await world.call("GET", path, { headers })).status]).toEqual([path, 304]);
    await runJobs(world, "mint_authorities", "proofs");
    expect((await open(path)).text).toBe(first.text);
    world.clock.advance(SECOND_MS);
    const later = await world.call("GET", path, { headers });
    expect([path, later.status]).toEqual([path, 200]);
    expect(later.text).not.toBe(first.text);
  }
});

describe("the trust page", () => {
  test("shows each control with its status and evidence, and the concentration", async () => {
    world = await createWorld();
    await runJobs(world, "mint_authorities", "holder_cache", "token_distribution", "proofs");
    const { text } = await open("/transparency/trust");
    const { json } = await world.call("GET", "/transparency/trust-dashboard.json");
    const { ok, warn, bad, unknown } = json.counts;
    expect(ok + warn + bad + unknown).toBe(json.controls.length);
    const counts = `${ok} ok, ${warn} warn, ${bad} bad, ${unknown} unknown`;
    for (const page of [text, (await open("/transparency")).text]) expect(page).toContain(counts);
    for (const { id, evidence_url } of json.controls) {
      expect(text).toContain(`id="${id}"`);
      expect(text).toContain(`href="${evidence_url}"`);
    }
    expect(text).toContain("Nakamoto coefficient");
    expect(text).toMatch(/<svg[^>]*role="img"[^>]*><title>Share of the 10 largest owners<\/title>/);
  });
});
