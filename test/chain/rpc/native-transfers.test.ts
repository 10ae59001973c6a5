import { describe, expect, test } from "bun:test";
import type { RawTransaction } from "../../../src/chain/rpc/raw-transaction.ts";
import { parseTransfers } from "../../../src/chain/rpc/transactions.ts";
import { encodeBase58 } from "../../../src/kit/formats/base58.ts";

/** Transfers of SOL by the system program, which pay claims in SOL. */

const SYSTEM = "11111111111111111111111111111111";
const KEYS = ["treasury", "zoe", "yan", SYSTEM];

function systemInstruction(kind: number, lamports: bigint): string {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(kind, 0);
  data.writeBigUInt64LE(lamports, 4);
  return encodeBase58(data);
}

function transaction(
  instructions: { from: number; to: number; lamports: bigint; kind?: number }[],
  balances: { pre: number[]; post: number[] },
): RawTransaction {
  return {
    slot: 7n,
    blockTime: 1_000,
    transaction: {
      message: {
        accountKeys: KEYS,
        instructions: instructions.map(({ from, to, lamports, kind = 2 }) => ({
          programIdIndex: 3,
          accounts: [from, to],
          data: systemInstruction(kind, lamports),
        })),
      },
    },
    meta: { err: null, preBalances: balances.pre, postBalances: balances.post },
  };
}

const sol = (from: string, to: string, amount: bigint) => ({ mint: "SOL", from, to, amount });

describe("a transfer of the system program", () => {
  test("is counted from account to account, with the decimals of SOL", () => {
    const raw = transaction([{ from: 0, to: 1, lamports: 500n }], {
      pre: [10_000, 0, 0, 1],
      post: [4_500, 500, 0, 1],
    });
    expect(parseTransfers(raw)).toMatchObject({
      transfers: [sol("treasury", "zoe", 500n)],
      decimals: { SOL: 9 },
    });
  });

  test("returned in the same transaction is no payment", () => {
    const raw = transaction(
      [
        { from: 0, to: 1, lamports: 500n },
        { from: 1, to: 0, lamports: 500n },
      ],
      { pre: [10_000, 50, 0, 1], post: [5_000, 50, 0, 1] },
    );
    expect(parseTransfers(raw)?.transfers).toEqual([]);
  });

  test("other instructions of the system program move nothing", () => {
    const raw = transaction([{ from: 0, to: 1, lamports: 500n, kind: 0 }], {
      pre: [10_000, 0, 0, 1],
      post: [9_500, 500, 0, 1],
    });
    expect(parseTransfers(raw)?.transfers).toEqual([]);
  });
});
