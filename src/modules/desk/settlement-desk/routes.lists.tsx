/** @jsxImportSource preact */

import { type TSchema, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import type { Operation } from "../../../http/operation.ts";
import { Id, OneOf } from "../../../http/schema/shapes.ts";
import type { Site } from "../../../pages/index.ts";
import { CLAIM_STATES, listClaims } from "../../ledger/claims/index.ts";
import { CONVERSION_STATES, listConversions } from "../../ledger/conversions/index.ts";
import type { Treasury } from "../../ledger/settlements/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { listAudit } from "../../platform/audit/index.ts";
import { ClaimDetails, ConversionDetails } from "./details-page.tsx";
import { ClaimTable, ConversionTable } from "./lists-page.tsx";

export const IdPath = Type.Object({ id: Id() });

const PAGE_ROWS = 50;
const HISTORY_ROWS = 50;
const listQuery = <State extends TSchema>(state: State) =>
  Type.Object({
    state: Type.Optional(state),
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    ...ShownQuery,
  });

/** Lists of all conversions and claims, and a page for each of them. */
export function settlementLists(site: Site, { chain }: Treasury): Operation[] {
  const isDemo = chain?.mode === "demo";
  return [
    adminPage(site, {
      id: "conversionsPage",
      path: "/admin/conversions",
      summary: "Conversions of all partners, newest first",
      title: "Conversions",
      query: listQuery(OneOf(CONVERSION_STATES)),
      content: ({ sql, query, now }) => (
        <ConversionTable
          {...{ query, now, pageRows: PAGE_ROWS }}
          rows={listConversions(sql, query.state ?? null, { before: query.before, limit: PAGE_ROWS })}
        />
      ),
    }),
    adminPage(site, {
      id: "conversionPage",
      path: "/admin/conversions/{id}",
      summary: "Conversion: payment and history",
      title: ({ params }) => `Conversion ${params.id}`,
      params: IdPath,
      errors: ["not_found"],
      content: ({ sql, reader, params, now }) => {
        const row = requireConversion(sql, Number(params.id));
        const history = listAudit(sql, HISTORY_ROWS, { subject: `conversion:${params.id}` });
        return <ConversionDetails {...{ reader, row, history, now, isDemo }} />;
      },
    }),
    adminPage(site, {
      id: "claimsPage",
      path: "/admin/claims",
      summary: "Donation claims of all partners, newest first",
      title: "Claims",
      query: listQuery(OneOf(CLAIM_STATES)),
      content: ({ sql, query, now }) => (
        <ClaimTable
          {...{ query, now, pageRows: PAGE_ROWS }}
          rows={listClaims(sql, { state: query.state, now, before: query.before, limit: PAGE_ROWS })}
        />
      ),
    }),
    adminPage(site, {
      id: "claimDeskPage",
      path: "/admin/claims/{id}",
      summary: "Donation claim: payment and history",
      title: ({ params }) => `Claim ${params.id}`,
      params: IdPath,
      errors: ["not_found"],
      content: ({ sql, reader, params, now }) => {
        const row = requireDeskClaim(sql, Number(params.id), now);
        const history = listAudit(sql, HISTORY_ROWS, { subject: `claim:${params.id}` });
        return <ClaimDetails {...{ reader, row, history, now, isDemo }} />;
      },
    }),
  ];
}

/** @throws Problem not_found */
export function requireConversion(sql: Sql, id: number): ReturnType<typeof listConversions>[number] {
  const [row] = listConversions(sql, null, { id, limit: 1 });
  if (row === undefined) throw missing("conversion", id);
  return row;
}

/** @throws Problem not_found */
export function requireDeskClaim(sql: Sql, id: number, now: number): ReturnType<typeof listClaims>[number] {
  const [row] = listClaims(sql, { now, id, limit: 1 });
  if (row === undefined) throw missing("claim", id);
  return row;
}

function missing(kind: string, id: number): Problem {
  return new Problem("not_found", `Check the id: there is no ${kind} ${id}.`);
}
