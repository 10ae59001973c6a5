import type { TokenTransfer, TokenTransfers } from "../../../chain/transactions.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { formatDecimal } from "../../../kit/money.ts";

/**
 * Marks payments due on the demo chain, so that no real payment settles them and no demo payment settles real ones.
 */
export const DEMO_PREFIX = "demo:";

/** Requirements on a transaction that settles a conversion or claim (contract section 7). */
export interface DuePayment {
  /** The conversion or claim to settle; a transaction pays for only one. */
  paysFor: `conversion:${number}` | `claim:${number}`;
  /** NATIVE_MINT for SOL; with the prefix `demo:` if due on the demo chain, except for the demo's token. */
  mint: string;
  /** In units of the last of these decimals, which may differ from the mint's own. */
  amount: bigint;
  decimals: number;
  wallet: string;
  /** Unix milliseconds: only payments after the request count. */
  requestedAt: number;
}

/**
 * Why a transaction does not pay the due amount, as text that completes "The transaction …"; null if it does. The sum
 * of its transfers of the mint from treasury wallets to the recorded wallet counts.
 */
export function paymentFault(
  found: TokenTransfers,
  due: DuePayment,
  treasuryWallets: readonly string[],
): string | null {
  if (found.blockTime <= due.requestedAt)
    return `is too old: its block is of ${isoUtc(found.blockTime)}, the request of ${isoUtc(due.requestedAt)}`;
  const ofMint = found.transfers.filter((transfer) => transfer.mint === due.mint);
  if (ofMint.length === 0) return `moves none of the mint ${due.mint}`;
  const toWallet = ofMint.filter((transfer) => transfer.to === due.wallet && transfer.from !== due.wallet);
  if (toWallet.length === 0) return `moves nothing to the wallet ${due.wallet}`;
  const paid = toWallet.filter(({ from }) => from !== null && treasuryWallets.includes(from));
  if (paid.length === 0) return "moves nothing from a treasury wallet";
  const sum = sumOf(paid);
  const decimals = found.decimals?.[due.mint] ?? due.decimals;
  if (sum >= atDecimals(due, decimals)) return null;
  return `moves ${formatDecimal(sum, decimals)} tokens, too little: ${formatDecimal(due.amount, due.decimals)} are due`;
}

/** The smallest number of base units at these decimals that covers the due amount. */
function atDecimals({ amount, decimals }: DuePayment, wanted: number): bigint {
  const [scale, unit] = [10n ** BigInt(wanted), 10n ** BigInt(decimals)];
  return (amount * scale + unit - 1n) / unit;
}

function sumOf(transfers: readonly TokenTransfer[]): bigint {
  return transfers.reduce((sum, transfer) => sum + transfer.amount, 0n);
}
