import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { settleClaim, verifyClaim } from "../../ledger/claims/index.ts";
import { settleConversion, verifyConversion } from "../../ledger/conversions/index.ts";
import { findPaidFor, type SettlementParts } from "../../ledger/settlements/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { CHAIN_ERRORS } from "../../platform/chain-access/index.ts";
import type { ImportReport, ImportResult, ROW_STATES } from "./model.ts";
import { type ImportRow, type Payment, readImport } from "./rules.ts";

/** Transactions that are read from the chain at the same time. */
const AT_ONCE = 8;

interface Import {
  csv: string;
  isDryRun: boolean;
  now: number;
}

/** Settles the rows and notes the import in the audit trail. @throws Problem invalid_payload if the CSV cannot be read */
export async function importSettlements(
  parts: SettlementParts,
  actor: Actor,
  given: Import,
): Promise<ImportReport> {
  const report = await settleRows(parts, actor, given);
  if (!report.dry_run) await parts.live.writer.run((tx) => noteImport(tx, actor, report));
  return report;
}

/**
 * Settles conversions and claims with their transactions as single settlements do, row by row: refused rows stop no
 * others, and rows that were settled before stay so. @throws Problem invalid_payload if the CSV cannot be read
 */
export async function settleRows(
  parts: SettlementParts,
  actor: Actor,
  { csv, isDryRun, now }: Import,
): Promise<ImportReport> {
  const rows = readImport(csv);
  const results: ImportResult[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const group = rows.slice(start, start + AT_ONCE);
    const isCutOff = results.some(({ error }) => error === "rpc_unavailable");
    const settle = (payment: Payment) => settlePayment(parts, actor, { payment, isDryRun, now });
    results.push(...(await Promise.all(group.map((row) => tryRow(row, isCutOff ? refuseCutOff : settle)))));
  }
  return reportOf(results, isDryRun);
}

/** Notes an import, other than a dry run, in the audit trail. */
export function noteImport(tx: Tx, actor: Actor, report: ImportReport): void {
  const { count, settled, already_settled, refused } = report;
  const details = { count, settled, already_settled, refused };
  recordAudit(tx, actor, { action: "settlement.import", subject: "settlements", details });
}

type RowState = (typeof ROW_STATES)[number];

async function tryRow(
  { index, payment, fault }: ImportRow,
  settle: (payment: Payment) => RowState | Promise<RowState>,
): Promise<ImportResult> {
  const row = { index, kind: payment?.kind ?? null, id: payment?.id ?? null };
  const refused = { ...row, status: "refused" } as const;
  if (payment === null || fault !== null)
    return { ...refused, error: fault?.code ?? null, message: fault?.message ?? null };
  try {
    return { ...row, status: await settle(payment), error: null, message: null };
  } catch (error) {
    if (error instanceof Problem) return { ...refused, error: error.code, message: error.message };
    throw error;
  }
}

/** Once the chain cannot be read, the remaining rows would only wait for it. */
function refuseCutOff(): never {
  throw new Problem(
    CHAIN_ERRORS.rpc_unavailable,
    "Send the file again later: the chain could not be read, and this row was not tried.",
  );
}

async function settlePayment(
  parts: SettlementParts,
  actor: Actor,
  { payment, isDryRun, now }: Omit<Import, "csv"> & { payment: Payment },
): Promise<RowState> {
  const { kind, id, signature } = payment;
  if (findPaidFor(parts.live.read, signature) === `${kind}:${id}`) return "already_settled";
  if (kind === "conversion")
    await (isDryRun
      ? verifyConversion(parts, { id, signature })
      : settleConversion(parts, actor, { id, signature }));
  else
    await (isDryRun
      ? verifyClaim(parts, { id, signature, now })
      : settleClaim(parts, actor, { id, signature, now }));
  return isDryRun ? "verified" : "settled";
}

function reportOf(results: ImportResult[], isDryRun: boolean): ImportReport {
  const count = (state: RowState) => results.filter(({ status }) => status === state).length;
  return {
    dry_run: isDryRun,
    count: results.length,
    verified: count("verified"),
    settled: count("settled"),
    already_settled: count("already_settled"),
    refused: count("refused"),
    results,
  };
}
