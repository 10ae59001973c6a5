import type { Sql, Tx } from "../../db/sql.ts";
import { isHolderDead } from "./lease.ts";
import { releaseClaim } from "./record-attempt.ts";

interface Leased {
  id: number;
  lease_id: string;
}

const CHUNK = 200;

/** Leases of other senders that ran out; ours end when their attempts do. */
const EXPIRED = `SELECT id, lease_id FROM webhook_deliveries
  WHERE state = 'delivering' AND lease_expires_at <= ? AND lease_id <> ? LIMIT ${CHUNK}`;
const HOLDERS =
  "SELECT DISTINCT lease_id FROM webhook_deliveries WHERE state = 'delivering' AND lease_id <> ?";
const OF_HOLDER = `SELECT id, lease_id FROM webhook_deliveries
  WHERE state = 'delivering' AND lease_id = ? ORDER BY id LIMIT ${CHUNK}`;

export function hasExpiredLeases(sql: Sql, ownLeaseId: string, nowMs: number): boolean {
  return sql.get(EXPIRED, nowMs, ownLeaseId) !== null;
}

/** Gives back a chunk of what a lost sender held: it may have been sent or not. Returns how many. */
export function recoverExpired(tx: Tx, ownLeaseId: string): number {
  return giveBack(tx, tx.all<Leased>(EXPIRED, tx.now, ownLeaseId));
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
