import type { Database } from "../../../db/database.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { CHAIN_ERRORS, requireFigures } from "../../platform/chain-access/index.ts";
import { StoredAnswer, type TrackedToken } from "../../token/figures/index.ts";
import { HoldersDocument, HoldersQuery } from "./model.ts";
import { DEFAULT_LIMIT, readHolders } from "./read.ts";

const MAX_AGE_SECONDS = 30;

/** @param token null if no chain is configured: the list then answers 503. */
export function holderRoutes(live: Database, token: TrackedToken | null): Operation[] {
  const answers = new StoredAnswer(live, (key: string, now) => {
    const [limit = DEFAULT_LIMIT, days = 0] = key.split(":").map(Number);
    const request = { limit, days: days === 0 ? null : days, now };
    const found = token === null ? null : readHolders(live.read, token, request);
    return found && new Cacheable(found.answer, found.changedAt, MAX_AGE_SECONDS);
  });
  return [
    readOperation({
      id: "getPublicHolders",
      method: "GET",
      path: "/api/public/holders.json",
      group: "token",
      summary: "List the largest owners with their labels",
      description:
        "From the last complete holder scan. Labels are the project's own statements and are not proved: an address without a label may belong to anyone. With days, history holds each day's owners and shares, as far back as holders were scanned; earlier holds the owners of each day before that, from the transactions.",
      access: anyone(),
      query: HoldersQuery,
      response: HoldersDocument,
      validators: true,
      errors: [CHAIN_ERRORS.rpc_unavailable],
      read: ({ query: { limit = DEFAULT_LIMIT, days = 0 }, now }) =>
        requireFigures(answers.at(`${limit}:${days}`, now), token),
    }),
  ];
}
