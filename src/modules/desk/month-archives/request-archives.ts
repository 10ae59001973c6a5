import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
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
  for (const { partner_id, ledger } of partners)
    upsertWaiting(tx, { month, partner_id, entries: ledger.entries, requested_by: actorName(actor) });
  recordAudit(tx, actor, {
    action: "report.request",
    subject: `month:${month}`,
    details: { partners: partners.map(({ partner }) => partner) },
  });
  return listArchives(tx, month, partnerId);
}

const JOB: Actor = { kind: "job", name: "month_figures" };

/** Asks for the archives of a month that was closed. */
export function archiveClosedMonth(tx: Tx, month: string): void {
  requestArchives(tx, JOB, { month, partnerId: null });
}

/** Asks once more for the archives of a month whose figures have become final. @param unsettled the oldest month whose may change */
export function archiveFinalMonth(tx: Tx, unsettled: string): void {
  const month = findProvisionalMonth(tx, unsettled);
  if (month !== null) requestArchives(tx, JOB, { month, partnerId: null });
}
