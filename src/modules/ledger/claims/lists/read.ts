import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { pageRequest, toPage } from "../../../../http/input/paging.ts";
import { metadataPairs } from "../../../platform/metadata/index.ts";
import { requireUser } from "../../users/index.ts";
import type { CodeVault } from "../codes/code-vault.ts";
import type { ClaimList, ClaimsQuery } from "../model.ts";
import { claimView, operatorView } from "../view.ts";
import { type ClaimFilters, type ClaimsOfAll, listAllClaims, listPartnerClaims } from "./store.ts";

/** A page of the partner's claims, newest first. */
export function listPartnersClaims(
  sql: Sql,
  codes: CodeVault,
  {
    partnerId,
    query,
    baseUrl,
    now,
  }: { partnerId: number; query: Static<typeof ClaimsQuery>; baseUrl: string; now: number },
): Static<typeof ClaimList> {
  const user = query.user_id === undefined ? null : requireUser(sql, partnerId, query.user_id);
  const filters: ClaimFilters = {
    state: query.status ?? null,
    campaign: query.campaign ?? null,
    reference: query.reference ?? null,
    userId: user?.id ?? null,
    metadata: metadataPairs(query.metadata),
  };
  const request = pageRequest(query, filters);
  const rows = listPartnerClaims(sql, {
    partnerId,
    filters,
    now,
    page: { ...request, limit: request.limit + 1 },
  });
  const page = toPage(rows, request);
  return {
    claims: page.rows.map((row) => claimView({ row, code: codes.reveal(row), baseUrl, now })),
    count: page.rows.length,
    query: {
      limit: query.limit,
      offset: request.offset,
      cursor: query.cursor ?? null,
      status: query.status ?? null,
      campaign: query.campaign ?? null,
      reference: query.reference ?? null,
      user_id: query.user_id ?? null,
      metadata: query.metadata ?? null,
    },
    pagination: page.pagination,
  };
}

/** Claims of all partners, newest first, with amounts and destinations, for operators. */
export function listClaims(sql: Sql, query: ClaimsOfAll) {
  return listAllClaims(sql, query).map((row) => operatorView(row, query.now));
}
