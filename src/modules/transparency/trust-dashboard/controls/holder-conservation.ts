import { readFigure } from "../../../token/figures/index.ts";
import { holderCache, proofPath, shownAmount } from "../../proofs/index.ts";
import { placeOfKind } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

/** Whether the balances of all accounts add up to the supply. */
export function holderConservation({ live, log, token }: TrustSource): Control {
  const figure = token === null ? null : readFigure(live.read, token, "holder_cache").figure;
  const shared = { id: "holder_conservation", title: "Account balances add up to the supply" };
  if (figure === null)
    return {
      ...shared,
      status: "unknown",
      summary: "No holder scan yet.",
      evidence: "/proofs",
      checkedAt: null,
      log: null,
    };
  const { complete, difference, supply } = figure.data.conservation;
  const accounts = figure.data.holders_detail.token_accounts;
  return {
    ...shared,
    status: complete ? "ok" : "bad",
    summary: complete
      ? `${shownAmount(String(accounts))} accounts and withheld fees add up to the supply of ${shownAmount(supply)}.`
      : `${difference} of the supply of ${shownAmount(supply)} was found in no account.`,
    evidence: proofPath(holderCache),
    checkedAt: figure.takenAt,
    log: placeOfKind(log, holderCache.name),
  };
}
