import type { Tx } from "../../../../db/sql.ts";
import { randomSecret } from "../../../../kit/ids.ts";

const PREFIX = "st_";

/** The secret in the address of a link's statistics, which allows reading them and changing the destination. */
export function newStatsSecret(tx: Tx): string {
  return `${PREFIX}${randomSecret(tx.random)}`;
}
