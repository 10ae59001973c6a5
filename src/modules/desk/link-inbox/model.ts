import { Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination, ShownQuery } from "../../../http/input/paging.ts";
import {
  Described,
  Flag,
  Id,
  Nullable,
  OneOf,
  Repeated,
  Text,
  Timestamp,
} from "../../../http/schema/shapes.ts";
import { EVENTS, FAMILIES, FIELDS, SKIP_REASONS } from "./rules.ts";

export const NewLinkBody = Type.Object({
  url: Type.Optional(Nullable(Text(2048, { description: "Absolute URL, checked by the job link_inbox." }))),
  issue_id: Type.Optional(
    Nullable(
      Text(200, {
        description:
          "Free text, not validated. incident:12, audit:<signature> and deprecation:<id> are shown as links.",
      }),
    ),
  ),
  note: Type.Optional(Nullable(Text(1000))),
});

export const Link = Type.Object({
  id: Type.Integer({ description: "Id of the link in the inbox." }),
  url: Nullable(Type.String(), { description: "Address of the link; null if there is none." }),
  issue_id: Nullable(Type.String(), {
    description: "Incident, audit finding or deprecation to which the link belongs; null if there is none.",
  }),
  note: Nullable(Type.String(), { description: "The operator's note; null if there is none." }),
  state: OneOf(["open", "resolved"], {
    description: "State of the link: open, or resolved after two 2xx answers six hours apart.",
  }),
  created_by: Type.String({ description: "Operator who added the link." }),
  created_at: Timestamp({ description: "Time of creation." }),
  checked_at: Nullable(Timestamp(), { description: "Time of the last check; null before the first." }),
  status_code: Nullable(Type.Integer(), {
    description: "HTTP status of the link's last answer; null without one.",
  }),
  status_code_family: Nullable(OneOf(FAMILIES), {
    description: "Family of the link's HTTP status, timeout or other; null before the first check.",
  }),
});

export const LinkAnswer = Type.Object({ link: Described(Link, "The link as stored now.") });

export const LinkPath = Type.Object({ id: Id({ description: "Id of the link, as the list shows it." }) });

export const RemovedLink = Type.Object({ link: Described(Link, "The link as it was.") });

export const LinksQuery = Type.Object({
  answer: Type.Optional(OneOf(["failing"], { description: "Only links whose last answer was not 2xx." })),
  ...PageQuery,
  ...ShownQuery,
});

export const Links = Type.Object({
  query: Echo({
    answer: Nullable(Type.Literal("failing")),
    ...PageEcho,
  }),
  count: RowCount,
  links: Type.Array(Link, { description: "Links, newest first." }),
  pagination: Pagination,
});

export const ExportQuery = Type.Object({
  event: Type.Optional(
    Repeated(OneOf(EVENTS), { description: "Only events of this type; may be repeated." }),
  ),
  event_prefix: Type.Optional(Text(64, { description: "Only events whose name begins with this." })),
  at_from: Type.Optional(Timestamp({ description: "Only events at or after this time." })),
  at_to: Type.Optional(Timestamp({ description: "Only events at or before this time." })),
  status_code_family: Type.Optional(
    OneOf(FAMILIES, { description: "Only checks that were answered with a status of this family." }),
  ),
  skip_reason: Type.Optional(
    OneOf(SKIP_REASONS, {
      description:
        "Only skipped checks. no_url: nothing to check. cooldown: checked shortly before. other: anything else.",
    }),
  ),
  issue_id: Type.Optional(Text(200, { description: "Only events of links with exactly this issue_id." })),
  url_contains: Type.Optional(
    Text(2048, { description: "Only events whose URL contains this, in any case." }),
  ),
  fields: Type.Optional(Text(400, { description: `Columns in the order given, from ${FIELDS.join(", ")}.` })),
  window_preset: Type.Optional(
    OneOf(["last_digest_warn", "last_outage"], {
      description:
        "last_digest_warn: from the previous digest to the last digest with concerns. last_outage: the last incident of severity bad.",
    }),
  ),
  count_only: Type.Optional(Flag({ description: "Answers the number of events instead of the events." })),
  checksum: Type.Optional(Flag({ description: "Adds X-Export-SHA256, the hash of the uncompressed bytes." })),
  compress: Type.Optional(Flag({ description: "Returns a gzip file." })),
  download_token: Type.Optional(
    Flag({ description: "Returns a single-use token for export-download.csv, valid for 15 minutes." }),
  ),
  debug: Type.Optional(Flag({ description: "Returns the query plan; owners only." })),
});

const Window = Nullable(
  Type.Object({
    from: Nullable(Timestamp(), { description: "Start of the period; null if it has none." }),
    to: Nullable(Timestamp(), { description: "End of the period; null if it has none." }),
  }),
  {
    description: "Period in effect; null if unlimited, or if the preset has no period.",
  },
);

