import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { DAY_MS as DAY, utcDay } from "../../../../src/kit/clock.ts";
import { readFigure } from "../../../../src/modules/token/figures/index.ts";
import { countMissing, syncTransactions } from "../../../../src/modules/token/transactions/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";

let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

const sync = () => runJob(at.world, "transaction_sync");
const latest = async (query = "") => (await at.world.call("GET", `/api/transactions/latest${query}`)).json;
const figure = () => {
  const { token, live } = at.world.services;
  if (token === null) throw new Error("no token");
  return readFigure(live.read, token, "transaction_sync").figure;
};

/** Nodes that give so many signatures a page, in place of a thousand. */
function pageBy(size: number): void {
  for (const server of at.servers)
    server.lie = (method, result) => {
      if (method !== "getSignaturesForAddress") return result;
      // The reader takes a page of a thousand for a full one: pad what is cut with what it leaves out.
      const found = result as { signature: string; slot: number }[];
      if (found.length <= size) return found;
      const filler = { ...found[0], slot: Number.MAX_SAFE_INTEGER, signature: "1".repeat(64) };
      return [...new Array(1_000 - size).fill(filler), ...found.slice(0, size)];
    };
}

describe("the sync of transactions", () => {
  test("takes in the mint's and the project's wallets' transactions once each, newest first, failed ones not", async () => {
    at.world.clock.advance(60_000);
    await at.chain.transfer(at.zoe, at.treasury.address, 1_500_000n);
    await at.chain.transfer(at.zoe, at.treasury.address, 10n ** 15n);
    expect(at.chain.history.at(-1)?.failed).toBe(true);
    await at.chain.burn(at.zoe, 250_000n);
    expect(await sync()).toBe("7 new transactions, 7 in total");
    const { rows, count, chain_mode, synced_at_utc } = await latest("?limit=3");
    expect(rows.map((row: { token_delta: string }) => row.token_delta)).toEqual(["-0.25", "1.5", "450000"]);
    expect([count, chain_mode, synced_at_utc]).toEqual([3, "rpc", "2026-11-21T10:01:00.000Z"]);
    expect(rows[0]).toEqual({
      signature: at.chain.history.at(-1)?.signature,
      block_time: "2026-11-21T10:01:00.000Z",
      token_delta: "-0.25",
      slot: at.chain.slot,
    });
    expect(await sync()).toBe("0 new transactions, 7 in total");
  });

  test("a second sync asks only for what is new", async () => {
    await sync();
    const before = at.servers.map((server) => server.count("getTransaction"));
    await at.chain.transfer(at.zoe, at.treasury.address, 1n);
    expect(await sync()).toBe("1 new transactions, 6 in total");
    const more = at.servers.map((server, index) => server.count("getTransaction") - (before[index] ?? 0));
    expect(more).toEqual([1, 1, 0]);
  });

  test("addresses without news share a commit", async () => {
    const { live, clock, log, chain, token } = at.world.services;
    if (chain === null || token === null) throw new Error("no chain");
    const work = { live, clock, log, chain, token, signal: new AbortController().signal };
    const commitsOfSync = async () => {
      const before = live.writer.counts.commits;
      await syncTransactions(work, { pages: 0, hasTime: () => true });
      return live.writer.counts.commits - before;
    };
    await commitsOfSync();
    const heads = () =>
      live.read.all<{ address: string; through_slot: number }>(
        "SELECT address, through_slot FROM sync_heads",
      );
    expect(heads().length).toBeGreaterThan(3);
    at.chain.slot += 5;
    // The token, the watched accounts, the heads, and the figure.
    expect(await commitsOfSync()).toBe(4);
    expect(new Set(heads().map((head) => head.through_slot)).size).toBe(1);
    await at.chain.transfer(at.zoe, at.treasury.address, 1n);
    const slots = new Map(heads().map((head) => [head.address, head.through_slot]));
    await commitsOfSync();
    for (const head of heads()) expect(head.through_slot).toBeGreaterThan(slots.get(head.address) ?? 0);
  });

  test("a long history is worked off backwards, page by page, over several runs; a crash between loses nothing", async () => {
    for (let i = 0; i < 12; i++) {
      at.world.clock.advance(3_600_000);
      await at.chain.transfer(at.zoe, at.treasury.address, 1_000_000n);
    }
    pageBy(5);
    const { live, clock, log, chain, token } = at.world.services;
    if (chain === null || token === null) throw new Error("no chain");
    const work = { live, clock, log, chain, token, signal: new AbortController().signal };
    const none = { pages: 0, hasTime: () => true };
    await syncTransactions(work, none);
    const first = figure()?.data;
    expect([first?.is_whole, first?.volume_24h]).toEqual([false, null]);
    expect(first?.covered_since).toBeGreaterThan(clock.now() - 12 * 3_600_000);
    for (let i = 0; i < 3; i++) await syncTransactions(work, { pages: 1, hasTime: () => true });
    // A page fails half-way: what was stored of it is not stored twice.
    let answered = 0;
    for (const server of at.servers) {
      const pages = server.lie;
      server.lie = (method, result, params) =>
        method === "getTransaction" && answered++ > 3 ? null : (pages?.(method, result, params) ?? result);
    }
    await syncTransactions(work, { pages: 100, hasTime: () => true }).catch(() => undefined);
    pageBy(5);
    await syncTransactions(work, { pages: 100, hasTime: () => true });
    const all = at.chain.history.filter((each) => !each.failed).length;
    expect(figure()?.data).toMatchObject({ transactions: all, is_whole: true, gaps: 0 });
    expect((await latest("?limit=200")).rows.map((row: { signature: string }) => row.signature)).toEqual(
      at.chain.history
        .filter((each) => !each.failed)
        .map((each) => each.signature)
        .reverse(),
    );
  });

  test("what came while nobody looked is a gap until it is known; the volume waits for it", async () => {
    at.world.clock.advance(30 * 3_600_000);
    await at.chain.transfer(at.zoe, at.treasury.address, 2_000_000n);
    await sync();
    expect(figure()?.data.volume_24h).toBe("2");
    for (let i = 0; i < 9; i++) {
      at.world.clock.advance(600_000);
      await at.chain.transfer(at.zoe, at.reserve.address, 1_000_000n);
    }
    pageBy(3);
    const { live, clock, log, chain, token } = at.world.services;
    if (chain === null || token === null) throw new Error("no chain");
    const work = { live, clock, log, chain, token, signal: new AbortController().signal };
    await syncTransactions(work, { pages: 0, hasTime: () => true });
    expect(figure()?.data.volume_24h).toBeNull();
    await syncTransactions(work, { pages: 100, hasTime: () => true });
    expect(figure()?.data).toMatchObject({ volume_24h: "11", is_whole: true });
  });

  test("a page that holds only later slots proves nothing: the history does not count as synced", async () => {
    await sync();
    const before = figure()?.takenAt;
    at.world.clock.advance(60_000);
    await at.chain.transfer(at.zoe, at.treasury.address, 1_000_000n);
    pageBy(0);
    await expect(sync()).rejects.toThrow("RPC addresses answered");
    expect(figure()?.takenAt).toBe(before);
    for (const server of at.servers) server.lie = null;
    expect(await sync()).toBe("1 new transactions, 6 in total");
  });

  test("volume_24h leaves out what is older than a day, and counts burns by their size", async () => {
    await at.chain.transfer(at.zoe, at.treasury.address, 5_000_000n);
    at.world.clock.advance(86_400_000 + 1_000);
    await at.chain.burn(at.zoe, 3_000_000n);
    await at.chain.transfer(at.zoe, at.treasury.address, 4_000_000n);
    await sync();
    expect(figure()?.data.volume_24h).toBe("7");
  });

  test("the volume of each complete day is kept, and days that are not wholly known have none", async () => {
    const volumes = () => figure()?.data.volume_days;
    await at.chain.transfer(at.zoe, at.treasury.address, 5_000_000n);
    await sync();
    const today = utcDay(at.world.clock.now());
    expect(volumes()?.some(({ day }) => day === today)).toBe(false);
    at.world.clock.advance(86_400_000);
    await at.chain.burn(at.zoe, 3_000_000n);
    await sync();
    const before = volumes() ?? [];
    expect(before.at(-1)?.day).toBe(today);
    at.world.clock.advance(86_400_000);
    await sync();
    expect(volumes()).toEqual([...before, { day: utcDay(at.world.clock.now() - 86_400_000), volume: "3" }]);
  });

  test("a transaction that becomes known after its day counts in the volume of that day", async () => {
    const volume = () => Number(figure()?.data.volume_days?.at(-1)?.volume);
    await at.chain.transfer(at.zoe, at.treasury.address, 5_000_000n);
    const old = at.chain.frozen();
    await at.chain.transfer(at.zoe, at.treasury.address, 7_000_000n);
    at.world.clock.advance(86_400_000);
    for (const server of at.servers) server.view = () => old;
    await sync();
    const before = volume();
    for (const server of at.servers) server.view = () => at.chain.view;
    await sync();
    expect(volume()).toBe(before + 7);
  });

  test("days that are over are read once, and again only from the oldest new transaction on", async () => {
    const { read } = at.world.services.live;
    at.world.clock.advance(3 * DAY);
    const old = at.chain.frozen();
    await at.chain.transfer(at.zoe, at.treasury.address, 5_000_000n);
    at.world.clock.advance(DAY);
    const readings = async () => {
      using all = spyOn(read, "all");
      await sync();
      return all.mock.calls.filter(([text]) => text.includes("block_time < ?")).length;
    };
    const days = () => figure()?.data.volume_days?.length ?? 0;
    for (const server of at.servers) server.view = () => old;
    const first = await readings();
    expect([days() > 3, first]).toEqual([true, days() + 1]);
    expect(await readings()).toBe(1);
    at.world.clock.advance(DAY);
    expect(await readings()).toBe(2);
    for (const server of at.servers) server.view = () => at.chain.view;
    // That transaction's day, the one after it, and the last 24 hours.
    expect(await readings()).toBe(3);
  });

  test("a node that lags makes nobody miss what comes next", async () => {
    const old = at.chain.frozen();
    await at.chain.transfer(at.zoe, at.treasury.address, 1_000_000n);
    at.servers[0].view = () => old;
    at.servers[1].view = () => old;
    expect(await sync()).toContain("5 in total");
    at.servers[1].view = () => at.chain.view;
    expect(await sync()).toContain("6 in total");
    at.servers[0].view = () => at.chain.view;
    expect(await sync()).toContain("6 in total");
  });

  test("a node that hides a transaction, or makes one up, changes nothing", async () => {
    const hidden = await at.chain.transfer(at.zoe, at.treasury.address, 1_000_000n);
    at.servers[0].lie = (method, result) =>
      method === "getSignaturesForAddress"
        ? (result as { signature: string }[]).filter(({ signature }) => signature !== hidden)
        : result;
    await sync();
    expect((await latest()).rows[0].signature).toBe(hidden);
    at.servers[0].lie = (method, result) => {
      if (method !== "getSignaturesForAddress") return result;
      const [first, ...rest] = result as { signature: string }[];
      return first === undefined ? [] : [{ ...first, signature: "5".repeat(87) }, first, ...rest];
    };
    await at.chain.transfer(at.zoe, at.treasury.address, 1n);
    await sync();
    expect(
      (await latest()).rows.some((row: { signature: string }) => row.signature.startsWith("55555")),
    ).toBe(false);
  });

  describe("transactions that nodes without an archive have forgotten", () => {
    /** Nodes that list everything and answer null for some. */
    const forget = (servers: TokenWorld["servers"][number][], signatures: (string | undefined)[]) => {
      for (const server of servers)
        server.lie = (method, result, [signature]) =>
          method === "getTransaction" && signatures.includes(signature as string) ? null : result;
    };

    test("stop nothing: the others are stored, the missing ones counted and published", async () => {
      const gone = at.chain.history.slice(0, 2).map(({ signature }) => signature);
      forget(at.servers, gone);
      at.world.clock.advance(3_600_000);
      await at.chain.transfer(at.zoe, at.treasury.address, 1_000_000n);
      const all = at.chain.history.filter((each) => !each.failed).length;
      expect(await sync()).toBe(`${all - 2} new transactions, ${all - 2} in total, 2 that no address has`);
      expect(figure()?.data).toMatchObject({ transactions: all - 2, missing: 2, is_whole: false, gaps: 0 });
      const proof = await at.world.call("GET", "/api/public/transaction-sync-freshness.json");
      expect(proof.json).toMatchObject({ missing: 2, is_whole: false });
      expect(Date.parse(proof.json.covered_since)).toBeGreaterThan(Date.parse("2026-11-21T09:00:00Z"));
      await at.chain.transfer(at.zoe, at.treasury.address, 1_000_000n);
      expect(await sync()).toContain("1 new transactions");
    });

    test("are asked for again, less and less often, and stored once an address has them", async () => {
      const gone = at.chain.history[1]?.signature ?? "";
      forget(at.servers, [gone]);
      await sync();
      const asked = () => at.servers[0].count("getTransaction");
      await sync();
      const before = asked();
      await sync();
      expect(asked()).toBe(before);
      at.world.clock.advance(2 * 60_000);
      await sync();
      expect(asked()).toBe(before + 1);
      forget(at.servers, []);
      await sync();
      expect(figure()?.data.missing).toBe(1);
      at.world.clock.advance(6 * 3_600_000);
      await sync();
      expect(figure()?.data).toMatchObject({ missing: 0, is_whole: true });
      const signatures = (await latest("?limit=200")).rows.map((row: { signature: string }) => row.signature);
      expect(signatures).toContain(gone);
    });

    test("without a time hide no more than the span between the transactions around them", async () => {
      const sql = at.world.services.live.read;
      at.world.clock.advance(DAY);
      const gone = await at.chain.transfer(at.zoe, at.treasury.address, 1n);
      for (const server of at.servers)
        server.lie = (method, result, [signature]) => {
          if (method === "getTransaction") return signature === gone ? null : result;
          if (method !== "getSignaturesForAddress") return result;
          const listed = result as { signature: string }[];
          return listed.map((each) => (each.signature === gone ? { ...each, blockTime: null } : each));
        };
      await sync();
      expect(figure()?.data).toMatchObject({ missing: 1, covered_since: null, volume_24h: null });
      at.world.clock.advance(DAY);
      await at.chain.transfer(at.zoe, at.treasury.address, 2_000_000n);
      const laterAt = at.world.clock.now();
      at.world.clock.advance(DAY + 2_000);
      await at.chain.transfer(at.zoe, at.treasury.address, 3_000_000n);
      await sync();
      expect(figure()?.data).toMatchObject({ missing: 1, covered_since: laterAt + 1_000, volume_24h: "3" });
      const { id } = sql.one<{ id: number }>("SELECT id FROM chain_tokens");
      const hides = (from: number, to: number) => countMissing(sql, id, { from, to });
      expect(hides(laterAt + 1, laterAt + DAY)).toBe(0);
      expect([hides(laterAt - DAY, laterAt), hides(laterAt - 2 * DAY + 1, laterAt - DAY)]).toEqual([1, 1]);
      expect(hides(0, laterAt - 3 * DAY)).toBe(0);
    });

    test("are taken from the addresses that have them, where as many as must agree do", async () => {
      forget(
        [at.servers[0]],
        at.chain.history.map(({ signature }) => signature),
      );
      await sync();
      expect(figure()?.data).toMatchObject({ missing: 0, is_whole: true });
    });

    test("that only one address has prove nothing; an address that rests holds nobody up", async () => {
      forget(
        [at.servers[0], at.servers[1]],
        at.chain.history.map(({ signature }) => signature),
      );
      await sync();
      expect(figure()?.data).toMatchObject({ transactions: 0, is_whole: false });
      expect(figure()?.data.missing).toBe(at.chain.history.filter((each) => !each.failed).length);
    });
  });
});
