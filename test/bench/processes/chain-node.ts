import { encodeBase58 } from "../../../src/kit/formats/base58.ts";

/**
 * A node of a synthetic token with any number of holders and transactions, computed on request and not stored.
 * Usage: chain-node.ts HOLDERS TRANSACTIONS; prints its port.
 */
const [holders = 100_000, transactions = 1_000_000] = process.argv.slice(2).map(Number);
const SLOT = 400_000_000;
const MINT = encodeBase58(new Uint8Array(32).fill(7));
const PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const NEWEST_TIME = Math.floor(Date.now() / 1000);

function keyOf(number: number, kind: number): Uint8Array {
  const bytes = new Uint8Array(32).fill(kind);
  new DataView(bytes.buffer).setUint32(0, Math.imul(number + 1, 0x9e3779b1) >>> 0);
  new DataView(bytes.buffer).setUint32(8, number);
  return bytes;
}

function signatureOf(number: number): string {
  const bytes = new Uint8Array(64).fill(9);
  new DataView(bytes.buffer).setUint32(60, number);
  return encodeBase58(bytes);
}

/** Older transactions have higher numbers. */
const numberOf = new Map<string, number>();
function remembered(number: number): string {
  const signature = signatureOf(number);
  numberOf.set(signature, number);
  // Only the last signatures are looked up again.
  numberOf.delete(signatureOf(number - 5_000));
  return signature;
}

const amountOf = (number: number) => BigInt(number + 1) * 1_000n;
const supply = (BigInt(holders) * (BigInt(holders) + 1n) * 1_000n) / 2n;

function mintAccount(): string {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(supply, 36);
  data[44] = 6;
  data[45] = 1;
  return data.toString("base64");
}

function* scanText(id: unknown): Generator<string> {
  yield `{"jsonrpc":"2.0","id":${id},"result":{"context":{"slot":${SLOT},"apiVersion":"3.0.0"},"value":[`;
  const data = Buffer.alloc(40);
  for (let number = 0; number < holders; number++) {
    data.set(keyOf(number, 1));
    data.writeBigUInt64LE(amountOf(number), 32);
    yield `${number === 0 ? "" : ","}{"account":{"data":["${data.toString("base64")}","base64"],"executable":false,"lamports":2039280,"owner":"${PROGRAM}","rentEpoch":18446744073709551615,"space":165},"pubkey":"${encodeBase58(keyOf(number, 2))}"}`;
  }
  yield "]}}";
}

function streamed(parts: Generator<string>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      let text = "";
      while (text.length < 64 * 1024) {
        const { done, value } = parts.next();
        if (done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
  });
  return new Response(stream);
}

function account(key: string): object | null {
  if (key !== MINT) return null;
  return {
    data: [mintAccount(), "base64"],
    executable: false,
    lamports: 1,
    owner: PROGRAM,
    rentEpoch: 0,
    space: 82,
  };
}

function transaction(number: number): object {
  const balance = (amount: number) => [
    {
      accountIndex: 1,
      mint: MINT,
      owner: MINT,
      programId: PROGRAM,
      uiTokenAmount: { amount: String(amount), decimals: 6 },
    },
  ];
  const accountKeys = [1, 2, 3].map((kind) => encodeBase58(keyOf(number, kind)));
  const instructions = [{ programIdIndex: 2, accounts: [0, 1], data: "3Bxs4h24hBtQy9rw", stackHeight: null }];
  return {
    slot: SLOT - number,
    blockTime: NEWEST_TIME - number,
    version: "legacy",
    transaction: {
      signatures: [signatureOf(number)],
      message: { accountKeys, instructions, recentBlockhash: MINT },
    },
    meta: {
      err: null,
      fee: 5000,
      logMessages: ["Program log: Instruction: Transfer", `Program ${PROGRAM} success`],
      preBalances: [1, 2, 3],
      postBalances: [1, 2, 3],
      preTokenBalances: balance(number),
      postTokenBalances: balance(number + 1_000_000),
      innerInstructions: [],
    },
  };
}

const context = { slot: SLOT, apiVersion: "3.0.0" };

function perform(method: string, params: unknown[]): unknown {
  switch (method) {
    case "getGenesisHash":
      return MINT;
    case "getSlot":
      return SLOT;
    case "getMultipleAccounts":
      return { context, value: (params[0] as string[]).map(account) };
    case "getTokenAccountsByOwner":
    case "getTokenLargestAccounts":
      return { context, value: [] };
    case "getSignaturesForAddress": {
      const {
        before,
        until,
        limit = 1_000,
      } = (params[1] ?? {}) as { before?: string; until?: string; limit?: number };
      const from = before === undefined ? 0 : (numberOf.get(before) ?? transactions) + 1;
      const to = until === undefined ? transactions : (numberOf.get(until) ?? 0);
      const count = Math.max(0, Math.min(limit, to - from));
      return Array.from({ length: count }, (_, index) => ({
        signature: remembered(from + index),
        slot: SLOT - from - index,
        blockTime: NEWEST_TIME - from - index,
        err: null,
        memo: null,
        confirmationStatus: "finalized",
      }));
    }
    case "getTransaction":
      return transaction(numberOf.get(String(params[0])) ?? 0);
    default:
      return null;
  }
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  async fetch(request) {
    const { id, method, params } = (await request.json()) as {
      id: unknown;
      method: string;
      params: unknown[];
    };
    if (method === "getProgramAccounts") return streamed(scanText(id));
    return Response.json({ jsonrpc: "2.0", id, result: perform(method, params) });
  },
});
console.log(`${server.port} ${MINT}`);
process.on("SIGTERM", () => process.exit(0));