const Row = Type.Object({
  id: Type.Optional(Type.Integer({ description: "Id of the event in the inbox." })),
  at: Type.Optional(Timestamp({ description: "Time of the event." })),
  event: Type.Optional(OneOf(EVENTS, { description: "Type of the event." })),
  issue_id: Type.Optional(
    Nullable(Type.String(), {
      description: "Incident, audit finding or deprecation to which the link belongs; null if there is none.",
    }),
  ),
  url: Type.Optional(Nullable(Type.String(), { description: "Address of the link; null if there is none." })),
  status_code: Type.Optional(
    Nullable(Type.Integer(), { description: "HTTP status of the link's last answer; null without one." }),
  ),
  status_code_family: Type.Optional(
    Nullable(OneOf(FAMILIES), {
      description: "Family of the link's HTTP status, timeout or other; null before the first check.",
    }),
  ),
  skip_reason: Type.Optional(
    Nullable(OneOf(SKIP_REASONS), { description: "Why the link was not checked; null if it was." }),
  ),
  duration_ms: Type.Optional(Nullable(Type.Integer(), { description: "Duration in milliseconds." })),
  final_url: Type.Optional(
    Nullable(Type.String(), { description: "Address after redirects; null without an answer." }),
  ),
});

const Debug = Type.Object({
  plan: Type.Array(Type.String(), { description: "SQLite's query plan, one step per line." }),
  from_id: Type.Integer({ description: "Lowest id that the query reads." }),
  to_id: Type.Integer({ description: "Highest id that the query reads." }),
});

/** An export's rows, their count alone, a download token, or the query plan. */
export const EventsExport = Type.Object({
  query: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "The parameters in effect, with their defaults.",
    }),
  ),
  window: Type.Optional(Window),
  count: Type.Optional(Type.Integer({ description: "Number of exported rows." })),
  rows: Type.Optional(Type.Array(Row, { description: "Exported events, newest first." })),
  debug: Type.Optional(Described(Debug, "The query's plan.")),
  download_token: Type.Optional(Type.String({ description: "The single-use token, shown only this once." })),
  expires_at: Type.Optional(Timestamp({ description: "Time from which the token is refused." })),
  url: Type.Optional(Type.String({ description: "Address of the download, with the token." })),
});

export const DownloadQuery = Type.Object({
  download_token: Text(100, { description: "The token that the export answered, valid once." }),
});

export const TelemetryQuery = Type.Object({
  requested_by: Type.Optional(Text(64, { description: "Only exports by the operator with this name." })),
});

const Totals = Type.Object({
  exports: Type.Integer({ description: "Number of exports." }),
  rows: Type.Integer({ description: "Number of exported rows." }),
  bytes: Type.Integer({ description: "Size of the exports in bytes." }),
});

export const Telemetry = Type.Object({
  query: Echo({
    requested_by: Nullable(Type.String()),
  }),
  totals: Described(Totals, "Sums over all exports."),
  count: RowCount,
  exports: Type.Array(
    Type.Object({
      at: Timestamp({ description: "Time of the export." }),
      requested_by: Type.String({ description: "Operator who exported." }),
      format: OneOf(["json", "csv"], { description: "Format of the export." }),
      source: OneOf(["export", "token"], {
        description: "Kind of download. export: by a signed-in operator. token: with a download token.",
      }),
      filters: Type.Record(Type.String(), Type.Unknown(), { description: "Filters of the export." }),
      rows: Type.Integer({ description: "Number of exported rows." }),
      bytes: Type.Integer({ description: "Size in bytes before compression." }),
      compressed: Type.Boolean({ description: "Whether it was sent compressed." }),
      sha256: Nullable(Type.String(), { description: "SHA-256 of the bytes, in hex." }),
      duration_ms: Type.Integer({ description: "Duration in milliseconds." }),
    }),
    { description: "The newest 200 exports." },
  ),
});

const Families = Type.Object({
  "2xx": Type.Integer({ description: "Answers of 200 to 299." }),
  "4xx": Type.Integer({ description: "Answers of 400 to 499." }),
  "5xx": Type.Integer({ description: "Answers of 500 to 599." }),
  timeout: Type.Integer({ description: "Links that did not answer in time." }),
  other: Type.Integer({ description: "Number of links with any other answer." }),
  unchecked: Type.Integer({ description: "Links that were not checked yet." }),
});

export const Verification = Type.Object({
  links_total: Type.Integer({ description: "Number of links in the inbox." }),
  last_change_at: Nullable(Timestamp(), { description: "Time of the last change; null before the first." }),
  by_state: Type.Object(
    {
      open: Type.Integer({ description: "Number of open links." }),
      resolved: Type.Integer({ description: "Number of resolved ones." }),
    },
    { description: "Number of links by state." },
  ),
  by_status_code_family: Described(Families, "Number of links by family of the last HTTP status."),
  by_state_and_family: Type.Object(
    {
      open: Described(Families, "Open links by family of the last HTTP status."),
      resolved: Described(Families, "Resolved links by family of the last HTTP status."),
    },
    { description: "Number of links by state and by family of the last HTTP status." },
  ),
});
