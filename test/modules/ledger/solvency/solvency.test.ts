import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type SumNode, sumLeaf, sumPath, sumRoot } from "../../../../src/kit/crypto/sum-tree.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { getter, servedVerifier } from "../../transparency/signed-log/fixture.ts";
import { type ConversionWorld, createConversionWorld } from "../conversions/fixture.ts";

const PATH = "/api/public/solvency.json";

describe("solvency of salutes", () => {
  let world: ConversionWorld;
  beforeEach(async () => {
    world = await createConversionWorld();
  });
  afterEach(() => world.close());

  const read = async () => (await world.call("GET", PATH)).json;

  test("states what balances and pending conversions need, and what the treasury holds", async () => {
    await world.setPolicy({ salutes_per_token: "7", fee_pct: "1.5" });
    await world.convert({ user_id: "ext:zoe" }, { idempotencyKey: "swap-1" });
    await runJobs(world, "public_stats", "solvency");
    const { stats } = (await world.call("GET", "/api/public/public-stats-cache-freshness.json")).json;
    const proof = await read();
    expect(proof).toMatchObject({
      status: "ok",
      liabilities_salutes: 700,
      liabilities_hundredths: "70000",
      rate: 7,
      pending_tokens: "42.214285714",
      needed_tokens: "142.214285714",
      treasury_tokens: stats.treasury_balance,
    });
    expect(proof.coverage_pct).toBeGreaterThan(1_000);
    const shown = proof.coverage_pct.toLocaleString("en", { maximumFractionDigits: 2 });
    expect(shown).toContain(",");
    const page = async (path: string) =>
      (await world.call("GET", path, { headers: { accept: "text/html" } })).text;
    expect(await page("/transparency")).toContain(
      `The treasury holds ${shown} % of the tokens owed to users.`,
    );
    expect(await page("/proofs")).toContain(`${shown} %`);
    expect((await world.services.status.current()).checks.get("solvency")?.message).toContain(`${shown} %`);
    expect(proof.leaves).toBe(world.rows("SELECT id FROM users WHERE deleted_at IS NULL").length);
  });

  test("a treasury below the liabilities is bad", async () => {
    await world.setPolicy({ salutes_per_token: "0.000001" });
    await runJobs(world, "public_stats", "solvency");
    const { status, coverage_pct } = await read();
    expect([status, coverage_pct < 100]).toEqual(["bad", true]);
    const check = async () => (await world.services.status.current()).checks.get("solvency");
    expect(await check()).toMatchObject({ status: "bad", observed: { coverage_pct } });
  });

  test("the job logs the proof, and the served verifier accepts it", async () => {
    await runJobs(world, "public_stats", "solvency");
    const verifier = await servedVerifier(world);
    const { entry } = await verifier.verifyPublished(getter(world.call), PATH, null, () => {});
    expect(entry.kind).toBe("solvency");
  });

  test("the root of many tiles is that of one tree over all users, and earlier tiles are deleted", async () => {
    const partner = world.services.live.read.one<{ id: number }>("SELECT MIN(id) AS id FROM partners").id;
    await world.services.live.writer.run((tx) => {
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
           INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at)
           SELECT ?, 'many-' || i, 'active', 0, 1, 1 FROM n`,
        partner,
      );
    });
    for (let run = 0; run < 6; run++) await runJobs(world, "public_stats", "solvency");
    const proof = await read();
    const tiles = world.rows(
      "SELECT level, COUNT(*) AS count FROM solvency_tiles WHERE snapshot_id = 6 GROUP BY level",
    );
    expect(tiles).toEqual([
      { level: 0, count: Math.ceil(proof.leaves / 256) },
      { level: 1, count: 1 },
    ]);
    const kept = world.rows("SELECT DISTINCT snapshot_id AS id FROM solvency_tiles ORDER BY 1");
    expect(kept).toEqual([3, 4, 5, 6].map((id) => ({ id })));
    expect(proof.root).toMatch(/^[0-9a-f]{64}$/);
  });

  test("other work gets a turn after every tile", async () => {
    const partner = world.services.live.read.one<{ id: number }>("SELECT MIN(id) AS id FROM partners").id;
    await world.services.live.writer.run((tx) => {
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 66000)
           INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at)
           SELECT ?, 'many-' || i, 'active', 0, 1, 1 FROM n`,
        partner,
      );
    });
    let turns = 0;
    let isRunning = true;
    const work = runJobs(world, "solvency").finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      await setImmediate();
      turns++;
    }
    await work;
    const tilesAt = (level: number) =>
      world.rows(`SELECT tile_index FROM solvency_tiles WHERE level = ${level}`).length;
    expect(tilesAt(1)).toBe(2);
    expect(turns).toBeGreaterThanOrEqual(tilesAt(0) + tilesAt(1));
  });

  test("before the treasury was read the proof is missing, not a coverage of nothing", async () => {
    await runJobs(world, "solvency");
    expect(await read()).toMatchObject({ freshness_status: "missing", status: "warn", coverage_pct: null });
  });
});

describe("a Merkle sum tree", () => {
  const leaves = (count: number) =>
    Array.from({ length: count }, (_, at) => sumLeaf("salt", `${at}`, BigInt(at)));
  const sha = (...lines: unknown[]) =>
    createHash("sha256")
      .update(`${lines.join("\n")}\n`)
      .digest("hex");
  const climb = (leaf: SumNode, path: ReturnType<typeof sumPath>) =>
    path.reduce((node, { side, hash, sum }) => {
      const [left, right] = side === "left" ? [{ hash, sum }, node] : [node, { hash, sum }];
      return {
        hash: sha("node", left.hash, left.sum, right.hash, right.sum),
        sum: left.sum + right.sum,
      };
    }, leaf);

  test("every path of every size leads to the root and its sum", () => {
    for (let size = 1; size <= 33; size++) {
      const nodes = leaves(size);
      const root = sumRoot(nodes);
      expect(root.sum).toBe(BigInt((size * (size - 1)) / 2));
      for (const [at, leaf] of nodes.entries()) expect(climb(leaf, sumPath(nodes, at))).toEqual(root);
    }
  });

  test("a leaf is the hash of its salt, reference and amount", () => {
    expect(sumLeaf("ab", "7", 125n).hash).toBe(sha("leaf", "ab", "7", 125));
  });

  test("roots of full tiles lead to the root of all leaves", () => {
    const nodes = leaves(21);
    const tiles = Array.from({ length: 3 }, (_, tile) => sumRoot(nodes.slice(tile * 8, tile * 8 + 8)));
    expect(sumRoot(tiles)).toEqual(sumRoot(nodes));
  });
});
