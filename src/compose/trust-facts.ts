import { readDrill } from "../modules/operations/backups/index.ts";
import { findLatestSnapshot, judgeCheck, listOpenIncidents } from "../modules/status/system/index.ts";
import type { TrustFacts } from "../modules/transparency/trust-dashboard/index.ts";
import type { Late } from "./open/late.ts";
import type { Services } from "./services.ts";

/** Facts for the trust dashboard from modules above it. */
export function createTrustFacts(whole: Late<Services>): TrustFacts {
  return {
    async deliveries() {
      const { at, checks } = await whole.get().status.current();
      const found = checks.get("webhooks");
      return found === undefined ? null : { at, status: judgeCheck(found), message: found.message };
    },
    incident() {
      const live = whole.get().live.read;
      const open = listOpenIncidents(live);
      const oldest = open.at(-1);
      const measuredAt = findLatestSnapshot(live)?.taken_at ?? null;
      if (oldest === undefined) return measuredAt === null ? null : { at: measuredAt, open: null };
      return {
        at: Math.max(measuredAt ?? 0, ...open.map(({ updatedAt }) => updatedAt)),
        open: {
          since: oldest.startedAt,
          severity: open.some(({ severity }) => severity === "bad") ? "bad" : "warn",
        },
      };
    },
    drill() {
      const drill = readDrill(whole.get().live.read);
      if (drill === null) return null;
      const { at, ok, source, rto_seconds } = drill;
      return { at: Date.parse(at), isOk: ok, source, recoverySeconds: rto_seconds };
    },
    litestream() {
      const { replicator } = whole.get();
      return replicator === null ? null : { version: replicator.state.version };
    },
  };
}
