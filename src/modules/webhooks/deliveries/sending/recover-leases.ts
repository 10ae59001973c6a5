import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { webhookDeliveries } from "../../../../db/tables/webhooks.ts";
import { releaseClaim } from "./record-attempt.ts";

export interface LeasedRecord extends Pick<RowOf<typeof webhookDeliveries>, "id" | "lease_id"> {
  lease_id: string;
}

const CHUNK = 200;
/** More than one sender has claimed at once. */
const MAX_EXPIRED = 4_000;

const EXPIRED = `SELECT id, lease_id FROM webhook_deliveries
  WHERE state = 'delivering' AND lease_expires_at <= ? LIMIT ${MAX_EXPIRED}`;
const HOLDERS =
  "SELECT DISTINCT lease_id FROM webhook_deliveries WHERE state = 'delivering' AND lease_id <> ?";
const OF_HOLDER = `SELECT id, lease_id FROM webhook_deliveries
  WHERE state = 'delivering' AND lease_id = ? ORDER BY id LIMIT ${CHUNK}`;

/** Whether a record's attempt is still in progress in this process, however late. */
export type IsOurs = (deliveryId: number) => boolean;

/** Records whose lease expired and that this process is not sending. */
export function listExpired(sql: Sql, nowMs: number, isOurs: IsOurs): LeasedRecord[] {
  return sql.all<LeasedRecord>(EXPIRED, nowMs).filter(({ id }) => !isOurs(id));
}

/** Releases a chunk of these records; they may have been sent or not. */
export function recoverExpired(tx: Tx, isOurs: IsOurs): void {
  giveBack(tx, listExpired(tx, tx.now, isOurs).slice(0, CHUNK));
}

/**
 * Earlier senders that still hold leases. They are dead: a server locks its data directory, and one that hands over has
 * ended its attempts before. Their records need not wait for the leases to expire.
 */
export function listDeadHolders(sql: Sql, ownLeaseId: string): string[] {
  return sql.all<{ lease_id: string }>(HOLDERS, ownLeaseId).map(({ lease_id }) => lease_id);
}

/** Releases a chunk of this sender's records. Returns how many. */
export function recoverFrom(tx: Tx, holder: string): number {
  return giveBack(tx, tx.all<LeasedRecord>(OF_HOLDER, holder));
}

function giveBack(tx: Tx, leased: readonly LeasedRecord[]): number {
  for (const { id, lease_id } of leased) releaseClaim(tx, id, lease_id);
  return leased.length;
}
