import { afterEach, expect, test } from "bun:test";
import { DEMO_MINT, DEMO_TREASURY } from "../../src/chain/demo-reader.ts";
import { ConfigError, parseConfig } from "../../src/compose/config.ts";
import { describeSettings } from "../../src/compose/describe-settings.ts";
import { createWorld, type World } from "../harness/app/world.ts";

let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

const RPC = "https://rpc.example.com/?key=hush";

test("development without a configured chain reads the demo chain, which pays from its own treasury", async () => {
  world = await createWorld();
  expect(world.services.chain?.mode).toBe("demo");
  expect(world.services.treasury).toEqual({ chain: world.services.chain, wallets: [DEMO_TREASURY] });
});

test("TREASURY_WALLETS override the demo chain's treasury", async () => {
  world = await createWorld({ TREASURY_WALLETS: DEMO_MINT });
  expect(world.services.treasury.wallets).toEqual([DEMO_MINT]);
});

test.each([
  ["production without a chain", { SALUTE_ENV: "production" }],
  ["development with SOLANA_RPC_URLS", { SOLANA_RPC_URLS: RPC }],
  ["development with TOKEN_MINT", { TOKEN_MINT: DEMO_MINT }],
])("%s never reads the demo chain", async (_, environment) => {
  world = await createWorld(environment);
  expect([world.services.chain, world.services.treasury.wallets]).toEqual([null, []]);
});

test("RPC addresses and a mint configure a chain over RPC, with majority agreement", async () => {
  const urls = (count: number) =>
    Array.from({ length: count }, (_, i) => `https://rpc${i}.example.com/?key=hush`);
  for (const [count, quorum] of [
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
  ] as const) {
    const settings = { SOLANA_RPC_URLS: urls(count).join(","), TOKEN_MINT: DEMO_MINT };
    world = await createWorld({ SALUTE_ENV: "production", ...settings });
    expect([world.services.chain?.mode, world.services.token?.quorum]).toEqual(["rpc", quorum]);
    await world.close();
  }
  world = await createWorld({ SOLANA_RPC_URLS: urls(3).join(","), TOKEN_MINT: DEMO_MINT, RPC_QUORUM: "3" });
  expect(world.services.token).toMatchObject({
    mode: "rpc",
    mint: DEMO_MINT,
    quorum: 3,
    rpcHosts: ["https://rpc0.example.com", "https://rpc1.example.com", "https://rpc2.example.com"],
    expected: { mint_authority: null, freeze_authority: null },
  });
  expect(JSON.stringify(world.services.token)).not.toContain("hush");
});

test("a quorum above the number of addresses is refused at the start", () => {
  const parse = () => parseConfig({ SOLANA_RPC_URLS: RPC, RPC_QUORUM: "2" });
  expect(parse).toThrow(
    /^RPC_QUORUM: 2 addresses can never agree, SOLANA_RPC_URLS names 1\. Example: RPC_QUORUM=1$/,
  );
});

test("a wallet with two roles, which would be counted twice, is refused at the start", () => {
  const parse = () =>
    parseConfig({ TREASURY_WALLETS: DEMO_MINT, RESERVE_WALLETS: `${DEMO_TREASURY},${DEMO_MINT}` });
  expect(parse).toThrow(/^RESERVE_WALLETS: .* is in TREASURY_WALLETS too/);
  // Repeated in the same role, it counts once.
  expect(parseConfig({ LP_WALLETS: `${DEMO_MINT},${DEMO_MINT}` }).lpWallets).toEqual([DEMO_MINT]);
});

test("an expected authority is an address, or `none`", () => {
  const config = parseConfig({ EXPECTED_MINT_AUTHORITY: "none", EXPECTED_FREEZE_AUTHORITY: DEMO_TREASURY });
  expect([config.expectedMintAuthority, config.expectedFreezeAuthority]).toEqual(["none", DEMO_TREASURY]);
});

test("lists and addresses are read unchanged", () => {
  const config = parseConfig({
    SOLANA_RPC_URLS: ` ${RPC} , http://127.0.0.1:8899`,
    TREASURY_WALLETS: `${DEMO_TREASURY},${DEMO_MINT}`,
    LP_MINT: DEMO_MINT,
  });
  expect(config.rpcUrls).toEqual([RPC, "http://127.0.0.1:8899"]);
  expect(config.treasuryWallets).toEqual([DEMO_TREASURY, DEMO_MINT]);
  expect([config.tokenMint, config.lpMint]).toEqual([null, DEMO_MINT]);
});

test.each([
  ["SOLANA_RPC_URLS", "ftp://rpc.example.com"],
  ["SOLANA_RPC_URLS", `${RPC},nonsense`],
  ["TOKEN_MINT", "1111"],
  ["TOKEN_MINT", DEMO_MINT.replace("2", "0")],
  ["TREASURY_WALLETS", `${DEMO_TREASURY},${DEMO_TREASURY}x`],
  ["LP_MINT", "z".repeat(44)],
  ["RESERVE_WALLETS", "nobody"],
  ["LP_WALLETS", "nobody"],
  ["BURN_WALLETS", "nobody"],
  ["EXPECTED_MINT_AUTHORITY", "nobody"],
  ["EXPECTED_FREEZE_AUTHORITY", "None"],
  ["RPC_QUORUM", "0"],
  ["RPC_MAX_PER_SECOND", "0"],
  ["RPC_TIMEOUT_MS", "10s"],
])("%s=%s stops the start, naming the variable and an example", (variable, value) => {
  const parse = () => parseConfig({ [variable]: value });
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(new RegExp(`^${variable}: .*Example: ${variable}=`));
});

test("an RPC address, which may contain a key, appears neither in the error nor in the table", () => {
  expect(() => parseConfig({ SOLANA_RPC_URLS: "ftp://x/?key=hush" })).toThrow(/^(?!.*hush)/);
  const row = describeSettings({ SOLANA_RPC_URLS: RPC }).find((each) => each.variable === "SOLANA_RPC_URLS");
  expect(row?.value).toBe("(set)");
});
