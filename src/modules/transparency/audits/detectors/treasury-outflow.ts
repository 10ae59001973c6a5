import { causedBy, type Detector, percentage } from "./support/detector.ts";
import { detectOutflows } from "./support/outflow.ts";
import { formatPct, minimumForShare } from "./support/share.ts";

const WARN = percentage(
  "treasury_outflow_warn_pct",
  1,
  "Outflows of at least this share of the wallet's balance, in per cent, are of severity warn.",
);

export const treasuryOutflow: Detector = {
  type: "treasury_outflow",
  description:
    "Tokens left a treasury wallet. details.settles names the conversion or claim that was paid, if any. Movements between treasury wallets are ignored.",
  severities: ["info", "warn"],
  thresholds: [WARN],
  start({ wallets }, threshold) {
    const warn = threshold(WARN.name);
    return {
      *visit(transaction) {
        for (const { wallet, amount } of detectOutflows(transaction, wallets.treasury)) {
          yield causedBy(transaction, {
            type: "treasury_outflow",
            severity: amount >= minimumForShare(wallet.held, warn) ? "warn" : "info",
            wallet: wallet.owner,
            delta: -amount,
            details: { settles: transaction.settles, share_of_wallet_pct: formatPct(amount, wallet.held) },
          });
        }
      },
    };
  },
};
