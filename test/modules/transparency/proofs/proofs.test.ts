import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { canonicalJson } from "../../../../src/kit/formats/canonical-json.ts";
import type { PublishedProof } from "../../../../src/modules/transparency/proofs/answers.ts";
import { holderCache } from "../../../../src/modules/transparency/proofs/holders.ts";
import { PROOFS } from "../../../../src/modules/transparency/proofs/list.ts";
import { ProofFigures } from "../../../../src/modules/transparency/proofs/proof-figures.tsx";
import { PROOF_JOBS, runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { getter, readText, servedVerifier } from "../signed-log/fixture.ts";

const UNLIMITED = { RATE_LIMIT_PUBLIC_API_PER_MIN: "0", RATE_LIMIT_LOG_PER_MIN: "0" };
const TEN = "Sat, 21 Nov 2026 10:00:00 GMT";
const paths = PROOFS.map(({ slug }) => `/api/public/${slug}`);

describe("before the first job run", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(UNLIMITED);
  });
  afterAll(() => world.close());

  test.each(PROOFS)(
    "$slug is missing, or 503 if it is not shown without figures",
    async ({ slug, isShownMissing }) => {
      const json = await world.call("GET", `/api/public/${slug}.json`);
      const csv = await world.call("GET", `/api/public/${slug}.csv`);
      if (!isShownMissing) {
        expect([json.status, csv.status, json.json.error]).toEqual([503, 503, "rpc_unavailable"]);
        return;
      }
      expect([json.status, csv.status]).toEqual([200, 200]);
      expect(json.json).toMatchObject({
        success: true,
        generated_at_utc: null,
        status: "warn",
        freshness_status: "missing",
        age_hours: null,
        rows: [],
        trust_context: { chain_mode: "demo", slot: null, log: null },
      });
      const [row, ...others] = parseCsv(csv.text);
      expect([row?.subject, row?.freshness_status, others]).toEqual(["", "missing", []]);
    },
  );

  test("in production without a chain all proofs that read it are 503, naming the settings", async () => {
    const production = await createWorld({ SALUTE_ENV: "production" });
    for (const path of paths.filter((each) => !each.includes("rollup"))) {
      for (const format of ["json", "csv"]) {
        const { status, json } = await production.call("GET", `${path}.${format}`);
        expect([path, status, json.error]).toEqual([path, 503, "rpc_unavailable"]);
        expect(json.message).toContain("SOLANA_RPC_URLS and TOKEN_MINT");
        expect(json.message).not.toMatch(/retry/i);
      }
    }
    await production.close();
  });

  test("figures that are newer than the log say so in amber, until they are logged", async () => {
    const other = await createWorld(UNLIMITED);
    await runJobs(other, ...PROOF_JOBS, "proofs");
    const page = async () => {
      other.clock.advance(SECOND_MS);
      return (await other.call("GET", "/proofs")).text;
    };
    const AMBER = /status-warn">.{0,300}published, logged within 300 s/s;
    expect(await page()).not.toMatch(AMBER);
    await other.services.live.writer.run((tx) =>
      tx.run(
        "UPDATE chain_figures SET data = json_set(data, '$.transactions', 7) WHERE kind = 'transaction_sync'",
      ),
    );
    expect(await page()).toMatch(AMBER);
    await runJobs(other, "proofs");
    expect(await page()).not.toMatch(AMBER);
    await other.close();
  });

  test("every published proof shows figures on the page, and each digit of them is marked for comparison", async () => {
    const other = await createWorld(UNLIMITED);
    await runJobs(other, ...PROOF_JOBS, "proofs");
    const { text } = await other.call("GET", "/proofs");
    for (const { slug } of PROOFS) {
      const section = new RegExp(`<h2 id="${slug}">.*?</section>`, "s").exec(text)?.[0] ?? "";
      expect([slug, section.includes("<data data-figure=")]).toEqual([slug, true]);
      const [unmarked, others] = [new HTMLRewriter(), new HTMLRewriter()];
      unmarked.on("data", { element: (data) => void data.remove() });
      const texts: string[] = [];
      others.on("td, dd, tbody th, .chart-legend, .chart-summary", {
        text: (part) => void texts.push(part.text),
      });
      others.transform(unmarked.transform(section));
      // The page computes what all others hold, and its summary counts the ten largest.
      const allowed = slug === "token-distribution-freshness" ? /^(The 10 largest.*|[\d.]+ %)$/ : /^$/;
      expect([slug, texts.filter((each) => /\d/.test(each) && !allowed.test(each))]).toEqual([slug, []]);
    }
    await other.close();
  });

  test("a proof without a view of its own shows its rows", () => {
    const proof = {
      ...holderCache,
      name: "another",
      columns: { subject: "Always all.", owners: "Number of owners." },
    };
    const statement = { rows: [{ subject: "all", owners: 7 }] } as unknown as PublishedProof["statement"];
    const found = { proof, found: null, statement, changedAt: 0, isAhead: false };
    expect(render(h(ProofFigures, { published: found }))).toContain(
      '<data data-figure="rows.0.owners" data-format="text" value="7">7</data>',
    );
  });

  test("rollup and transaction_sync log what they publish, as other jobs do", async () => {
    const other = await createWorld(UNLIMITED);
    await runJobs(other, "transaction_sync", "rollup");
    const kinds = other.services.signedLog.db.read
      .all<{ kind: string }>("SELECT kind FROM log_entries ORDER BY kind")
      .map(({ kind }) => kind);
    expect(kinds).toEqual(["token_snapshot_jobs_rollup", "transaction_sync_freshness"]);
    await other.close();
  });

  test("in production without a chain the jobs are proved all the same, and logged", async () => {
    const production = await createWorld({
      SALUTE_ENV: "production",
      PUBLIC_BASE_URL: "https://salute.example",
    });
    const path = "/api/public/token-snapshot-jobs-rollup";
    expect((await production.call("GET", `${path}.json`)).json.freshness_status).toBe("missing");
    await runJobs(production, "rollup");
    production.clock.advance(2_000);
    const { status, json } = await production.call("GET", `${path}.json`);
    expect([status, json.freshness_status]).toEqual([200, "fresh"]);
    expect(json.trust_context).toMatchObject({ chain_mode: null, mint: null, log: { index: 0 } });
    expect((await production.call("GET", `${path}.csv`)).text).toContain("rollup,");
    const page = (await production.call("GET", "/proofs")).text;
    expect(page).toContain('id="token-snapshot-jobs-rollup"');
    expect(page).not.toContain('id="token-mint-authorities"');
    await production.close();
  });
});

