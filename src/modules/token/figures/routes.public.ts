import type { Database } from "../../../db/database.ts";
import { Cacheable } from "../../../http/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { CHAIN_ERRORS, requireFigures } from "../../platform/chain-access/index.ts";
import { PublicStatsAnswer } from "./model.ts";
import { readStoredStats } from "./public-stats.ts";
import { StoredAnswer } from "./stored-answer.ts";
import type { TrackedToken } from "./tracked-token.ts";

const MAX_AGE_SECONDS = 30;

/** @param token null where no chain is configured: its figures then answer 503. */
export function publicTokenRoutes(mounted: Mounted, live: Database, token: TrackedToken | null): Operation[] {
  const stats = new StoredAnswer(live, (_: null, now) => {
    const stored = token === null ? null : readStoredStats(live.read, token, mounted, now);
    return stored && new Cacheable(stored.answer, stored.takenAt, MAX_AGE_SECONDS);
  });
  return [
    readOperation({
      id: "getPublicStats",
      method: "GET",
      path: "/api/public-stats",
      group: "token",
      summary: "Read the token's public figures",
      description:
        "From what jobs stored: no request waits for the chain. cache says how old the figures are, as the oldest of them, and why where they could not be renewed.",
      access: anyone(),
      response: PublicStatsAnswer,
      validators: true,
      errors: [CHAIN_ERRORS.rpc_unavailable],
      read: ({ now }) => requireFigures(stats.at(null, now)),
    }),
  ];
}
