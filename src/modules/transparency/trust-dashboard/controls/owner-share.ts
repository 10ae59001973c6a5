import { readConcentration } from "../../concentration/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

/** Above this share one owner holds more than all others together. */
const MAJORITY_PCT = 50;

/** Whether a single owner holds more than the stated share of the tokens that are not the project's. */
export function ownerShare({ live, token, ownerShareWarnPct: limit }: TrustSource): Control {
  const { latest } = readConcentration(live.read, token);
  const shared = {
    id: "owner_share",
    title: `No owner holds more than ${limit} % of the tokens that are not the project's`,
    evidence: "/transparency/wallet-concentration.json",
    log: null,
  };
  if (latest === null)
    return { ...shared, status: "unknown", summary: "No holder scan yet.", checkedAt: null };
  const { owners, top1_pct } = latest.excluding;
  const checkedAt = Date.parse(latest.taken_at);
  if (owners === 0)
    return { ...shared, status: "unknown", summary: "All tokens are in the project's wallets.", checkedAt };
  return {
    ...shared,
    status: top1_pct > MAJORITY_PCT ? "bad" : top1_pct > limit ? "warn" : "ok",
    summary: `The largest owner holds ${top1_pct} % of the tokens outside the project's wallets.`,
    checkedAt,
  };
}
