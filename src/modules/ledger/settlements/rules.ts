import type { TokenTransfer, TokenTransfers } from "../../../chain/transactions.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { formatDecimal } from "../../../kit/money.ts";

/** Marks what is due on the demo chain, so that no real payment settles it, nor a demo one what is real. */
export const DEMO_PREFIX = "demo:";

/** What a transaction must have done to pay for something (contract section 7). */
export interface DuePayment {
  /** What it pays for; a transaction pays for one thing, over conversions and claims. */
  paysFor: `conversion:${number}` | `claim:${number}`;
  /** NATIVE_MINT for SOL; with the prefix `demo:` for what is due on the demo chain, apart from its token. */
  mint: string;
  /** In units of the last of these decimals, which need not be the mint's own. */
  amount: bigint;
  decimals: number;
  wallet: string;
  /** Unix milliseconds: only what was paid after the request counts. */
  requestedAt: number;
}

/**
 * Why a transaction does not pay what is due, in words that finish "The transaction …"; null where it does. What counts
 * is the sum of its transfers of the mint from treasury wallets to the recorded wallet.
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

/** The least base units at these decimals that are no less than what is due. */
function atDecimals({ amount, decimals }: DuePayment, wanted: number): bigint {
  const [scale, unit] = [10n ** BigInt(wanted), 10n ** BigInt(decimals)];
  return (amount * scale + unit - 1n) / unit;
}

function sumOf(transfers: readonly TokenTransfer[]): bigint {
  return transfers.reduce((sum, transfer) => sum + transfer.amount, 0n);
}
