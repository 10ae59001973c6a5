import type { ChainReader } from "../../../chain/chain-reader.ts";
import { DEMO_MINT } from "../../../chain/demo-reader.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/problem.ts";
import { isBase58Of } from "../../../kit/base58.ts";
import { reading, requireChain } from "../../platform/chain-access/index.ts";
import { DEMO_PREFIX, type DuePayment, paymentFault } from "./rules.ts";
import { findPaidFor, insertSignature } from "./store.ts";

/** A transaction that was read and found to pay what is due. */
export interface VerifiedPayment {
  paysFor: DuePayment["paysFor"];
  signature: string;
  slot: bigint;
  /** Unix milliseconds. */
  blockTime: number;
}

/** Where payments are looked for. */
export interface Treasury {
  chain: ChainReader | null;
  wallets: readonly string[];
}

/**
 * Reads a transaction and proves that it pays what is due (contract section 7): for conversions, and for claims.
 * @throws Problem invalid_payload for what is no signature, state_conflict where the transaction pays for something
 * else
 *   or does not pay this, or this is due on another chain, rpc_unavailable.
 */
export async function verifyPayment(
  sql: Sql,
  treasury: Treasury,
  due: DuePayment,
  signature: string,
): Promise<VerifiedPayment> {
  if (!isBase58Of(signature, 64))
    throw invalidPayload("signature", "must be a transaction's signature (base58 of 64 bytes)");
  refuseTaken(sql, signature);
  const chain = requireChain(treasury.chain);
  if (treasury.wallets.length === 0)
    throw new Problem("state_conflict", "Set TREASURY_WALLETS first: only what they pay counts.");
  await requireOwnChain(chain, due);
  const found = await reading(() => chain.getTokenTransfers(signature));
  if (found === null) {
    throw new Problem(
      "state_conflict",
      "Check the signature, or wait: no finalized, successful transaction bears it.",
    );
  }
  const fault = paymentFault(found, due, treasury.wallets);
  if (fault !== null)
    throw new Problem("state_conflict", `Give another signature: the transaction ${fault}.`);
  return { paysFor: due.paysFor, signature, slot: found.slot, blockTime: found.blockTime };
}

/**
 * Else a command without the server's environment would settle real payments on the demo chain. A conversion is due in
 * the token itself.
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
 * Uses a payment up, in the commit that settles what it pays for. @throws Problem state_conflict where it is used up.
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
