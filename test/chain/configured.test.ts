import { afterEach, expect, test } from "bun:test";
import { DEMO_MINT, DEMO_TREASURY } from "../../src/chain/demo-reader.ts";
import { ConfigError, describeSettings, parseConfig } from "../../src/config.ts";
import { createWorld, type World } from "../harness/world.ts";

let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

const RPC = "https://rpc.example.com/?key=hush";

test("development without a named chain reads the demo chain, which pays from its own treasury", async () => {
  world = await createWorld();
  expect(world.services.chain?.mode).toBe("demo");
  expect(world.services.treasury).toEqual({ chain: world.services.chain, wallets: [DEMO_TREASURY] });
});

test("TREASURY_WALLETS win over the demo chain's treasury", async () => {
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

test("lists and addresses are read as they are", () => {
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
])("%s=%s stops the start, naming the variable and an example", (variable, value) => {
  const parse = () => parseConfig({ [variable]: value });
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(new RegExp(`^${variable}: .*Example: ${variable}=`));
});

test("an RPC address, which may carry a key, is shown by neither the error nor the table", () => {
  expect(() => parseConfig({ SOLANA_RPC_URLS: "ftp://x/?key=hush" })).toThrow(/^(?!.*hush)/);
  const row = describeSettings({ SOLANA_RPC_URLS: RPC }).find((each) => each.variable === "SOLANA_RPC_URLS");
  expect(row?.value).toBe("(set)");
});
