import { expect, test } from "bun:test";
import { RpcReader } from "../../../src/chain/rpc/rpc-reader.ts";
import { RpcServer } from "../../harness/chain/rpc-server.ts";
import { TestChain } from "../../harness/chain/test-chain.ts";
import { ManualClock } from "../../harness/clock.ts";

test("smoke", async () => {
  const clock = new ManualClock();
  const chain = await TestChain.create(clock);
  const zoe = await chain.wallet();
  const yan = await chain.wallet();
  await chain.mintTo(zoe.address, 1_000_000n);
  const sig = await chain.transfer(zoe, yan.address, 250_000n);
  await chain.burn(yan, 50_000n);
  const servers = [1, 2, 3].map(() => new RpcServer(() => chain.view));
  const reader = new RpcReader(
    {
      urls: servers.map((s) => s.url),
      mint: chain.mint,
      lpMint: null,
      quorum: 2,
      maxPerSecond: 1000,
      timeoutMs: 2000,
    },
    clock,
  );
  console.log(await reader.getChain(), await reader.getMintState(0n));
  console.log(await reader.getSupply([zoe.address, yan.address], 0n));
  console.log(await reader.getWallet(zoe.address));
  console.log(await reader.getTokenTransfers(sig), await reader.getMovement(sig));
  const slot = await reader.getSlot();
  console.log(
    slot,
    await reader.listSignatures(chain.mint, { before: null, until: null, throughSlot: slot.slot }),
  );
  console.log(await reader.countLargestOwners(0n));
  const scan = await reader.scanHolders([zoe.address], 0n, new AbortController().signal);
  console.log(scan.value, scan.hosts);
  expect(1).toBe(1);
  for (const s of servers) await s.stop();
});
