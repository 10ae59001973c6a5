import { type TObject, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { Echo } from "../../../http/input/list-shapes.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import { Links, Nullable, Timestamp, UserId } from "../../../http/schema/shapes.ts";
import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { LedgerEntry, listRecentEntries } from "../../ledger/entries/index.ts";
import { requireUser, USER_ERRORS } from "../../ledger/users/index.ts";
import { TokenStatus } from "../../token/figures/index.ts";
import { advanceClock, type SandboxFiles } from "../files/index.ts";
import { type EvidenceRecorder, PromotionReport, readPromotionReport } from "../promotion/index.ts";
import { buildEnvelope, envelopeShape, type Source } from "./envelope.ts";
import { resetRoute } from "./reset-route.ts";
import { TOKEN_FIXTURE } from "./token-status.ts";

const SANDBOX = "/api/partner/sandbox";
const DOCS_LINKS = { openapi: "/api/openapi.yaml", docs: "/docs", developers: "/developers" };
const LINKS = {
  verify: `${SANDBOX}/verify`,
  token_status: `${SANDBOX}/token-status`,
  promotion_report: `${SANDBOX}/promotion-report`,
  users: `${SANDBOX}/users`,
  balance: `${SANDBOX}/salutes/balance`,
  ledger: `${SANDBOX}/salutes/ledger`,
  webhooks: `${SANDBOX}/webhooks`,
  scenarios: `${SANDBOX}/webhook-simulator/scenarios`,
  errors: "/api/partner/errors.json",
};

function shapeOf(source: Source, shape: TObject) {
  return Type.Object({
    ...shape.properties,
    docs_links: Links,
    links: Links,
    ...envelopeShape(source, false),
  });
}

export interface SandboxParts {
  clock: Clock;
  /** sandbox.db, which holds sandbox keys and their evidence. */
  sandbox: Database;
  evidence: EvidenceRecorder;
  sandboxFiles: SandboxFiles;
  /** Why changes are refused now; null in normal operation. */
  safeModeReason: () => string | null;
}

/** Members of every answer beside its own. */
type CommonMembers = (state: Sql | null) => object;

/** Operations that only the sandbox has: about the key itself, and its promotion to a live one. */
export function sandboxRoutes(parts: SandboxParts, mounted: Mounted): Operation[] {
  const around: CommonMembers = (state) => ({
    docs_links: mounted.links(DOCS_LINKS),
    links: mounted.links(LINKS),
    ...buildEnvelope(state, false),
  });
  return [
    verifyRoute(around),
    tokenStatusRoute(around),
    promotionRoute(parts, around),
    ADVANCE_CLOCK,
    resetRoute(parts),
  ];
}

function verifyRoute(around: CommonMembers): Operation {
  return readOperation({
    id: "verifySandboxKey",
    method: "GET",
    path: `${SANDBOX}/verify`,
    group: "sandbox",
    summary: "Check your signature",
    outcome: "Key, signature and clock are right.",
    description: "A 200 answer means that key, signature and clock are right. For sandbox keys of any scope.",
    access: partner(null, { mode: "sandbox" }),
    response: shapeOf(
      "practice_state",
      Type.Object({
        verified: Type.Literal(true, { description: "Always true: key, signature and clock are right." }),
        partner: Type.String({ description: "Name of the partner." }),
        key_id: Type.String({ description: "Id of the calling key." }),
        key_mode: Type.Literal("sandbox", { description: "Always sandbox: the mode of the calling key." }),
        scopes: Type.Array(Type.String(), { description: "Scopes of the key: what it may do." }),
        sandbox: Nullable(Type.String(), {
          description: "Name of the sandbox that X-Sandbox asks for; null for your own.",
        }),
        practice_time_utc: Timestamp({
          description: "The sandbox clock: it advances one second with each mutation.",
        }),
      }),
    ),
    read: ({ actor, db, now }) => ({
      verified: true,
      partner: actor.partner,
      key_id: actor.keyId,
      key_mode: "sandbox",
      scopes: [...actor.key.scopes],
      sandbox: actor.sandbox,
      practice_time_utc: isoUtc(now),
      ...around(db.read),
    }),
  });
}

const MAX_SECONDS = 366 * 24 * 3_600;

const ADVANCE_CLOCK = writeOperation({
  id: "advanceSandboxClock",
  method: "POST",
  path: `${SANDBOX}/clock/advance`,
  group: "sandbox",
  summary: "Move the sandbox clock forward",
  outcome: "The sandbox clock was moved forward.",
  description:
    "Everything that depends on time follows: claims and wallet challenges expire, proofs of wallets age, daily limits begin anew. The clock never goes back; a reset sets it to its start. Signatures and nonces use real time. For sandbox keys of any scope.",
  access: partner(null, { mode: "sandbox" }),
  body: Type.Object({
    seconds: Type.Integer({
      minimum: 1,
      maximum: MAX_SECONDS,
      description: "Seconds by which the clock moves forward; at most 366 days.",
    }),
  }),
  response: Type.Object({
    advanced_seconds: Type.Integer({ description: "Seconds by which the clock moved forward." }),
    practice_time_utc: Timestamp({ description: "The sandbox clock after the change." }),
    expired_claims: Type.Integer({ description: "Number of donation claims that expired in between." }),
    ...envelopeShape("practice_state", true),
  }),
  errors: ["state_conflict"],
  example: { seconds: 86_400 },
  write: (tx, { body }) => {
    const { now, expired } = advanceClock(tx, body.seconds);
    return {
      advanced_seconds: body.seconds,
      practice_time_utc: isoUtc(now),
      expired_claims: expired,
      ...buildEnvelope(tx, true),
    };
  },
});

function tokenStatusRoute(around: CommonMembers): Operation {
  return readOperation({
    id: "getSandboxTokenStatus",
    method: "GET",
    path: `${SANDBOX}/token-status`,
    group: "sandbox",
    summary: "Read the token's figures, as a fixture",
    description: "Always the same figures; no chain is read. For sandbox keys of any scope.",
    access: partner(null, { mode: "sandbox" }),
    response: shapeOf("fixture", TokenStatus),
    read: () => ({ ...TOKEN_FIXTURE, ...around(null) }),
  });
}

function promotionRoute({ clock, sandbox, evidence }: SandboxParts, around: CommonMembers): Operation {
  return readOperation({
    id: "getPromotionReport",
    method: "GET",
    path: `${SANDBOX}/promotion-report`,
    group: "sandbox",
    summary: "Read the promotion report",
    description:
      "The checks that your key has passed in the last 30 days, and how to pass the others. A request appears in it shortly after its answer. Operators may promote a key whatever the report says.",
    access: partner(null, { mode: "sandbox" }),
    query: Type.Object({
      user_id: Type.Optional(UserId),
      limit: Type.Integer({
        minimum: 1,
        maximum: 200,
        default: 50,
        description: "Number of the newest sandbox entries shown.",
      }),
    }),
    response: shapeOf(
      "practice_state",
      Type.Object({
        ...PromotionReport.properties,
        recent_entries: Type.Array(LedgerEntry, {
          description:
            "The newest entries of the sandbox's ledger, newest first; of one user if user_id is given.",
        }),
        query: Echo({
          user_id: Nullable(Type.String()),
          limit: Type.Integer(),
        }),
      }),
    ),
    errors: [USER_ERRORS.user_not_found],
    read: async ({ actor, db, query }) => {
      const { user_id, limit } = query;
      const user = user_id === undefined ? null : requireUser(db.read, actor.partnerId, user_id);
      await evidence.flush();
      return {
        ...readPromotionReport(sandbox.read, { ...actor, scopes: actor.key.scopes }, clock.now()),
        recent_entries: listRecentEntries(db.read, {
          partnerId: actor.partnerId,
          userId: user?.id ?? null,
          limit,
        }),
        query: { user_id: user_id ?? null, limit },
        ...around(db.read),
      };
    },
  });
}
