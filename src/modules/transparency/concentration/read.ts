import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import type { CsvCell } from "../../../kit/formats/csv.ts";
import { findTokenId, type TrackedToken } from "../../token/figures/index.ts";
import type { ConcentrationDocument } from "./model.ts";
import { type ConcentrationRow, listConcentrations } from "./store.ts";

const MAX_DAYS = 365;

export type Concentrations = Static<typeof ConcentrationDocument>;
export type ConcentrationPoint = Concentrations["trend_points"][number];

/** Concentration of holdings by day. @param token null if no chain is configured */
export function readConcentration(sql: Sql, token: TrackedToken | null): Concentrations {
  const tokenId = token === null ? null : findTokenId(sql, token.source);
  const rows = tokenId === null ? [] : listConcentrations(sql, tokenId, MAX_DAYS);
  const points = rows.map(pointOf);
  return {
    latest: points.at(-1) ?? null,
    count: points.length,
    trend_points: points,
    chain_mode: token?.mode ?? null,
  };
}

function pointOf(row: ConcentrationRow): ConcentrationPoint {
  return {
    taken_at: isoUtc(row.taken_at),
    slot: row.slot,
    owners: row.owners,
    top1_pct: row.top1_pct,
    top5_pct: row.top5_pct,
    top10_pct: row.top10_pct,
    gini: row.gini,
    hhi: row.hhi,
    nakamoto: row.nakamoto,
    excluding: {
      owners: row.excluding_owners,
      top1_pct: row.excluding_top1_pct,
      top5_pct: row.excluding_top5_pct,
      top10_pct: row.excluding_top10_pct,
      gini: row.excluding_gini,
      hhi: row.excluding_hhi,
      nakamoto: row.excluding_nakamoto,
    },
  };
}

const FIGURES = ["owners", "top1_pct", "top5_pct", "top10_pct", "gini", "hhi", "nakamoto"] as const;

export const CONCENTRATION_COLUMNS = [
  "taken_at",
  "slot",
  ...FIGURES,
  ...FIGURES.map((name) => `excluding_${name}`),
];

/** Converts a point to CSV cells. */
export function toCells(point: ConcentrationPoint): CsvCell[] {
  return [
    point.taken_at,
    point.slot,
    ...FIGURES.map((name) => point[name]),
    ...FIGURES.map((name) => point.excluding[name]),
  ];
}
