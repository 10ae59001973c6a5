import type { ChainReader } from "../../../../src/chain/chain-reader.ts";
import { DemoReader } from "../../../../src/chain/demo-reader.ts";
import type { Actor } from "../../../../src/http/operation.ts";
import { encodeBase58 } from "../../../../src/kit/formats/base58.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { type PolicyChanges, setPolicy } from "../../../../src/modules/ledger/conversions/index.ts";
import {
  type CallOptions,
  createWorld,
  type ReceivedAnswer,
  type World,
} from "../../../harness/app/world.ts";

export const OPERATOR: Actor = { kind: "operator", name: "ops", role: "operator", session: null };
export const WALLET = encodeBase58(new Uint8Array(32).fill(7));
export const OTHER_WALLET = encodeBase58(new Uint8Array(32).fill(8));

/** A world with a partner, a user of 1000 salutes and a verified wallet, and a policy that is on. */
export interface ConversionWorld extends World {
  key: IssuedKey;
  userId: number;
  setPolicy(changes: PolicyChanges): Promise<unknown>;
  convert(body?: object, options?: CallOptions): Promise<ReceivedAnswer>;
  /** Converts 300 salutes into 3 tokens and returns the conversion's id. */
  pending(): Promise<number>;
  /** Links a wallet without the API; `verifiedAt` null leaves it unverified. */
  link(userId: number, address: string, verifiedAt: number | null, isPrimary?: boolean): Promise<unknown>;
  balance(userId?: number): Promise<number>;
  /** Rows of a table, by SQL. */
  rows<Row>(sql: string): Row[];
  eventsOf(type: string): object[];
  demo(): DemoReader;
}

export async function createConversionWorld(
  environment: Record<string, string> = {},
): Promise<ConversionWorld> {
  const world = await createWorld(environment);
  const key = await world.createKey("acme");
  const userId = await world.createUser(key, "zoe");
  const { live } = world.services;
  await credit(world, key, userId, 1_000);
  const made: ConversionWorld = Object.assign(Object.create(world), {
    key,
    userId,
    setPolicy: (changes: PolicyChanges) => live.writer.run((tx) => setPolicy(tx, OPERATOR, changes)),
    convert: (body: object = {}, options: CallOptions = {}) =>
      world.call("POST", "/api/salutes/convert", {
        key,
        body: { user_id: userId, amount: 300, ...body },
        ...options,
      }),
    pending: async () => (await made.convert()).json.conversion_id,
    link: (owner: number, address: string, verifiedAt: number | null, isPrimary = true) =>
      live.writer.run((tx) =>
        tx.run(
          `INSERT INTO wallet_links (partner_id, user_id, blockchain, wallet_address, is_primary, is_hidden, verified_at, created_at)
             SELECT partner_id, id, 'solana', ?, ?, 0, ?, ? FROM users WHERE id = ?`,
          address,
          Number(isPrimary),
          verifiedAt,
          tx.now,
          owner,
        ),
      ),
    balance: async (owner = userId) =>
      (await world.call("GET", `/api/salutes/balance?user_id=${owner}`, { key })).json.balance,
    rows: (sql: string) => live.read.all(sql),
    eventsOf: (type: string) =>
      live.read
        .all<{ data: string }>("SELECT data FROM events WHERE event_type = ? ORDER BY id", type)
        .map((row) => JSON.parse(row.data)),
    demo: () => requireDemo(world.services.chain),
  });
  await made.link(userId, WALLET, world.clock.now());
  await made.setPolicy({ enabled: true });
  return made;
}

export function credit(
  world: World,
  key: IssuedKey,
  userId: number,
  amount: number,
): Promise<ReceivedAnswer> {
  return world.call("POST", "/api/salutes/credit", {
    key,
    body: { user_id: userId, amount, reason: "quest" },
  });
}

function requireDemo(chain: ChainReader | null): DemoReader {
  if (chain instanceof DemoReader) return chain;
  throw new Error("this world has no demo chain");
}
