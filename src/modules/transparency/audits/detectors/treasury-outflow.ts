import { causedBy, type Detector, percentage } from "./support/detector.ts";
import { outflowsOf } from "./support/outflow.ts";
import { leastOfShare, pctText } from "./support/share.ts";

const WARN = percentage(
  "treasury_outflow_warn_pct",
  1,
  "Share in per cent of what the wallet held before from which an outflow warns.",
);

export const treasuryOutflow: Detector = {
  type: "treasury_outflow",
  description:
    "Tokens left a treasury wallet; details.settles says which conversion or claim it paid, if any. Movements between treasury wallets do not count.",
  severities: ["info", "warn"],
  thresholds: [WARN],
  start({ wallets }, threshold) {
    const warn = threshold(WARN.name);
    return {
      *see(transaction) {
        for (const { wallet, amount } of outflowsOf(transaction, wallets.treasury)) {
          yield causedBy(transaction, {
            type: "treasury_outflow",
            severity: amount >= leastOfShare(wallet.held, warn) ? "warn" : "info",
            wallet: wallet.owner,
            delta: -amount,
            details: { settles: transaction.settles, share_of_wallet_pct: pctText(amount, wallet.held) },
          });
        }
      },
    };
  },
};
