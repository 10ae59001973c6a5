import { afterEach, describe, expect, test } from "bun:test";
import { getAddressEncoder } from "@solana/kit";
import fc from "fast-check";
import { eachExtension } from "../../../src/chain/rpc/mint-extensions.ts";
import {
  parseMint,
  parseTokenAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from "../../../src/chain/rpc/token-accounts.ts";
import { type Nodes, startNodes } from "../../harness/chain/nodes.ts";
import { type Extension, extension, TOKEN_2022 } from "../../harness/chain/test-chain.ts";

const BOSS = "9tnW5HeffAAs7LBDGimuUtj7pfWB8L2BXtCGkWEP6kpH";
const key = new Uint8Array(getAddressEncoder().encode(BOSS as never));
const u16 = (value: number) => [value & 255, value >> 8];
const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)];

/** Instructions in the binary layout of the Token-2022 program. */
const transferFee = (points: number): Extension =>
  extension(108, Uint8Array.from([26, 0, 1, ...key, 1, ...key, ...u16(points), ...u64(10n ** 15n)]));
const closeAuthority = extension(32, Uint8Array.from([25, 1, ...key]));
const frozenByDefault = extension(1, Uint8Array.from([28, 0, 2]));
const permanentDelegate = extension(32, Uint8Array.from([35, ...key]));
const transferHook = extension(64, Uint8Array.from([36, 0, ...key, ...key]));
const interest = extension(52, Uint8Array.from([33, 0, ...key, ...u16(500)]));
const pausable = extension(33, Uint8Array.from([44, 0, ...key]));

let nodes: Nodes | null = null;
afterEach(() => nodes?.stop());

async function start(...extensions: Extension[]): Promise<Nodes> {
  nodes = await startNodes({ program: TOKEN_2022, extensions, freeze: true });
  return nodes;
}

describe("a Token-2022 mint", () => {
  test("without extensions it is like other mints", async () => {
    const { chain, reader } = await start();
    const mint = (await reader().getMintState(0n)).value;
    expect(mint).toMatchObject({
      program: "token-2022",
      mintAuthority: chain.payer.address,
      freezeAuthority: chain.payer.address,
      powers: [],
      unknownExtensions: [],
    });
    await chain.renounceMint();
    expect((await reader().getMintState(0n)).value.mintAuthority).toBeNull();
  });

  test("every extension with an authority is decoded: who may do what", async () => {
    const { reader } = await start(
      transferFee(250),
      closeAuthority,
      frozenByDefault,
      permanentDelegate,
      transferHook,
      interest,
      pausable,
    );
    const { powers, unknownExtensions } = (await reader().getMintState(0n)).value;
    expect(unknownExtensions).toEqual([]);
    expect(powers.map((power) => [power.extension, power.authority, power.isActive])).toEqual([
      ["transferFeeConfig", BOSS, true],
      ["mintCloseAuthority", BOSS, true],
      ["defaultAccountState", null, true],
      ["permanentDelegate", BOSS, true],
      ["transferHook", BOSS, true],
      ["interestBearingConfig", BOSS, true],
      ["pausableConfig", BOSS, true],
    ]);
    expect(powers[0]?.allows).toContain("2.5 %");
    expect(powers[3]?.allows).toContain("any account");
  });

  test("withheld fees are included in the sum of the supply", async () => {
    const { chain, reader } = await start(transferFee(1_000));
    const [zoe, yan] = [await chain.wallet(), await chain.wallet()];
    await chain.mintTo(zoe.address, 1_000_000n);
    const signature = await chain.transfer(zoe, yan.address, 100_000n);
    const { value } = await reader().scanHolders(
      { wallets: [], watched: [] },
      0n,
      new AbortController().signal,
    );
    expect(value).toMatchObject({
      supply: 1_000_000n,
      accountsSum: 990_000n,
      withheld: 10_000n,
      top: [
        { owner: zoe.address, amount: 900_000n },
        { owner: yan.address, amount: 90_000n },
      ],
    });
    // The received amount counts as paid, not the sent one.
    expect((await reader().getTokenTransfers(signature))?.transfers).toEqual([
      { mint: chain.mint, from: zoe.address, to: yan.address, amount: 90_000n },
    ]);
  });
});

describe("the layouts of the token programs", () => {
  const mintBytes = (extensions: Uint8Array) => {
    const data = new Uint8Array(166 + extensions.length);
    data[45] = 1;
    data[165] = 1;
    data.set(extensions, 166);
    return data;
  };

  test("an unknown extension is reported, never ignored", () => {
    const mint = parseMint(TOKEN_2022_PROGRAM, mintBytes(Uint8Array.from([...u16(99), ...u16(2), 1, 2])));
    expect([mint.powers, mint.unknownExtensions]).toEqual([[], ["extension 99"]]);
  });

  test("authorities that were permanently revoked are listed as inactive", () => {
    const none = new Uint8Array(32);
    const data = Uint8Array.from([...u16(12), ...u16(32), ...none, ...u16(14), ...u16(64), ...none, ...key]);
    const { powers } = parseMint(TOKEN_2022_PROGRAM, mintBytes(data));
    // The hook can no longer be changed, but its program still applies.
    expect(powers.map(({ extension: name, authority, isActive }) => [name, authority, isActive])).toEqual([
      ["permanentDelegate", null, false],
      ["transferHook", null, true],
    ]);
  });

  test("random bytes decode to extensions or none, without endless loops", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect([...eachExtension(bytes)].length).toBeLessThan(300);
      }),
    );
  });

  test("other or uninitialized data is not accepted as a mint or account", () => {
    expect(() => parseMint("11111111111111111111111111111111", new Uint8Array(82))).toThrow(
      "not a token's mint",
    );
    expect(() => parseMint(TOKEN_PROGRAM, new Uint8Array(165))).toThrow("an account");
    expect(() => parseMint(TOKEN_PROGRAM, new Uint8Array(82))).toThrow("not initialized");
    expect(() => parseMint(TOKEN_PROGRAM, mintBytes(new Uint8Array(4)))).toThrow("an account");
    expect([parseTokenAccount(new Uint8Array(82)), parseTokenAccount(new Uint8Array(170))]).toEqual([
      null,
      null,
    ]);
  });
});
