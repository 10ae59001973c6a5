import type { Database } from "../../../db/database.ts";
import { isoUtc, MINUTE_MS } from "../../../kit/clock.ts";
import { defineCheck, levelAbove, noData } from "../../platform/checks/index.ts";
import { readSafeMode } from "../../platform/state/index.ts";
import { readProof } from "./prove-changes.ts";

/** Whether the ledger adds up. Details of a fault, which may name a user, are only in the audit trail. */
export const ledgerCheck = defineCheck({
  name: "ledger",
  slot: 13,
  title: "Ledger",
  about: "The sums of the ledger.",
  evidence: null,
  thresholds: {
    proof_minutes_warn: {
      value: 10,
      meaning: "Minutes since balances were last proved against their entries",
    },
    proof_minutes_bad: { value: 60, meaning: "The same, when balances can no longer be relied on" },
  },
  runbook: {
    means:
      "Bad: a balance and its ledger entries disagree, and safe mode is on; or the last proof is long ago. Warn: the proof is late.",
    steps: [
      "`salute check` names the users and entries. The audit trail has the first fault noticed.",
      "Correct the balance, never the entries; an earlier backup shows its former value.",
      "`salute check` again, and then `salute safe-mode off`.",
      "A late proof: see the job `ledger_proof` on `/admin/jobs`.",
    ],
  },
  look: ({ live }: { live: Database }, thresholds, now) => {
    const proof = readProof(live.read);
    const broken = readSafeMode(live.read)?.invariant ?? null;
    const observed = {
      broken_invariant: broken,
      proved_at: proof === null ? null : isoUtc(proof.at),
      proved_to_entry: proof?.entryId ?? null,
    };
    if (broken !== null) {
      const message = `Changes are stopped: the invariant ${broken} does not hold.`;
      return { status: "bad", message, observed };
    }
    if (proof === null) return noData("The ledger has not been proved yet.", observed);
    const minutes = (now - proof.at) / MINUTE_MS;
    const status = levelAbove(minutes, thresholds.proof_minutes_warn, thresholds.proof_minutes_bad);
    const message =
      status === "ok"
        ? "Balances agree with their entries."
        : `Balances were last proved ${Math.floor(minutes)} minutes ago.`;
    return { status, message, observed };
  },
});
