import { expect, setDefaultTimeout, test } from "bun:test";
import { RpcServer } from "../harness/chain/rpc-server.ts";
import { TestChain } from "../harness/chain/test-chain.ts";
import { SLOW_MS, salute, scratch } from "../harness/processes/executable.ts";

setDefaultTimeout(2 * SLOW_MS);

test("the executable scans accounts in its worker, reads the chain and stores the figures", async () => {
  const chain = await TestChain.create({ now: () => Date.now() });
  const zoe = await chain.wallet();
  await chain.mintTo(zoe.address, 5_000_000n);
  const server = new RpcServer(() => chain.view);
  const dir = scratch();
  const env = { SOLANA_RPC_URLS: server.url, TOKEN_MINT: chain.mint };
  const run = (job: string) => salute(["jobs", "run", job, "--data", dir.data], { env });
  try {
    expect(await salute(["migrate", "--data", dir.data])).toMatchObject({ code: 0 });
    const scanned = await run("holder_cache");
    expect([scanned.code, scanned.stdout]).toEqual([
      0,
      "holder_cache: ok: 1 owners of 1 accounts with tokens\n",
    ]);
    expect((await run("public_stats")).stdout).toBe("public_stats: ok: 5 of 5 circulate\n");
    expect((await run("transaction_sync")).stdout).toBe(
      "transaction_sync: ok: 2 new transactions, 2 in total\n",
    );
    server.fault = { kind: "status", status: 500 };
    const failed = await run("public_stats");
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining("public_stats: failed: ")]);
    expect(failed.stdout + failed.stderr).not.toContain("hush");
  } finally {
    await server.stop();
    dir.remove();
  }
});
