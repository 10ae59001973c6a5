import { describe, expect, test } from "bun:test";
import { parseMovement } from "../../../src/chain/rpc/movements.ts";
import type { RawTransaction } from "../../../src/chain/rpc/raw-transaction.ts";
import { TOKEN_PROGRAM } from "../../../src/chain/rpc/token-accounts.ts";
import { encodeBase58 } from "../../../src/kit/formats/base58.ts";

/** Accounts of a transaction by index: mint, two token accounts, authority, the token program, another program. */
const KEYS = ["mint", "first", "second", "authority", TOKEN_PROGRAM, "other"];
const [MINT, FIRST, SECOND, AUTHORITY, PROGRAM, OTHER] = [0, 1, 2, 3, 4, 5];

const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)];
const instruction = (accounts: number[], bytes: number[], programIdIndex = PROGRAM) => ({
  programIdIndex,
  accounts,
  data: encodeBase58(Uint8Array.from(bytes)),
});
const balance = (accountIndex: number, amount: bigint, mint = "mint") => ({
  accountIndex,
  mint,
  owner: accountIndex === FIRST ? "zoe" : "yan",
  uiTokenAmount: { amount: String(amount) },
});

interface Parts {
  outer?: ReturnType<typeof instruction>[];
  inner?: ReturnType<typeof instruction>[];
  pre?: ReturnType<typeof balance>[] | null;
  post?: ReturnType<typeof balance>[] | null;
}

function raw({ outer = [], inner = [], pre = [], post = [] }: Parts): RawTransaction {
  return {
    slot: 7n,
    blockTime: 1_795_000_000n,
    transaction: { message: { accountKeys: KEYS, instructions: outer } },
    meta: {
      err: null,
      preTokenBalances: pre,
      postTokenBalances: post,
      innerInstructions: [{ index: 0, instructions: inner }],
    },
  };
}

const MINT_TO = (amount: bigint) => instruction([MINT, FIRST, AUTHORITY], [7, ...u64(amount)]);
const BURN = (amount: bigint) => instruction([FIRST, MINT, AUTHORITY], [8, ...u64(amount)]);
const TRANSFER = (amount: bigint) => instruction([FIRST, SECOND, AUTHORITY], [3, ...u64(amount)]);

describe("changes of a mint's accounts by a transaction", () => {
  test("MintTo and Burn are also found in inner instructions, with owner and authority", () => {
    const found = parseMovement(
      raw({
        outer: [instruction([], [1], OTHER)],
        inner: [MINT_TO(10n), BURN(4n)],
        pre: [balance(FIRST, 100n)],
        post: [balance(FIRST, 106n)],
      }),
      "mint",
    );
    expect(found?.supplyChanges).toEqual([
      { kind: "mint", account: "first", owner: "zoe", authority: "authority", amount: 10n },
      { kind: "burn", account: "first", owner: "zoe", authority: "authority", amount: 4n },
    ]);
    expect(found).toMatchObject({ slot: 7n, delta: 6n, fee: null });
  });

  test("a new account had nothing, a closed one has nothing, an unchanged one is no change", () => {
    const found = parseMovement(
      raw({
        outer: [TRANSFER(5n)],
        pre: [balance(FIRST, 5n), balance(AUTHORITY, 9n)],
        post: [balance(SECOND, 5n), balance(AUTHORITY, 9n), balance(MINT, 1n, "another mint")],
      }),
      "mint",
    );
    expect(found?.changes).toEqual([
      { account: "first", ownerPre: "zoe", ownerPost: null, pre: 5n, post: 0n },
      { account: "second", ownerPre: null, ownerPost: "yan", pre: 0n, post: 5n },
    ]);
  });

  test("SetAuthority on the mint gives the authority type, the old and the new authority; on an account it is ignored", () => {
    const key = new Uint8Array(32).fill(3);
    const found = parseMovement(
      raw({
        outer: [
          instruction([MINT, AUTHORITY], [6, 0, 1, ...key]),
          instruction([MINT, AUTHORITY], [6, 1, 0]),
          instruction([FIRST, AUTHORITY], [6, 2, 1, ...key]),
        ],
      }),
      "mint",
    );
    expect(found?.authorityChanges).toEqual([
      { power: "mint_authority", previous: "authority", current: encodeBase58(key) },
      { power: "freeze_authority", previous: "authority", current: null },
    ]);
  });

  test("missing balances, or ones that do not add up, are not an answer", () => {
    const moved = { outer: [TRANSFER(5n)] };
    expect(() => parseMovement(raw({ ...moved, pre: null, post: null }), "mint")).toThrow();
    expect(() => parseMovement(raw({ ...moved, pre: [], post: [] }), "mint")).toThrow();
    const lost = { ...moved, pre: [balance(FIRST, 5n)], post: [balance(FIRST, 0n)] };
    expect(() => parseMovement(raw(lost), "mint")).toThrow();
    const created = { ...moved, pre: [balance(FIRST, 5n)], post: [balance(FIRST, 0n), balance(SECOND, 6n)] };
    expect(() => parseMovement(raw(created), "mint")).toThrow();
    expect(
      parseMovement(raw({ outer: [instruction([], [1], OTHER)], pre: null, post: null }), "mint"),
    ).toMatchObject({
      changes: [],
    });
  });
});
