import { address } from "@solana/kit";
import { readTokenAccount, SPL_TOKEN, TOKEN_2022, type View } from "./test-chain.ts";

/** Misbehaviour of a node. */
export type Fault =
  | { kind: "status"; status: number; retryAfter?: string }
  | { kind: "hang" }
  /** A body that is not JSON or not JSON-RPC. */
  | { kind: "body"; text: string }
  /** The answer, cut off in the middle. */
  | { kind: "truncated" }
  | { kind: "error"; code: number; message: string };

type Params = unknown[];

/** A JSON-RPC node over a chain with configurable faults and false answers; counts requests. */
export class RpcServer {
  /** Fault of every request; null for a correct node. */
  fault: Fault | null = null;
  /** Falsifies the result of a method. */
  lie: ((method: string, result: unknown, params: Params) => unknown) | null = null;
  readonly asked: string[] = [];
  readonly #server: ReturnType<typeof Bun.serve>;
  readonly #hanging: (() => void)[] = [];

  constructor(public view: () => View) {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      fetch: (request) => this.#answer(request),
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/?api-key=hush`;
  }

  get host(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  count(method: string): number {
    return this.asked.filter((each) => each === method).length;
  }

  async stop(): Promise<void> {
    for (const release of this.#hanging.splice(0)) release();
    await this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { id, method, params } = (await request.json()) as { id: unknown; method: string; params: Params };
    this.asked.push(method);
    const { fault } = this;
    if (fault?.kind === "status")
      return new Response("no", {
        status: fault.status,
        headers: fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter },
      });
    if (fault?.kind === "hang") await new Promise<void>((resolve) => this.#hanging.push(resolve));
    if (fault?.kind === "body") return new Response(fault.text);
    if (fault?.kind === "error") {
      const { code, message } = fault;
      return Response.json({ jsonrpc: "2.0", id, error: { code, message } });
    }
    const text = toJson({ jsonrpc: "2.0", id, ...this.#perform(method, params ?? []) });
    return new Response(fault?.kind === "truncated" ? text.slice(0, text.length / 2) : text, {
      headers: { "content-type": "application/json" },
    });
  }

  #perform(method: string, params: Params): object {
    const view = this.view();
    const options = (params.at(-1) ?? {}) as { minContextSlot?: number };
    if ((options.minContextSlot ?? 0) > view.slot)
      return {
        error: {
          code: -32016,
          message: "Minimum context slot has not been reached",
          data: { contextSlot: view.slot },
        },
      };
    const handler = METHODS[method];
    if (handler === undefined) return { error: { code: -32601, message: "Method not found" } };
    const result = handler(view, params);
    return { result: this.lie === null ? result : this.lie(method, result, params) };
  }
}

/** Serialises u64 above 2^53 as a number, like nodes do. */
const U64_MAX = "@18446744073709551615@";

function toJson(value: object): string {
  return JSON.stringify(value).replaceAll(/"@(\d+)@"/g, "$1");
}

function withContext(view: View, value: unknown): object {
  return { context: { slot: view.slot, apiVersion: "3.0.0" }, value };
}

function encoded(data: Uint8Array): [string, "base64"] {
  return [Buffer.from(data).toString("base64"), "base64"];
}

function accountView(view: View, key: string): object | null {
  const account = view.svm.getAccount(address(key));
  if (!account.exists) return null;
  return {
    data: encoded(new Uint8Array(account.data)),
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.programAddress,
    rentEpoch: U64_MAX,
    space: account.data.length,
  };
}

function tokenAccounts(view: View, program: string) {
  return view.svm.getProgramAccounts(address(program)).flatMap((account) => {
    const parsed = readTokenAccount(view.svm, account.address);
    return parsed === null
      ? []
      : [{ pubkey: String(account.address), lamports: account.lamports, ...parsed }];
  });
}

type Filter = { dataSize?: number; memcmp?: { offset: number; bytes: string } };
type ScanOptions = { filters: Filter[]; dataSlice?: { offset: number; length: number } };
type PageOptions = { before?: string; until?: string; limit?: number };

const METHODS: Record<string, (view: View, params: Params) => unknown> = {
  getGenesisHash: (view) => view.genesis,
  getSlot: (view) => view.slot,
  getEpochSchedule: () => ({
    slotsPerEpoch: 432_000,
    leaderScheduleSlotOffset: 432_000,
    warmup: true,
    firstNormalEpoch: 14,
    firstNormalSlot: 524_256,
  }),
  getBalance: (view, [key]) => withContext(view, Number(view.svm.getBalance(address(String(key))) ?? 0n)),
  getMultipleAccounts: (view, [keys]) =>
    withContext(
      view,
      (keys as string[]).map((key) => accountView(view, key)),
    ),
  getTokenAccountsByOwner: (view, [owner, by]) =>
    withContext(
      view,
      [SPL_TOKEN, TOKEN_2022]
        .flatMap((program) => tokenAccounts(view, program))
        .filter((each) => each.owner === owner && each.mint === (by as { mint: string }).mint)
        .map(({ pubkey }) => ({ pubkey, account: accountView(view, pubkey) })),
    ),
  getTokenLargestAccounts: (view, [mint]) =>
    withContext(
      view,
      [SPL_TOKEN, TOKEN_2022]
        .flatMap((program) => tokenAccounts(view, program))
        .filter((each) => each.mint === mint)
        .sort((a, b) => (a.amount > b.amount ? -1 : 1))
        .slice(0, 20)
        .map(({ pubkey, amount }) => ({
          address: pubkey,
          amount: String(amount),
          decimals: 6,
          uiAmount: null,
        })),
    ),
  getProgramAccounts: (view, [program, given]) => {
    const { filters, dataSlice } = given as ScanOptions;
    const size = filters.find((each) => each.dataSize !== undefined)?.dataSize;
    const mint = filters.find((each) => each.memcmp?.offset === 0)?.memcmp?.bytes;
    const found = tokenAccounts(view, String(program)).filter(
      (each) => each.mint === mint && (size === undefined || each.data.length === size),
    );
    return withContext(
      view,
      found.map(({ pubkey, data, lamports }) => {
        const shown =
          dataSlice === undefined
            ? data
            : data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
        const space = data.length;
        return {
          account: {
            data: encoded(shown),
            executable: false,
            lamports: Number(lamports),
            owner: program,
            rentEpoch: U64_MAX,
            space,
          },
          pubkey,
        };
      }),
    );
  },
  getSignaturesForAddress: (view, [key, options]) => {
    const { before, until, limit = 1_000 } = (options ?? {}) as PageOptions;
    const all = view.history.filter((each) => each.accountKeys.includes(String(key))).reverse();
    const from = before === undefined ? 0 : all.findIndex((each) => each.signature === before) + 1;
    const to = until === undefined ? -1 : all.findIndex((each) => each.signature === until);
    return all
      .slice(from, to === -1 ? undefined : to)
      .slice(0, limit)
      .map(({ signature, slot, blockTime, failed }) => ({
        signature,
        slot,
        blockTime,
        err: failed ? { InstructionError: [0, "Custom"] } : null,
        memo: null,
        confirmationStatus: "finalized",
      }));
  },
  getTransaction: (view, [signature]) =>
    view.history.find((each) => each.signature === signature)?.result ?? null,
};
