import { Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import { Flag, Nullable, OneOf, Repeated, Text, Timestamp } from "../../../http/schema/shapes.ts";
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
  id: Type.Integer(),
  url: Nullable(Type.String()),
  issue_id: Nullable(Type.String()),
  note: Nullable(Type.String()),
  state: OneOf(["open", "resolved"]),
  created_by: Type.String(),
  created_at: Timestamp(),
  checked_at: Nullable(Timestamp()),
  status_code: Nullable(Type.Integer()),
  status_code_family: Nullable(OneOf(FAMILIES)),
});

export const LinkAnswer = Type.Object({ link: Link });

export const LinksQuery = Type.Object({
  answer: Type.Optional(OneOf(["failing"], { description: "Only links whose last answer was not 2xx." })),
  ...PageQuery,
});

export const Links = Type.Object({
  query: Type.Object({
    answer: Nullable(Type.Literal("failing")),
    limit: Type.Integer(),
    offset: Type.Integer(),
    cursor: Nullable(Type.String()),
  }),
  count: Type.Integer(),
  links: Type.Array(Link, { description: "Newest first." }),
  pagination: Pagination,
});

export const ExportQuery = Type.Object({
  event: Type.Optional(Repeated(OneOf(EVENTS), { description: "May be repeated." })),
  event_prefix: Type.Optional(Text(64)),
  at_from: Type.Optional(Timestamp()),
  at_to: Type.Optional(Timestamp()),
  status_code_family: Type.Optional(OneOf(FAMILIES)),
  skip_reason: Type.Optional(OneOf(SKIP_REASONS)),
  issue_id: Type.Optional(Text(200)),
  url_contains: Type.Optional(Text(2048, { description: "Case-insensitive." })),
  fields: Type.Optional(Text(400, { description: `Columns in the order given, from ${FIELDS.join(", ")}.` })),
  window_preset: Type.Optional(
    OneOf(["last_digest_warn", "last_outage"], {
      description:
        "last_digest_warn: from the previous digest to the last digest with concerns. last_outage: the last incident of severity bad.",
    }),
  ),
  count_only: Type.Optional(Flag()),
  checksum: Type.Optional(Flag({ description: "Adds X-Export-SHA256, the hash of the uncompressed bytes." })),
  compress: Type.Optional(Flag({ description: "Returns a gzip file." })),
  download_token: Type.Optional(
    Flag({ description: "Returns a single-use token for export-download.csv, valid for 15 minutes." }),
  ),
  debug: Type.Optional(Flag({ description: "Returns the query plan; owners only." })),
});

const Window = Nullable(Type.Object({ from: Nullable(Timestamp()), to: Nullable(Timestamp()) }), {
  description: "Period in effect; null if unlimited, or if the preset has no period.",
});

const Row = Type.Object({
  id: Type.Optional(Type.Integer()),
  at: Type.Optional(Timestamp()),
  event: Type.Optional(OneOf(EVENTS)),
  issue_id: Type.Optional(Nullable(Type.String())),
  url: Type.Optional(Nullable(Type.String())),
  status_code: Type.Optional(Nullable(Type.Integer())),
  status_code_family: Type.Optional(Nullable(OneOf(FAMILIES))),
  skip_reason: Type.Optional(Nullable(OneOf(SKIP_REASONS))),
  duration_ms: Type.Optional(Nullable(Type.Integer())),
  final_url: Type.Optional(Nullable(Type.String())),
});

const Debug = Type.Object({
  plan: Type.Array(Type.String()),
  from_id: Type.Integer(),
  to_id: Type.Integer(),
});

/** An export's rows, their count alone, a download token, or the query plan. */
export const EventsExport = Type.Object({
  query: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  window: Type.Optional(Window),
  count: Type.Optional(Type.Integer()),
  rows: Type.Optional(Type.Array(Row, { description: "Newest first." })),
  debug: Type.Optional(Debug),
  download_token: Type.Optional(Type.String({ description: "Shown once." })),
  expires_at: Type.Optional(Timestamp()),
  url: Type.Optional(Type.String()),
});

export const DownloadQuery = Type.Object({ download_token: Text(100) });

export const TelemetryQuery = Type.Object({
  requested_by: Type.Optional(Text(64, { description: "An operator's name." })),
});

const Totals = Type.Object({ exports: Type.Integer(), rows: Type.Integer(), bytes: Type.Integer() });

export const Telemetry = Type.Object({
  query: Type.Object({ requested_by: Nullable(Type.String()) }),
  totals: Totals,
  count: Type.Integer(),
  exports: Type.Array(
    Type.Object({
      at: Timestamp(),
      requested_by: Type.String(),
      format: OneOf(["json", "csv"]),
      source: OneOf(["export", "token"]),
      filters: Type.Record(Type.String(), Type.Unknown()),
      rows: Type.Integer(),
      bytes: Type.Integer({ description: "Before compression." }),
      compressed: Type.Boolean(),
      sha256: Nullable(Type.String()),
      duration_ms: Type.Integer(),
    }),
    { description: "The newest 200." },
  ),
});

const Families = Type.Object({
  "2xx": Type.Integer(),
  "4xx": Type.Integer(),
  "5xx": Type.Integer(),
  timeout: Type.Integer(),
  other: Type.Integer(),
  unchecked: Type.Integer(),
});

export const Verification = Type.Object({
  links_total: Type.Integer(),
  last_change_at: Nullable(Timestamp()),
  by_state: Type.Object({ open: Type.Integer(), resolved: Type.Integer() }),
  by_status_code_family: Families,
  by_state_and_family: Type.Object({ open: Families, resolved: Families }),
});
