import type { ChainReader } from "../../../chain/chain-reader.ts";
import { DEMO_MINT } from "../../../chain/demo-reader.ts";
import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { isBase58 } from "../../../kit/formats/base58.ts";
import { reading, requireChain } from "../../platform/chain-access/index.ts";
import { DEMO_PREFIX, type DuePayment, paymentFault } from "./rules.ts";
import { findPaidFor, insertSignature } from "./store.ts";

/** A transaction that was read and pays the due amount. */
export interface VerifiedPayment {
  paysFor: DuePayment["paysFor"];
  signature: string;
  slot: bigint;
  /** Unix milliseconds. */
  blockTime: number;
}

/** The chain and the wallets that pay. */
export interface Treasury {
  chain: ChainReader | null;
  wallets: readonly string[];
}

/** The database with the due payments, and the chain and wallets that pay them. */
export interface SettlementParts {
  live: Database;
  treasury: Treasury;
}

/**
 * Reads a transaction and proves that it pays the due amount (contract section 7).
 * @throws Problem invalid_payload for a malformed signature, state_conflict if the transaction pays for something
 *   else, does not pay this, or this is due on another chain, rpc_unavailable.
 */
export async function verifyPayment(
  { live, treasury }: SettlementParts,
  due: DuePayment,
  signature: string,
): Promise<VerifiedPayment> {
  if (!isBase58(signature, 64))
    throw invalidPayload("signature", "must be a transaction's signature (base58 of 64 bytes)");
  refuseTaken(live.read, signature);
  const chain = requireChain(treasury.chain);
  if (treasury.wallets.length === 0)
    throw new Problem(
      "state_conflict",
      "Set TREASURY_WALLETS first: only payments from these wallets count.",
    );
  await requireOwnChain(chain, due);
  const found = await reading(() => chain.getTokenTransfers(signature));
  if (found === null) {
    throw new Problem(
      "state_conflict",
      "Check the signature, or wait: no finalized, successful transaction has it.",
    );
  }
  const fault = paymentFault(found, due, treasury.wallets);
  if (fault !== null)
    throw new Problem("state_conflict", `Give another signature: the transaction ${fault}.`);
  return { paysFor: due.paysFor, signature, slot: found.slot, blockTime: found.blockTime };
}

/**
 * Without this check, a command run without the server's environment could settle real payments on the demo chain. A
 * conversion is due in the token itself.
 * @throws Problem state_conflict, rpc_unavailable
 */
async function requireOwnChain(chain: ChainReader, { mint, paysFor }: DuePayment): Promise<void> {
  const { address } = await reading(() => chain.getMint());
  if (mint === address) return;
  const isDemo = chain.mode === "demo";
  const isDueHere =
    paysFor.startsWith("claim:") && mint !== DEMO_MINT && mint.startsWith(DEMO_PREFIX) === isDemo;
  if (isDueHere) return;
  throw new Problem(
    "state_conflict",
    `Settle it on its own chain: ${paysFor} is due in the mint ${mint}, and the ${chain.mode} chain read here has ${address}.`,
  );
}

/**
 * Marks a payment as used, in the commit that settles with it. @throws Problem state_conflict if it is used already
 */
export function takePayment(tx: Tx, { signature, paysFor }: VerifiedPayment): void {
  refuseTaken(tx, signature);
  insertSignature(tx, signature, paysFor);
}

function refuseTaken(sql: Sql, signature: string): void {
  const paysFor = findPaidFor(sql, signature);
  if (paysFor !== null)
    throw new Problem("state_conflict", `Give another signature: this transaction pays for ${paysFor}.`);
}
