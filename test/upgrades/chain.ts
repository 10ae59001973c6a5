import { DAY_MS, HOUR_MS } from "../../src/kit/clock.ts";
import { RpcServer } from "../harness/chain/rpc-server.ts";
import { TestChain } from "../harness/chain/test-chain.ts";

const TRANSFERS = 24;

/** A node of a small chain whose transactions are two days old. */
export async function startChain(): Promise<{ settings: Record<string, string>; stop(): Promise<void> }> {
  let at = Date.now() - 2 * DAY_MS;
  const chain = await TestChain.create({ now: () => at });
  const [treasury, reserve, zoe, ida] = await Promise.all([
    chain.wallet(),
    chain.wallet(),
    chain.wallet(),
    chain.wallet(),
  ]);
  await chain.mintTo(treasury.address, 300_000_000_000n);
  await chain.mintTo(reserve.address, 200_000_000_000n);
  await chain.mintTo(zoe.address, 450_000_000_000n);
  for (let number = 1; number <= TRANSFERS; number++) {
    at += HOUR_MS;
    await chain.transfer(number % 3 === 0 ? treasury : zoe, ida.address, BigInt(number) * 10_000_000n);
  }
  const server = new RpcServer(() => chain.view);
  return {
    settings: {
      SOLANA_RPC_URLS: server.url,
      TOKEN_MINT: chain.mint,
      TREASURY_WALLETS: treasury.address,
      RESERVE_WALLETS: reserve.address,
      RPC_MAX_PER_SECOND: "10000",
    },
    stop: () => server.stop(),
  };
}
