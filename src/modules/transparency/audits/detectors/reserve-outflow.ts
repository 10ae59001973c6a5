import { causedBy, type Detector } from "./support/detector.ts";
import { detectOutflows } from "./support/outflow.ts";
import { formatPct } from "./support/share.ts";

export const reserveOutflow: Detector = {
  type: "reserve_outflow",
  description: "Tokens left a reserve wallet. Movements between reserve wallets are ignored.",
  severities: ["bad"],
  thresholds: [],
  start({ wallets }) {
    return {
      *visit(transaction) {
        for (const { wallet, amount } of detectOutflows(transaction, wallets.reserve)) {
          yield causedBy(transaction, {
            type: "reserve_outflow",
            severity: "bad",
            wallet: wallet.owner,
            delta: -amount,
            details: { share_of_wallet_pct: formatPct(amount, wallet.held) },
          });
        }
      },
    };
  },
};
