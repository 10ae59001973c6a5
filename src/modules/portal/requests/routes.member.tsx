/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import { PeriodFields, readPeriod } from "../../../http/input/period.ts";
import type { MemberActor, Operation } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { ListAddress } from "../../../pages/index.ts";
import { parseKeyMode } from "../../access/keys/index.ts";
import {
  type LoggedRequest,
  listLogged,
  listLoggedWithId,
  type RequestLog,
} from "../../desk/request-log/index.ts";
import { readLedger } from "../../ledger/entries/index.ts";
import { type Audience, sessionPage } from "../../platform/admin-page/index.ts";
import { type OwnFiles, ownNames } from "../own-keys.ts";
import { hasScope } from "../sessions/index.ts";
import { PATH, Requests } from "./list-page.tsx";
import { OneRequest } from "./request-page.tsx";

const ROWS = 50;
/** Requests with one id that are examined: clients choose the id, so that others may have used it too. */
const SAME_ID = 1_000;

const RequestQuery = Type.Object({
  request_id: Type.Optional(Text(128, { description: "Only requests with this id." })),
  route: Type.Optional(Text(120, { description: "Part of the method and path." })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: "Only this status." })),
  ...PeriodFields,
  ...ShownQuery,
  before: Type.Optional(Type.Integer({ minimum: 1, description: "Only earlier requests than this number." })),
});

const RequestPath = Type.Object({ request_id: Type.String({ description: "The request's id." }) });
/** Idempotency-Keys of one request id, and entries of each, that its page shows. */
const REFERENCES = 20;
const ENTRIES = 50;

interface RequestParts {
  members: Audience<MemberActor>;
  files: OwnFiles;
  requestLog: RequestLog;
}

/** A partner's changes, refused requests and sampled reads, 30 days. */
export function requestRoutes(parts: RequestParts): Operation[] {
  return [
    sessionPage(parts.members, {
      id: "portalRequestsPage",
      path: PATH,
      summary: "A partner's requests by id, route, status and time",
      title: "Requests",
      query: RequestQuery,
      content: ({ actor, query, now }) => (
        <Requests {...readRequests(parts, actor, query)} list={new ListAddress(PATH, query)} now={now} />
      ),
    }),
    sessionPage(parts.members, {
      id: "portalRequestPage",
      path: `${PATH}/{request_id}`,
      summary: "A partner's request with the ledger entries that it made",
      title: ({ params }) => `Request ${params.request_id}`,
      params: RequestPath,
      errors: ["not_found"],
      content: ({ sql, actor, params: { request_id: requestId }, now }) => {
        const requests = findOwn(parts, actor, requestId);
        if (requests.length === 0)
          throw new Problem(
            "not_found",
            `Choose a request from the list: none of yours with the id ${requestId} is kept.`,
          );
        const mayRead = hasScope(parts.files, actor.keyId, "ledger");
        const entries = mayRead ? listEntries(sql, actor.partnerId, requests) : [];
        return <OneRequest {...{ requests, entries, now }} />;
      },
    }),
  ];
}

/** A partner's requests with an id: clients choose it, so that there may be several. */
function findOwn({ files, requestLog }: RequestParts, { partner }: MemberActor, requestId: string) {
  const callers = ownNames(files, partner);
  const found = listLoggedWithId(files.live.read, requestLog, { requestId, limit: SAME_ID });
  return found.filter(({ caller }) => callers.includes(caller));
}

/** The live entries that requests made, by their Idempotency-Keys. */
function listEntries(sql: Sql, partnerId: number, requests: readonly LoggedRequest[]) {
  const references = new Set(
    requests
      .filter(({ caller }) => parseKeyMode(caller) === "live")
      .flatMap((each) => each.idempotency_key ?? []),
  );
  return [...references].slice(0, REFERENCES).flatMap((idempotency_key) => {
    const query = { idempotency_key, order: "desc", limit: ENTRIES, offset: 0 } as const;
    return readLedger(sql, partnerId, query).ledger;
  });
}

function readRequests(
  parts: RequestParts,
  actor: MemberActor,
  { request_id: requestId, route, status, from, to, before }: Static<typeof RequestQuery>,
): { rows: LoggedRequest[]; before: number | null } {
  if (requestId !== undefined) return { rows: findOwn(parts, actor, requestId), before: null };
  const callers = ownNames(parts.files, actor.partner);
  const period = readPeriod({ from, to });
  const filters = { callers, route: route ?? null, status: status ?? null, ...period };
  return listLogged(parts.files.live.read, parts.requestLog, {
    filters,
    before: before ?? null,
    limit: ROWS,
  });
}
