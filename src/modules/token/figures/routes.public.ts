import type { Database } from "../../../db/database.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { CHAIN_ERRORS, requireFigures } from "../../platform/chain-access/index.ts";
import { PublicStatsAnswer } from "./model.ts";
import { readStoredStats } from "./public-stats.ts";
import { StoredAnswer } from "./stored-answer.ts";
import type { TrackedToken } from "./tracked-token.ts";

const MAX_AGE_SECONDS = 30;

/** @param token null if no chain is configured: its figures then answer 503. */
export function publicTokenRoutes(mounted: Mounted, live: Database, token: TrackedToken | null): Operation[] {
  const stats = new StoredAnswer(live, (_: null, now) => {
    const stored = token === null ? null : readStoredStats(live.read, { token, mounted, now });
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
        "From stored figures: no request waits for the chain. cache gives the age of the oldest one, and the error if they could not be renewed.",
      access: anyone(),
      response: PublicStatsAnswer,
      validators: true,
      errors: [CHAIN_ERRORS.rpc_unavailable],
      read: ({ now }) => requireFigures(stats.at(null, now), token),
    }),
  ];
}