describe("after the first job run", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(UNLIMITED);
    await runJobs(world, ...PROOF_JOBS, "proofs");
    world.clock.advance(2_000);
  });
  afterAll(() => world.close());

  test.each(PROOFS)("$slug: freshness, source, trust context and rows", async (proof) => {
    const { status, json } = await world.call("GET", `/api/public/${proof.slug}.json`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      generated_at_utc: "2026-11-21T10:00:00.000Z",
      status: "ok",
      freshness_status: "fresh",
      age_hours: 0,
      [proof.limitField]: proof.limitHours,
      source: proof.source,
      trust_context: { chain_mode: "demo", rpc_hosts: [], method: proof.method },
    });
    expect(json.trust_context.mint).toBeString();
    expect(json.rows.length).toBeGreaterThan(0);
  });

  test.each(PROOFS)("$slug.csv has the rows of the JSON, each with the freshness", async (proof) => {
    const { json } = await world.call("GET", `/api/public/${proof.slug}.json`);
    const { text, headers } = await world.call("GET", `/api/public/${proof.slug}.csv`);
    expect(headers.get("content-type")).toStartWith("text/csv; charset=utf-8");
    const rows = parseCsv(text);
    expect(rows).toHaveLength(json.rows.length);
    for (const [at, row] of rows.entries()) {
      const expected = Object.keys(proof.columns).map((name) => [name, String(json.rows[at][name] ?? "")]);
      expect(row).toMatchObject({
        ...Object.fromEntries(expected),
        generated_at_utc: json.generated_at_utc,
        status: json.status,
        freshness_status: json.freshness_status,
        age_hours: String(json.age_hours),
        [proof.limitField]: String(proof.limitHours),
        source: json.source,
        chain_mode: "demo",
        mint: json.trust_context.mint,
      });
    }
  });

  test.each(paths)("%s.json has validators with the time of the data", (path) =>
    expectValidators(world, `${path}.json`, {}, { lastModified: TEN, cacheControl: "public, max-age=30" }),
  );

  test.each(paths)("%s.csv has validators with the time of the data", async (path) => {
    const { headers } = await world.call("GET", `${path}.csv`);
    expect(headers.get("last-modified")).toBe(TEN);
    for (const [name, value] of [
      ["if-none-match", headers.get("etag") ?? ""],
      ["if-modified-since", TEN],
    ]) {
      const { status, text } = await world.call("GET", `${path}.csv`, {
        headers: { [name ?? ""]: value ?? "" },
      });
      expect([status, text]).toEqual([304, ""]);
    }
  });

  test.each(PROOFS)(
    "$slug is in the log: its object is the proof without its log entry, in RFC 8785 form",
    async ({ slug, name }) => {
      const { json } = await world.call("GET", `/api/public/${slug}.json`);
      const { log, ...trust } = json.trust_context;
      expect(log).toMatchObject({
        checkpoint: "/log/checkpoint",
        vkey: "/log/vkey",
        proof: `/log/proof/${log.index}`,
        tree_size: Number((await readText(world, "/log/checkpoint")).split("\n")[1]),
      });
      const object = await readText(world, log.object);
      expect(object).toBe(canonicalJson({ ...json, trust_context: trust }));
      expect(createHash("sha256").update(object).digest("hex")).toBe(log.sha256);
      const entries = await world.call("GET", log.entries);
      expect(entries.text).toContain(`"kind":"${name}","sha256":"${log.sha256}"`);
      expect((await world.call("GET", log.tile)).status).toBe(200);
    },
  );

  test.each(paths)("%s verifies, from the signature to the figures", async (path) => {
    const verifier = await servedVerifier(world);
    const steps: string[] = [];
    const found = await verifier.verifyPublished(getter(world.call), `${path}.json`, null, (step: string) =>
      steps.push(step),
    );
    expect(steps).toHaveLength(5);
    expect(steps[0]).toContain("No key was given");
    expect(found.checkpoint.origin).toBe("demo.invalid/log");
  });

  test("a figure that differs from the logged one is detected", async () => {
    const verifier = await servedVerifier(world);
    const honest = getter(world.call);
    const path = "/api/public/public-stats-cache-freshness.json";
    const forgedGet = async (asked: string) => {
      const bytes = await honest(asked);
      if (asked !== path) return bytes;
      const proof = JSON.parse(new TextDecoder().decode(bytes));
      proof.stats.circulating_supply = "1";
      return new TextEncoder().encode(JSON.stringify(proof));
    };
    await expect(verifier.verifyPublished(forgedGet, path, null, () => {})).rejects.toThrow(
      "differ from those logged at 2026-11-21T10:00:00.000Z",
    );
  });
});

