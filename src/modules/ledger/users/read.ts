import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { invalidQuery } from "../../../http/answers/problem.ts";
import { type Page, pageRequest, toPage } from "../../../http/input/paging.ts";
import { type MetadataFilter, metadataPairs } from "../../platform/metadata/index.ts";
import { type Criteria, listUserIds } from "../user-search/index.ts";
import { userNotFound } from "./find-user.ts";
import type {
  ListUsersQuery,
  LookupUsersQuery,
  OneUser,
  User,
  UserList,
  UserLookup,
  UserQuery,
} from "./model.ts";
import {
  findPrimaryWallet,
  listPrimaryWallets,
  listUsersById,
  listWallets,
  type UserRow,
  type WalletRow,
} from "./store.ts";
import { userView } from "./view.ts";

const DOCS_LINKS = { openapi: "/api/openapi.yaml", docs: "/docs" };
const LIST_LINKS = {
  user: "/api/partner/users/USER_ID",
  wallets: "/api/partner/users/USER_ID/wallets",
  balance: "/api/salutes/balance?user_id=USER_ID",
  wallet_verification: "/api/partner/wallet-verification/WALLET_ADDRESS",
};

/** @throws Problem user_not_found if the user's external_id is not the expected one. */
export function readUser(sql: Sql, user: UserRow, query: Static<typeof UserQuery>): Static<typeof OneUser> {
  if (query.external_id !== undefined && query.external_id !== user.external_id) throw userNotFound();
  return oneUser(sql, user, query.include_wallets === true);
}

/** The answer of reads, creations and changes of one user, with links. */
export function oneUser(sql: Sql, user: UserRow, withWallets: boolean): Static<typeof OneUser> {
  const wallets = withWallets ? listWallets(sql, [user.id]) : null;
  return {
    user: userView(user, findPrimaryWallet(sql, user.id), wallets),
    docs_links: DOCS_LINKS,
    links: {
      self: `/api/partner/users/${user.id}`,
      wallets: `/api/partner/users/${user.id}/wallets`,
      balance: `/api/salutes/balance?user_id=${user.id}`,
      ledger: `/api/salutes/ledger?user_id=${user.id}`,
    },
  };
}

export function listUsers(
  sql: Sql,
  partnerId: number,
  query: Static<typeof ListUsersQuery>,
): Static<typeof UserList> {
  const { q = null, status = null } = query;
  const metadata = metadataPairs(query.metadata);
  const { page, offset } = findPage(sql, partnerId, {
    query,
    criteria: { ...NO_CRITERIA, q, status, metadata },
  });
  return { ...listOf(page), query: { ...paging(query, offset), status, q } };
}

/** @throws Problem invalid_query without any condition. */
export function lookUpUsers(
  sql: Sql,
  partnerId: number,
  query: Static<typeof LookupUsersQuery>,
): Static<typeof UserLookup> {
  const { q = null, email = null, username = null, wallet = null, status = null } = query;
  const criteria = { q, email, username, wallet, status };
  const metadata = metadataPairs(query.metadata);
  if (metadata.length === 0 && Object.values(criteria).every((value) => value === null))
    throw invalidQuery(
      "q",
      "is missing, and so are email, username, wallet, status and metadata: give at least one",
    );
  const { page, offset } = findPage(sql, partnerId, { query, criteria: { ...criteria, metadata } });
  return { ...listOf(page), query: { ...paging(query, offset), ...criteria } };
}

const NO_CRITERIA: Criteria = {
  q: null,
  status: null,
  username: null,
  email: null,
  wallet: null,
  metadata: [],
};

interface ListQuery {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
  metadata?: Static<typeof MetadataFilter> | undefined;
  include_wallets?: boolean | undefined;
}

function findPage(
  sql: Sql,
  partnerId: number,
  { query, criteria }: { query: ListQuery; criteria: Criteria },
): { page: Page<Static<typeof User>>; offset: number } {
  const request = pageRequest(query, criteria);
  const { limit, offset } = request;
  const found = listUserIds(sql, partnerId, {
    criteria,
    page: { after: request.after ?? 0, limit: limit + 1, offset },
  });
  const ids = toPage(
    found.ids.map((id) => ({ id })),
    request,
    found.cutOff,
  );
  const wanted = ids.rows.map((row) => row.id);
  const rows = userViews(sql, listUsersById(sql, partnerId, wanted), query.include_wallets === true);
  return { page: { rows, pagination: ids.pagination }, offset };
}

function userViews(sql: Sql, users: UserRow[], withWallets: boolean): Static<typeof User>[] {
  const ids = users.map((user) => user.id);
  const wallets = withWallets ? listWallets(sql, ids) : listPrimaryWallets(sql, ids);
  const byUser = Map.groupBy(wallets, (wallet: WalletRow) => wallet.user_id);
  return users.map((user) => {
    const own = byUser.get(user.id) ?? [];
    const primary = own.find((wallet) => wallet.is_primary === 1) ?? null;
    return userView(user, primary, withWallets ? own : null);
  });
}

function listOf({ rows, pagination }: Page<Static<typeof User>>) {
  return { users: rows, count: rows.length, pagination, docs_links: DOCS_LINKS, links: LIST_LINKS };
}

function paging(query: ListQuery, offset: number) {
  return {
    limit: query.limit,
    offset,
    cursor: query.cursor ?? null,
    metadata: query.metadata ?? null,
    include_wallets: query.include_wallets === true,
  };
}
