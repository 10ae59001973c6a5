import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { webhookDeliveries } from "../../../db/tables/webhooks.ts";
import { isHolderDead } from "./lease.ts";
import { releaseClaim } from "./record-attempt.ts";

export interface Leased extends Pick<RowOf<typeof webhookDeliveries>, "id" | "lease_id"> {
  lease_id: string;
}

const CHUNK = 200;
/** More than one sender has under way. */
const MAX_EXPIRED = 2_000;

const EXPIRED = `SELECT id, lease_id FROM webhook_deliveries
  WHERE state = 'delivering' AND lease_expires_at <= ? LIMIT ${MAX_EXPIRED}`;
const HOLDERS =
  "SELECT DISTINCT lease_id FROM webhook_deliveries WHERE state = 'delivering' AND lease_id <> ?";
const OF_HOLDER = `SELECT id, lease_id FROM webhook_deliveries
  WHERE state = 'delivering' AND lease_id = ? ORDER BY id LIMIT ${CHUNK}`;

/** Whether a record's attempt is still under way here, however late. */
export type IsOurs = (deliveryId: number) => boolean;

/** Records whose lease ran out and that nobody here is at. */
export function findExpired(sql: Sql, nowMs: number, isOurs: IsOurs): Leased[] {
  return sql.all<Leased>(EXPIRED, nowMs).filter(({ id }) => !isOurs(id));
}

/** Gives a chunk of those back: they may have been sent or not. */
export function recoverExpired(tx: Tx, isOurs: IsOurs): void {
  giveBack(tx, findExpired(tx, tx.now, isOurs).slice(0, CHUNK));
}

/** Senders that still hold leases and are known to be dead: nobody needs to wait for those. */
export function findDeadHolders(sql: Sql, ownLeaseId: string): string[] {
  const holders = sql.all<{ lease_id: string }>(HOLDERS, ownLeaseId).map(({ lease_id }) => lease_id);
  return holders.filter((holder) => isHolderDead(holder, ownLeaseId));
}

/** Gives back a chunk of what this sender held. Returns how many. */
export function recoverFrom(tx: Tx, holder: string): number {
  return giveBack(tx, tx.all<Leased>(OF_HOLDER, holder));
}

function giveBack(tx: Tx, leased: readonly Leased[]): number {
  for (const { id, lease_id } of leased) releaseClaim(tx, id, lease_id);
  return leased.length;
}