describe("proofs that contradict the log", () => {
  let world: World;
  const path = "/api/public/holder-cache-freshness.json";
  beforeAll(async () => {
    world = await createWorld(UNLIMITED);
    await runJobs(world, ...PROOF_JOBS, "proofs");
  });
  afterAll(() => world.close());

  // biome-ignore lint/suspicious/noExplicitAny: a proof's JSON, altered anywhere
  const verifyLie = async (lie: (proof: any) => void) => {
    const verifier = await servedVerifier(world);
    const honest = getter(world.call);
    const forgedGet = async (asked: string) => {
      const bytes = await honest(asked);
      if (asked !== path) return bytes;
      const proof = JSON.parse(new TextDecoder().decode(bytes));
      lie(proof);
      return new TextEncoder().encode(JSON.stringify(proof));
    };
    return verifier.verifyPublished(forgedGet, path, null, () => {});
  };

  // biome-ignore lint/suspicious/noExplicitAny: as above
  test.each<[string, (proof: any) => void]>([
    ["figures with an earlier time", (proof) => (proof.generated_at_utc = "2026-11-21T09:59:59.000Z")],
    ["a status that the figures do not have", (proof) => (proof.status = "bad")],
    ["stale figures called fresh", (proof) => (proof.age_hours = 1_000)],
    ["success denied", (proof) => (proof.success = false)],
    ["a slot before the logged one", (proof) => proof.trust_context.slot--],
    ["no slot", (proof) => (proof.trust_context.slot = null)],
    ["a slot of the figures before the logged one", (proof) => proof.conservation.slot--],
    ["a member of the figures called status", (proof) => (proof.conservation.status = "bad")],
    ["another time of logging", (proof) => (proof.trust_context.log.logged_at = "2026-11-21T09:00:00.000Z")],
    ["another object", (proof) => (proof.trust_context.log.sha256 = "0".repeat(64))],
    ["the checkpoint of another log", (proof) => (proof.trust_context.log.checkpoint = "/log/2/checkpoint")],
  ])("%s: not verified", async (_, lie) => {
    await expect(verifyLie(lie)).rejects.toThrow();
  });

  test("the same figures with a later time and later slots verify; another proof's entry does not", async () => {
    await verifyLie((proof) => {
      proof.generated_at_utc = "2026-11-21T10:00:01.000Z";
      proof.trust_context.slot++;
      proof.conservation.slot++;
    });
    const other = await world.call("GET", "/api/public/token-distribution-freshness.json");
    const lie = verifyLie((proof) => Object.assign(proof, other.json));
    await expect(lie).rejects.toThrow("the entry is of kind token_distribution_freshness");
  });
});

