import { createWorld, type World } from "../app/world.ts";
import { RpcServer } from "./rpc-server.ts";
import { TestChain } from "./test-chain.ts";

/** A world that reads a chain from three nodes and shares its clock. */
export interface TokenWorld {
  world: World;
  chain: TestChain;
  servers: [RpcServer, RpcServer, RpcServer];
  treasury: Awaited<ReturnType<TestChain["wallet"]>>;
  reserve: TokenWorld["treasury"];
  burn: TokenWorld["treasury"];
  zoe: TokenWorld["treasury"];
  stop(): Promise<void>;
}

/**
 * A million tokens of 6 decimals: 300 000 in the treasury, 200 000 in the reserve, 50 000 in a burn wallet, the rest with
 * zoe.
 */
export async function startTokenWorld(
  settings: Record<string, string> = {},
  options: Parameters<typeof TestChain.create>[1] = {},
): Promise<TokenWorld> {
  // The chain is created before the world, whose clock it uses afterwards.
  const clock = { now: () => Date.UTC(2026, 10, 21, 9, 0, 0) };
  const chain = await TestChain.create({ now: () => clock.now() }, options);
  const [treasury, reserve, burn, zoe] = await Promise.all([
    chain.wallet(),
    chain.wallet(),
    chain.wallet(),
    chain.wallet(),
  ]);
  await chain.mintTo(treasury.address, 300_000_000_000n);
  await chain.mintTo(reserve.address, 200_000_000_000n);
  await chain.mintTo(burn.address, 50_000_000_000n);
  await chain.mintTo(zoe.address, 450_000_000_000n);
  const make = () => new RpcServer(() => chain.view);
  const servers: TokenWorld["servers"] = [make(), make(), make()];
  const world = await createWorld({
    SOLANA_RPC_URLS: servers.map(({ url }) => url).join(","),
    TOKEN_MINT: chain.mint,
    TREASURY_WALLETS: treasury.address,
    RESERVE_WALLETS: reserve.address,
    BURN_WALLETS: burn.address,
    RPC_MAX_PER_SECOND: "10000",
    RPC_TIMEOUT_MS: "400",
    ...settings,
  });
  clock.now = () => world.clock.now();
  return {
    world,
    chain,
    servers,
    treasury,
    reserve,
    burn,
    zoe,
    async stop() {
      await world.close();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
