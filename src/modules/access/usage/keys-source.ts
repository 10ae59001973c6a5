import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import type { Context, PartnerActor } from "../../../http/operation.ts";
import type { Clock } from "../../../kit/clock.ts";
import { findPartnerId, listPartnerKeyIds } from "../keys/index.ts";

/** A partner's keys of one mode, the file with their usage, and the real time. */
export type KeysSource = (
  context: Pick<Context<unknown, unknown, unknown, PartnerActor>, "db" | "actor" | "now">,
) => { sql: Sql; keyIds: string[]; now: number };

export const listLiveKeys: KeysSource = ({ db, actor, now }) => ({
  sql: db.read,
  keyIds: listPartnerKeyIds(db.read, actor.partnerId),
  now,
});

/** Sandbox keys and their usage are in sandbox.db; the context has the partner's own file and that file's time. */
export function sandboxKeys(sandbox: Database, clock: Clock): KeysSource {
  return ({ actor }) => {
    const partnerId = findPartnerId(sandbox.read, actor.partner);
    return {
      sql: sandbox.read,
      keyIds: partnerId === null ? [] : listPartnerKeyIds(sandbox.read, partnerId),
      now: clock.now(),
    };
  };
}
