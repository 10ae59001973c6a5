import { createHash } from "node:crypto";
import { encodeBase58 } from "../../../../src/kit/formats/base58.ts";
import { MOVEMENTS_VERSION, recordMovement } from "../../../../src/modules/token/movements/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { requireTokenId } from "./fixture.ts";

/** A world with a known supply and an empty transaction history. */
export async function emptyHistory(): Promise<World> {
  const world = await createWorld();
  await runJobs(world, "mint_authorities", "public_stats", "holder_cache");
  return world;
}

export interface SeededTransaction {
  /** Name from which the signature is derived. */
  name: string;
  slot: number;
  blockTime: number | null;
  changes: readonly { account: string; owner: string; pre: bigint; post: bigint }[];
}

export function toSignature(name: string): string {
  return encodeBase58(new Uint8Array(createHash("sha512").update(name).digest()));
}

/** Inserts transactions into the history in the given order, as the sync does. */
export async function seed(world: World, transactions: readonly SeededTransaction[]): Promise<void> {
  const tokenId = requireTokenId(world);
  await world.services.live.writer.run((tx) => {
    for (const { name, slot, blockTime, changes } of transactions) {
      const { lastInsertRowid } = tx.run(
        `INSERT INTO chain_transactions (token_id, signature, slot, block_time, token_delta, movements_version)
           VALUES (?, ?, ?, ?, '0', ?)`,
        tokenId,
        toSignature(name),
        slot,
        blockTime,
        MOVEMENTS_VERSION,
      );
      const movement = {
        slot: BigInt(slot),
        blockTime,
        delta: 0n,
        changes: changes.map(({ account, owner, pre, post }) => ({
          account,
          ownerPre: owner,
          ownerPost: owner,
          pre,
          post,
        })),
        supplyChanges: [],
        authorityChanges: [],
        fee: null,
      };
      recordMovement(tx, { tokenId, transactionId: lastInsertRowid, movement, hasFees: false });
    }
  });
}

/** Deletes all transactions. */
export async function forget(world: World): Promise<void> {
  await world.services.live.writer.run((tx) => {
    for (const table of ["token_movements", "chain_transactions", "chain_addresses"])
      tx.run(`DELETE FROM ${table}`);
  });
}