describe("the content of each proof", () => {
  let world: World;
  const read = async (slug: string) => (await world.call("GET", `/api/public/${slug}.json`)).json;
  beforeAll(async () => {
    world = await createWorld({ ...UNLIMITED, EXPECTED_MINT_AUTHORITY: "none" });
    await runJobs(world, ...PROOF_JOBS);
  });
  afterAll(() => world.close());

  test("public-stats-cache: circulating supply is the supply minus the listed balances", async () => {
    const { stats, wallets } = await read("public-stats-cache-freshness");
    const units = (text: string) => BigInt(Math.round(Number(text) * 1e6));
    expect(units(stats.circulating_supply)).toBe(
      units(stats.total_supply) -
        units(stats.treasury_balance) -
        units(stats.reserve_balance) -
        units(stats.burn_balance),
    );
    expect(wallets.length).toBeGreaterThan(0);
  });

  test("holder-cache: three counts, with and without the project's wallets, and the sum of all accounts", async () => {
    const { holders, holders_detail, conservation, rows } = await read("holder-cache-freshness");
    expect(holders).toBe(holders_detail.unique_owners);
    expect(conservation).toMatchObject({ complete: true });
    expect(Number(conservation.difference)).toBe(0);
    expect(rows.map((row: { subject: string }) => row.subject)).toEqual(["all", "excluding_project_wallets"]);
  });

  test("holder-growth: one row per day, newest first, with the change against the previous day", async () => {
    const days = [await read("holder-growth-freshness")];
    world.clock.advance(24 * HOUR_MS);
    await runJobs(world, "holder_cache", "holder_growth");
    world.clock.advance(2_000);
    days.push(await read("holder-growth-freshness"));
    expect(days.map(({ day }) => day)).toEqual(["2026-11-21", "2026-11-22"]);
    expect(days[1]?.rows.map((row: { subject: string }) => row.subject)).toEqual([
      "2026-11-22",
      "2026-11-21",
    ]);
    expect(days[1]?.rows[0].change).toBe(days[1]?.rows[0].unique_owners - days[1]?.rows[1].unique_owners);
    expect(days[1]?.rows[1].change).toBeNull();
  });

  test("mint-authorities: match, mismatch and not announced; a mismatch is bad", async () => {
    const found = await read("token-mint-authorities");
    expect(found.authorities.map((each: { authority: string }) => each.authority)).toEqual([
      "mint_authority",
      "freeze_authority",
    ]);
    const holder = found.mint_authority;
    expect(found.match).toBe(holder === null ? "match" : "mismatch");
    expect(found.authorities[1].match).toBe("not_expected");
    const other = "So11111111111111111111111111111111111111112";
    const strict = await createWorld({
      ...UNLIMITED,
      EXPECTED_MINT_AUTHORITY: other,
      EXPECTED_FREEZE_AUTHORITY: other,
    });
    await runJobs(strict, "mint_authorities");
    const { json } = await strict.call("GET", "/api/public/token-mint-authorities.json");
    expect(json).toMatchObject({
      status: "bad",
      freshness_status: "fresh",
      match: "mismatch",
      mismatch: true,
    });
    expect(json.rows[0]).toMatchObject({ subject: "mint_authority", expected: other, match: "mismatch" });
    await strict.close();
  });

  test("jobs rollup: one row per job", async () => {
    const { rows, job_count } = await read("token-snapshot-jobs-rollup");
    expect(rows).toHaveLength(job_count);
    expect(rows.map((row: { subject: string }) => row.subject)).toContain("holder_cache");
  });
});

