import type { Sql } from "../db/sql.ts";
import { readDrill } from "../modules/operations/backups/index.ts";
import type { Replicator } from "../modules/operations/replication/index.ts";
import { readOpenIncident, type SystemStatus } from "../modules/status/system/index.ts";
import type { TrustFacts } from "../modules/transparency/trust-dashboard/index.ts";

/** Facts for the trust dashboard from modules above it. */
export function trustFactsOf(live: Sql, status: SystemStatus, replicator: Replicator | null): TrustFacts {
  return {
    async deliveries() {
      const { at, checks } = await status.current();
      const found = checks.get("webhooks");
      return found === undefined ? null : { at, status: found.status, message: found.message };
    },
    incident() {
      const found = readOpenIncident(live);
      if (found === null) return null;
      const { at, incident } = found;
      return { at, open: incident && { since: incident.started_at, severity: incident.severity } };
    },
    drill() {
      const drill = readDrill(live);
      if (drill === null) return null;
      const { at, ok, source, rto_seconds } = drill;
      return { at: Date.parse(at), isOk: ok, source, recoverySeconds: rto_seconds };
    },
    litestream: () => (replicator === null ? null : { version: replicator.state.version }),
  };
}
