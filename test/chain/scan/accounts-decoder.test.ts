import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AccountsDecoder, MalformedAnswer, RefusedScan } from "../../../src/chain/scan/accounts-decoder.ts";

interface Account {
  address: string;
  data: Uint8Array;
}

function decode(text: string, cuts: readonly number[] = []): { slot: bigint | null; accounts: Account[] } {
  const accounts: Account[] = [];
  const decoder = new AccountsDecoder((account) => accounts.push({ ...account }));
  const bytes = Buffer.from(text);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let i = 1; i < edges.length; i++) decoder.push(bytes.subarray(edges[i - 1], edges[i]));
  decoder.end();
  return { slot: decoder.slot, accounts };
}

const accountShape = fc.record({
  address: fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  data: fc.uint8Array({ minLength: 40, maxLength: 200 }),
});

/** An answer in an unusual format: any order of members, additional members, white space, escaped slashes. */
function write(
  slot: number,
  accounts: readonly Account[],
  style: { flip: boolean; space: boolean; escape: boolean },
): string {
  const value = accounts.map(({ address, data }) => {
    const account = {
      lamports: 2_039_280,
      data: [Buffer.from(data).toString("base64"), "base64"],
      nested: [{ data: ["x"], pubkey: "no" }, null, true, 1.5e-3],
      rentEpoch: 0,
    };
    return style.flip ? { pubkey: address, account } : { account, pubkey: address };
  });
  const context = { apiVersion: "3.0", slot, error: { code: 5 } };
  const result = style.flip ? { value, context } : { context, value };
  const answer = style.flip ? { result, id: 1, jsonrpc: "2.0" } : { jsonrpc: "2.0", id: 1, result };
  const text = JSON.stringify(answer, null, style.space ? "\t" : undefined);
  return style.escape ? text.replaceAll("/", "\\/") : text;
}

describe("the decoder of account scans", () => {
  test("decodes all accounts and the slot for any chunking and format of the answer", () => {
    fc.assert(
      fc.property(
        fc.array(accountShape, { maxLength: 8 }),
        fc.nat(),
        fc.record({ flip: fc.boolean(), space: fc.boolean(), escape: fc.boolean() }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (accounts, slot, style, cuts) => {
          const decoded = decode(write(slot, accounts, style), cuts);
          expect(decoded.slot).toBe(BigInt(slot));
          expect(decoded.accounts.map(({ address }) => address)).toEqual(
            accounts.map(({ address }) => address),
          );
          expect(decoded.accounts.map(({ data }) => Buffer.from(data).toString("hex"))).toEqual(
            accounts.map(({ data }) => Buffer.from(data).toString("hex")),
          );
        },
      ),
    );
  });

  test("a truncated answer is refused, never accepted as a shorter one", () => {
    const account = { address: "1".repeat(44), data: new Uint8Array(40).fill(7) };
    const text = write(5, [account, account], { flip: false, space: false, escape: false });
    for (let length = 0; length < text.length; length++)
      expect(() => decode(text.slice(0, length))).toThrow(MalformedAnswer);
  });

  test("random bytes give no accounts and a defined error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoder = new AccountsDecoder(() => undefined);
        expect(() => {
          decoder.push(bytes);
          decoder.end();
        }).toThrow(MalformedAnswer);
      }),
    );
  });

  test.each([
    ["no context", '{"jsonrpc":"2.0","result":{"value":[]}}'],
    ["a list without context", '{"jsonrpc":"2.0","result":[]}'],
    ["a value that is not a list", '{"result":{"context":{"slot":1},"value":{}}}'],
    [
      "an account without an address",
      '{"result":{"context":{"slot":1},"value":[{"account":{"data":["",""]}}]}}',
    ],
    ["an account without data", '{"result":{"context":{"slot":1},"value":[{"pubkey":"a"}]}}'],
    ["a slot as text", '{"result":{"context":{"slot":"1"},"value":[]}}'],
    ["two answers", '{"result":{"context":{"slot":1},"value":[]}}{}'],
    ["misnested brackets", '{"result":{"context":{"slot":1},"value":[}]}'],
    ["endless depth", "[".repeat(100_000)],
    ["endless text", `{"result":"${"a".repeat(100_000)}`],
    ["a page in HTML", "<html><body>502</body></html>"],
    ["nothing", ""],
  ])("%s is refused", (_, text) => {
    expect(() => decode(text)).toThrow(MalformedAnswer);
  });

  test("a JSON-RPC error is a refusal with its code", () => {
    const refusal = '{"jsonrpc":"2.0","error":{"code":-32016,"message":"{\\"result\\":1}"},"id":1}';
    expect(() => decode(refusal)).toThrow(new RefusedScan(-32016));
  });
});
