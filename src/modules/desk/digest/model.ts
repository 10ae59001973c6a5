import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { IncidentFacts, Refusals } from "../incidents/index.ts";

export const Digest = Type.Object({
  generated_at_utc: Timestamp(),
  all_well: Type.Boolean({ description: "True if there are no concerns." }),
  concerns: Type.Array(Type.String(), { description: "One sentence per item that needs attention." }),
  status: Type.Object({
    overall: OneOf(["ok", "warn", "bad"]),
    not_ok: Type.Array(Type.Object({ check: Type.String(), status: Type.String(), message: Type.String() })),
  }),
  incidents: Type.Object({
    open: Type.Array(IncidentFacts),
    last_24h: Type.Integer({ description: "Incidents open at any time in the last 24 hours." }),
  }),
  preflight: Type.Object({
    snapshot_at: Nullable(Timestamp()),
    overall: OneOf(["pass", "warn", "fail"]),
    counts: Type.Object({ pass: Type.Integer(), warn: Type.Integer(), fail: Type.Integer() }),
    changes_since_yesterday: Type.Integer(),
    is_anomaly: Type.Boolean({ description: "Whether unusually many guards changed today." }),
  }),
  links: Type.Object({
    total: Type.Integer(),
    open: Type.Integer(),
    resolved: Type.Integer(),
    failing: Type.Integer({ description: "Links whose last check was not 2xx." }),
  }),
  errors: Type.Object({
    counted: Type.Integer({ description: "Refusals of the last 24 hours." }),
    top: Type.Array(Type.Object({ code: Type.String(), path: Type.String(), count: Type.Integer() })),
  }),
  deliveries: Type.Object({ made: Type.Integer(), dead_letters: Type.Integer() }),
  refusals_403: Refusals,
  backups: Type.Object({ newest_at: Nullable(Timestamp()) }),
  subscribers: Type.Object({ confirmed: Type.Integer() }),
  waiting: Type.Array(
    Type.Object({
      id: Type.String({ description: "The kind of work, unique within the list: dead_letters, incident.7." }),
      status: OneOf(["warn", "bad"]),
      message: Type.String({ description: "What waits, with its count and sums." }),
      count: Nullable(Type.Integer(), { description: "Null for a single thing." }),
      sums: Type.Array(
        Type.Object({
          amount: Type.String({ description: "A decimal." }),
          unit: Type.String({ description: "A currency, or what is counted." }),
        }),
        { description: "One sum per unit." },
      ),
      oldest_at: Nullable(Timestamp(), {
        description: "Since when the oldest of it waits, if that is known.",
      }),
      path: Type.String({ description: "The operators' page that shows what is counted." }),
    }),
    { description: "Work that waits for an operator, and faults: what the overview lists too." },
  ),
  stored: Type.Array(Type.Object({ at: Timestamp(), all_well: Type.Boolean() }), {
    description: "The last daily digests, newest first.",
  }),
});

export const VERIFIED_KINDS = ["incident", "triage", "link"] as const;

export const ResolvedVerification = Type.Object({
  counts: Type.Object({ holds: Type.Integer(), broken: Type.Integer(), unknown: Type.Integer() }),
  count: Type.Integer(),
  items: Type.Array(
    Type.Object({
      kind: OneOf(VERIFIED_KINDS),
      id: Type.String(),
      title: Type.String(),
      holds: Nullable(Type.Boolean(), {
        description: "Whether current measurements agree; null if there are none.",
      }),
    }),
  ),
});

export type Verified = Static<typeof ResolvedVerification>["items"][number];
