import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { readMonths } from "../../ledger/months/index.ts";
import { actorName, recordAudit } from "../../platform/audit/index.ts";
import { readMonthlyReport } from "../monthly-report/index.ts";
import { type ArchiveRow, findProvisionalMonth, listArchives, upsertWaiting } from "./store.ts";

export interface ArchivesOf {
  month: string;
  /** Null for every partner. */
  partnerId: number | null;
}

/** Asks for the archives of a month. @throws Problem as `readMonthlyReport` */
export function requestArchives(tx: Tx, actor: Actor, { month, partnerId }: ArchivesOf): ArchiveRow[] {
  const { partners } = readMonthlyReport(tx, { month, partnerId, now: tx.now });
  const of = partners.map(({ ledger: { entries }, ...row }) => ({ ...row, entries }));
  requestEach(tx, actor, { month, of });
  return listArchives(tx, month, partnerId);
}

interface Wanted {
  month: string;
  of: readonly Pick<ArchiveRow, "partner_id" | "partner" | "entries">[];
}

function requestEach(tx: Tx, actor: Actor, { month, of }: Wanted): void {
  for (const { partner_id, entries } of of)
    upsertWaiting(tx, { month, partner_id, entries, requested_by: actorName(actor) });
  recordAudit(tx, actor, {
    action: "report.request",
    subject: `month:${month}`,
    details: { partners: of.map(({ partner }) => partner) },
  });
}

const JOB: Actor = { kind: "job", name: "month_figures" };

/** Asks for the archives of a month that was closed. */
export function archiveClosedMonth(tx: Tx, month: string): void {
  requestArchives(tx, JOB, { month, partnerId: null });
}

/**
 * Asks once more for the provisional archives of the oldest month with figures that have become final.
 * @param unsettled the oldest month whose figures may change
 */
export function archiveFinalMonth(tx: Tx, unsettled: string): void {
  for (
    let month = findProvisionalMonth(tx, "", unsettled);
    month !== null;
    month = findProvisionalMonth(tx, month, unsettled)
  ) {
    const ledgers = readMonths(tx, { month, partnerId: null });
    const of = listArchives(tx, month, null)
      .filter(({ state, is_provisional }) => state === "done" && is_provisional === 1)
      .filter(({ partner_id }) => ledgers.get(partner_id)?.verifiedAt !== null)
      .map((row) => ({ ...row, entries: ledgers.get(row.partner_id)?.entries ?? 0 }));
    if (of.length === 0) continue;
    requestEach(tx, JOB, { month, of });
    return;
  }
}
