import type { Static } from "@sinclair/typebox";
import { inPages, type Sql } from "../../../db/sql.ts";
import type { Meta } from "../../../http/answers/answer.ts";
import { countBytes } from "../../../http/answers/stream.ts";
import { streamJson } from "../../../http/answers/stream-rows.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { requireAnyUser } from "../../ledger/user-desk/index.ts";
import { type AnyUser, listWallets, walletView } from "../../ledger/users/index.ts";
import { findPlayerByUser } from "../../messenger/players/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { countExport, type ExportParts } from "../../platform/exports/index.ts";
import { readMetadata } from "../../platform/metadata/index.ts";
import { MOST_EXPORTED, type PersonalData } from "./export-model.ts";
import { listPersonalClaims, listUserConversions, listUserEntries } from "./store.ts";

const ENTRIES_AT_ONCE = 1_000;

interface UserExport {
  id: number;
  now: number;
  meta: Meta | null;
}

/**
 * Streams a user's personal data as a JSON file, after an entry in the audit trail. @throws Problem not_found
 */
export async function exportUser(
  parts: ExportParts,
  actor: OperatorActor,
  { id, now, meta }: UserExport,
): Promise<Response> {
  const { live } = parts;
  await live.writer.run((tx) => {
    const { partner } = requireAnyUser(tx, id);
    recordAudit(tx, actor, { action: "user.export", subject: `user:${id}`, details: { partner } });
  });
  let count = 0;
  const answer = streamJson({
    head: readPerson(live.read, id, now),
    list: "ledger_entries",
    rows: entriesOf(live.read, id, () => count++),
    tail: () => ({ count, ...(meta === null ? {} : { meta }) }),
  });
  answer.headers.set("content-disposition", `attachment; filename="user-${id}.json"`);
  answer.headers.set("cache-control", "private, no-store");
  const use = { operator: actor.name, export: "users/export", format: "json", source: "export" } as const;
  return countBytes(answer, (bytes) => countExport(parts, { ...use, rows: count, bytes }));
}

type Exported = Static<typeof PersonalData>;

function readPerson(sql: Sql, id: number, now: number): Omit<Exported, "ledger_entries" | "count"> {
  return {
    exported_at: isoUtc(now),
    user: userFields(requireAnyUser(sql, id)),
    wallets: listWallets(sql, [id]).map(walletView),
    claims: listPersonalClaims(sql, id, MOST_EXPORTED).map(({ id: claim_id, created_at, ...claim }) => ({
      claim_id,
      ...claim,
      created_at: isoUtc(created_at),
    })),
    conversions: listUserConversions(sql, id, MOST_EXPORTED).map((row) => ({
      conversion_id: row.id,
      state: row.state,
      amount: fromHundredths(row.amount),
      wallet_address: row.wallet_address,
      created_at: isoUtc(row.created_at),
    })),
    player: playerFields(sql, id),
  };
}

function userFields(user: AnyUser): Exported["user"] {
  return {
    user_id: String(user.id),
    partner: user.partner,
    external_id: user.external_id,
    username: user.username,
    display_name: user.display_name,
    email: user.email,
    status: user.status,
    balance: fromHundredths(user.balance),
    metadata: readMetadata(user.metadata),
    created_at: isoUtc(user.created_at),
    updated_at: isoUtc(user.updated_at),
    deleted_at: isoUtcOrNull(user.deleted_at),
  };
}

function playerFields(sql: Sql, userId: number): Exported["player"] {
  const player = findPlayerByUser(sql, userId);
  if (player === null) return null;
  const { telegram_id, first_name, username, language_code, missiles, free_spins } = player;
  const times = { joined_at: isoUtc(player.joined_at), last_seen_at: isoUtc(player.last_seen_at) };
  return { telegram_id, first_name, username, language_code, missiles, free_spins, ...times };
}

function* entriesOf(sql: Sql, userId: number, onEntry: () => void): Generator<object, void> {
  const rows = inPages<ReturnType<typeof listUserEntries>[number]>((last) =>
    listUserEntries(sql, userId, { before: last?.id ?? null, limit: ENTRIES_AT_ONCE }),
  );
  for (const { id, reason, source, idempotency_key, ...row } of rows) {
    onEntry();
    const amounts = { delta: fromHundredths(row.delta), balance_after: fromHundredths(row.balance_after) };
    yield { id, ...amounts, reason, source, idempotency_key, created_at: isoUtc(row.created_at) };
  }
}
