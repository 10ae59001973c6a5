import type { Database } from "../../../db/database.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { CHAIN_ERRORS, requireFigures } from "../../platform/chain-access/index.ts";
import { StoredAnswer, type TrackedToken } from "../figures/index.ts";
import { LatestQuery, LatestTransactions } from "./model.ts";
import { readLatest } from "./read.ts";

const MAX_AGE_SECONDS = 15;

/** @param token null if no chain is configured: the list then answers 503. */
export function transactionRoutes(
  live: Database,
  token: TrackedToken | null,
  startedAt: number,
): Operation[] {
  const latest = new StoredAnswer(live, (limit: number) => {
    if (token === null) return null;
    const { answer, takenAt } = readLatest(live.read, token, limit);
    return new Cacheable(answer, takenAt ?? startedAt, MAX_AGE_SECONDS);
  });
  return [
    readOperation({
      id: "listLatestTransactions",
      method: "GET",
      path: "/api/transactions/latest",
      group: "token",
      summary: "List the token's newest transactions",
      description: "As stored by the sync of each minute: no request waits for the chain.",
      access: anyone(),
      query: LatestQuery,
      response: LatestTransactions,
      validators: true,
      errors: [CHAIN_ERRORS.rpc_unavailable],
      read: ({ query, now }) => requireFigures(latest.at(query.limit, now), token),
    }),
  ];
}
