import { type Static, Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Described, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { IncidentFacts, Refusals } from "../incidents/index.ts";

export const Digest = Type.Object({
  generated_at_utc: Timestamp({ description: "Time of the answer." }),
  all_well: Type.Boolean({ description: "True if there are no concerns." }),
  concerns: Type.Array(Type.String(), { description: "One sentence per item that needs attention." }),
  status: Type.Object(
    {
      overall: OneOf(["ok", "warn", "bad"], { description: "Overall status of the service." }),
      not_ok: Type.Array(
        Type.Object({
          check: Type.String({ description: "Name of the status check." }),
          status: Type.String({ description: "Result of the check: warn or bad." }),
          message: Type.String({ description: "Explanation in a sentence." }),
        }),
        { description: "Checks that are not ok." },
      ),
    },
    { description: "Results of the status checks." },
  ),
  incidents: Type.Object(
    {
      open: Type.Array(IncidentFacts, { description: "Incidents that are open now." }),
      last_24h: Type.Integer({ description: "Incidents open at any time in the last 24 hours." }),
    },
    { description: "Incidents of the day." },
  ),
  preflight: Type.Object(
    {
      snapshot_at: Nullable(Timestamp(), { description: "Time of the snapshot; null before the first." }),
      overall: OneOf(["pass", "warn", "fail"], { description: "The worst status of the guards." }),
      counts: Type.Object(
        {
          pass: Type.Integer({ description: "Number of rows with the status pass." }),
          warn: Type.Integer({ description: "Number with the status or severity warn." }),
          fail: Type.Integer({ description: "Number of rows with the status fail." }),
        },
        { description: "Number of guards by status." },
      ),
      changes_since_yesterday: Type.Integer({ description: "Number of changes since the day before." }),
      is_anomaly: Type.Boolean({ description: "Whether unusually many guards changed today." }),
    },
    { description: "Results of the preflight guards." },
  ),
  links: Type.Object(
    {
      total: Type.Integer({ description: "Number of links in the inbox." }),
      open: Type.Integer({ description: "Number of open links." }),
      resolved: Type.Integer({ description: "Number of resolved links." }),
      failing: Type.Integer({ description: "Links whose last check was not 2xx." }),
    },
    { description: "Links of the link inbox." },
  ),
  errors: Type.Object(
    {
      counted: Type.Integer({ description: "Refusals of the last 24 hours." }),
      top: Type.Array(
        Type.Object({
          code: Type.String({ description: "Code of the error." }),
          path: Type.String({ description: "Path template of the requests." }),
          count: Type.Integer({ description: "Requests answered with this error." }),
        }),
        { description: "The most frequent errors." },
      ),
    },
    { description: "Errors of the last 24 hours." },
  ),
  deliveries: Type.Object(
    {
      made: Type.Integer({ description: "Number of deliveries created." }),
      dead_letters: Type.Integer({ description: "Deliveries that became dead letters." }),
    },
    { description: "Deliveries to webhooks." },
  ),
  refusals_403: Described(Refusals, "Requests refused with 403."),
  backups: Type.Object(
    {
      newest_at: Nullable(Timestamp(), { description: "Time of the newest backup; null before the first." }),
    },
    { description: "State of the backups." },
  ),
  subscribers: Type.Object(
    { confirmed: Type.Integer({ description: "Subscribers that confirmed their address." }) },
    { description: "Subscribers of incident mail." },
  ),
  waiting: Type.Array(
    Type.Object({
      id: Type.String({ description: "The kind of work, unique within the list: dead_letters, incident.7." }),
      status: OneOf(["warn", "bad"], { description: "How urgent it is: bad is a fault." }),
      message: Type.String({ description: "What waits, with its count and sums." }),
      count: Nullable(Type.Integer(), {
        description: "Number of things that wait; null for a single thing.",
      }),
      sums: Type.Array(
        Type.Object({
          amount: Type.String({ description: "The sum as a decimal text." }),
          unit: Type.String({ description: "A currency, or what is counted." }),
        }),
        { description: "Sums of the waiting work, one per unit." },
      ),
      oldest_at: Nullable(Timestamp(), {
        description: "Since when the oldest of it waits, if that is known.",
      }),
      path: Type.String({ description: "The operators' page that shows what is counted." }),
    }),
    { description: "Work that waits for an operator, and faults: what the overview lists too." },
  ),
  stored: Type.Array(
    Type.Object({
      at: Timestamp({ description: "Time at which the digest was stored." }),
      all_well: Type.Boolean({ description: "Whether there was nothing to attend to." }),
    }),
    {
      description: "The last daily digests, newest first.",
    },
  ),
});

export const VERIFIED_KINDS = ["incident", "triage", "link"] as const;

export const ResolvedVerification = Type.Object({
  counts: Type.Object(
    {
      holds: Type.Integer({ description: "Items that measurements confirm." }),
      broken: Type.Integer({ description: "Items that measurements contradict." }),
      unknown: Type.Integer({ description: "Number with the status unknown." }),
    },
    { description: "Number of items by result." },
  ),
  count: RowCount,
  items: Type.Array(
    Type.Object({
      kind: OneOf(VERIFIED_KINDS, { description: "Kind of the item." }),
      id: Type.String({ description: "Id of the item among those of its kind." }),
      title: Type.String({ description: "Title in one line." }),
      holds: Nullable(Type.Boolean(), {
        description: "Whether current measurements agree; null if there are none.",
      }),
    }),
    { description: "Resolved items, with their verification." },
  ),
});

export type Verified = Static<typeof ResolvedVerification>["items"][number];