describe("over time", () => {
  test("figures that are not renewed become stale, keep their time and values, and show their age", async () => {
    const world = await createWorld(UNLIMITED);
    await runJobs(world, ...PROOF_JOBS);
    for (const proof of PROOFS) {
      const path = `/api/public/${proof.slug}.json`;
      world.clock.advance(2_000);
      const before = await world.call("GET", path);
      world.clock.advance(proof.limitHours * HOUR_MS);
      const after = await world.call("GET", path);
      expect(after.json).toMatchObject({ status: "warn", freshness_status: "stale" });
      expect(after.json.age_hours).toBeGreaterThanOrEqual(proof.limitHours);
      expect(after.json.generated_at_utc).toBe("2026-11-21T10:00:00.000Z");
      expect(after.json.rows).toEqual(before.json.rows);
      // Conditional requests by time must notice the change, too.
      const since = { "if-modified-since": before.headers.get("last-modified") ?? "" };
      expect((await world.call("GET", path, { headers: since })).status).toBe(200);
      world.clock.advance(-proof.limitHours * HOUR_MS);
    }
    await world.close();
  });

  test("a proof is logged when its figures change, otherwise once a day, but not on each reading", async () => {
    const world = await createWorld(UNLIMITED);
    const count = (kind: string) =>
      world.services.signedLog.db.read.get<{ count: number }>(
        "SELECT COUNT(*) AS count FROM log_entries WHERE kind = ?",
        kind,
      )?.count;
    await runJobs(world, "mint_authorities");
    expect(count("token_mint_authorities")).toBe(1);
    world.clock.advance(HOUR_MS);
    await runJobs(world, "mint_authorities", "proofs");
    expect(count("token_mint_authorities")).toBe(1);
    const { live, token } = world.services;
    const change =
      "UPDATE chain_figures SET data = json_set(data, '$.freeze_authority', ?) WHERE kind = 'mint_authorities'";
    await live.writer.run((tx) => tx.run(change, token?.mint ?? ""));
    await runJobs(world, "proofs");
    expect(count("token_mint_authorities")).toBe(2);
    for (let minutes = 0; minutes < 25 * 60; minutes += 60) {
      world.clock.advance(60 * MINUTE_MS);
      await runJobs(world, "proofs");
    }
    expect(count("token_mint_authorities")).toBe(3);
    await world.close();
  });

  test("a held log does not stop the jobs that produce figures", async () => {
    const world = await createWorld(UNLIMITED);
    await runJobs(world, "mint_authorities");
    await Bun.write(world.services.signedLog.keptPath, "damaged");
    await runJobs(world, "public_stats", "status_snapshot");
    expect(
      (await world.call("GET", "/api/public/public-stats-cache-freshness.json")).json.freshness_status,
    ).toBe("fresh");
    await world.close();
  });
});
