import type { Sql } from "../../../db/sql.ts";
import { invalidQuery, Problem } from "../../../http/answers/problem.ts";
import { DAY_MS, isoUtc, isoUtcOrNull, utcDay } from "../../../kit/clock.ts";
import { endOfMonth, startOfMonth, toMonth } from "../../../kit/formats/month.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { listKeyMonths } from "../../access/usage/index.ts";
import { type PartnerMonth, readMonths } from "../../ledger/months/index.ts";
import { readSetting } from "../../platform/state/index.ts";
import { type PartnerDeliveries, sumDeliveries } from "../../webhooks/delivery-days/index.ts";
import { filterIncidents, toIncidentFacts } from "../incidents/index.ts";
import type { MonthlyReport, OnePartner, PartnerReport } from "./model.ts";
import { movementsByKind, movementsByReason } from "./movements.ts";
import { type SettlementSum, sumSettlements } from "./settlements.ts";
import { findPartner, findPartnerNamed, listPartners, type PartnerName } from "./store.ts";
import { sumCounts, sumMonths, sumSettled } from "./totals.ts";

/** The setting with the time at which usage and deliveries were last counted. */
export const COUNTED = "month_figures_counted_at";
export const MOST_PARTNERS = 1_000;
/** Deliveries are counted again for so long after their event. */
export const SETTLING_MS = 7 * DAY_MS;

export interface ReportRequest {
  month: string;
  partnerId: number | null;
  now: number;
}

/**
 * @param deliveriesOf the deliveries of each partner in a month, as counted at a time
 * @throws Problem invalid_query for a month that has not begun; not_found for an unknown partner
 */
export function readMonthlyReport(
  sql: Sql,
  { month, partnerId, now }: ReportRequest,
  deliveriesOf: (countedAt: number | null) => PartnerDeliveries[] = () => sumDeliveries(sql, month),
): MonthlyReport {
  if (startOfMonth(month) > now) throw invalidQuery("month", "has not begun");
  if (partnerId !== null && findPartner(sql, partnerId) === null) throw unknownPartner(String(partnerId));
  const end = endOfMonth(month);
  const names = listPartners(sql, { partnerId, before: end, limit: MOST_PARTNERS });
  const counted = readSetting(sql, COUNTED);
  const countedAt = counted === null ? null : Number(counted);
  const ledgers = readMonths(sql, { month, partnerId });
  const settled = Map.groupBy(sumSettlements(sql, month, partnerId), ({ partner_id }) => partner_id);
  const partners = reportPartners(sql, {
    month,
    names,
    ledgers,
    settled,
    deliveries: deliveriesOf(countedAt),
  });
  const isVerified = names.every(({ id }) => ledgers.get(id)?.verifiedAt !== null);
  return {
    month,
    provisional: reasonsOf({ month, now, countedAt, isVerified }),
    counted_at: isoUtcOrNull(countedAt),
    partners,
    count: partners.length,
    totals: {
      ledger: viewLedger(sumMonths(names.flatMap(({ id }) => ledgers.get(id) ?? []))),
      settlements: sumSettled(names.flatMap(({ id }) => settled.get(id) ?? [])).map(viewSettlement),
      ...sumCounts(partners),
    },
    incidents: filterIncidents(sql, { from: startOfMonth(month), to: end - 1, severity: null, source: null })
      .filter(({ isPublic }) => partnerId === null || isPublic)
      .map(toIncidentFacts),
    ...(partnerId === null ? {} : onePartner(partners, ledgers.get(partnerId))),
  };
}

/** The id of a partner by its name or id; null for all partners. @throws Problem not_found */
export function findPartnerId(sql: Sql, partner: string | undefined): number | null {
  if (partner === undefined) return null;
  const found = findPartnerNamed(sql, partner);
  if (found === null) throw unknownPartner(partner);
  return found.id;
}

function unknownPartner(partner: string): Problem {
  return new Problem("not_found", `Check partner: there is no partner ${partner}.`);
}

/** The members of a report on one partner; none if it did not exist in the month. */
function onePartner([only]: PartnerReport[], month: PartnerMonth | undefined): Partial<OnePartner> {
  if (only === undefined) return {};
  const { ledger, ...figures } = only;
  return { ...figures, ...ledger, movements: movementsByReason(month?.movements ?? []) };
}

function reasonsOf({
  month,
  now,
  countedAt,
  isVerified,
}: Omit<ReportRequest, "partnerId"> & { countedAt: number | null; isVerified: boolean }): string[] {
  const end = endOfMonth(month);
  const reasons = month === toMonth(now) ? ["The month is not over."] : [];
  if (month !== toMonth(now) && !isVerified)
    reasons.push("The closings are not yet verified against the entries and the balances.");
  if (countedAt === null) reasons.push("Usage and deliveries are not counted yet.");
  else if (countedAt < end)
    reasons.push(
      `Usage and deliveries are counted until ${isoUtc(countedAt).slice(0, 16).replace("T", " ")} UTC.`,
    );
  else if (countedAt < end + SETTLING_MS)
    reasons.push(`Deliveries that still wait are counted again until ${utcDay(end + SETTLING_MS)}.`);
  return reasons;
}

function reportPartners(
  sql: Sql,
  {
    month,
    names,
    ledgers,
    settled,
    deliveries: counted,
  }: {
    month: string;
    names: PartnerName[];
    ledgers: Map<number, PartnerMonth>;
    settled: Map<number, SettlementSum[]>;
    deliveries: PartnerDeliveries[];
  },
): PartnerReport[] {
  const usage = Map.groupBy(listKeyMonths(sql, month), ({ partner_id }) => partner_id);
  const deliveries = new Map(counted.map((row) => [row.partner_id, row]));
  return names.map(({ id, name }) => {
    const { created = 0, delivered = 0, dead_letters = 0, cancelled = 0 } = deliveries.get(id) ?? {};
    const waiting = created - delivered - dead_letters - cancelled;
    return {
      partner_id: id,
      partner: name,
      ledger: viewLedger(ledgers.get(id)),
      settlements: (settled.get(id) ?? []).map(viewSettlement),
      usage: (usage.get(id) ?? []).map(({ partner_id: _, ...counts }) => counts),
      deliveries: { created, delivered, waiting, dead_letters, cancelled },
    };
  });
}

function viewLedger(month: PartnerMonth | undefined): PartnerReport["ledger"] {
  if (month === undefined) return { opening: 0, movements: [], closing: 0, entries: 0, verified_at: null };
  const { opening, movements, closing, entries, verifiedAt } = month;
  return {
    opening: fromHundredths(opening),
    movements: movementsByKind(movements),
    closing: fromHundredths(closing),
    entries,
    verified_at: isoUtcOrNull(verifiedAt),
  };
}

function viewSettlement({
  partner_id: _,
  salutes,
  ...sum
}: SettlementSum): PartnerReport["settlements"][number] {
  return { ...sum, salutes: salutes === null ? null : fromHundredths(salutes) };
}
