import { type TObject, Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../../http/schema/shapes.ts";
import { CHANNELS } from "../channels/channels.ts";
import { UNITS } from "../channels/lengths.ts";
import { Checksum, PolicyRevision } from "../model.ts";
import { RULE_NAMES } from "../shapes.ts";
import { WARNINGS } from "../validation/warnings.ts";

export const HealthResponse = Type.Object({
  status: OneOf(["ok", "read_only"], {
    description: "read_only: in safe mode, no new short links and no events.",
  }),
  policy_revision: PolicyRevision,
  policy_source: OneOf(["built_in", "file"]),
  site_origin: Type.String({ examples: ["https://salute.example"] }),
  short_url_base: Type.String({ examples: ["https://salute.example/s/audio/"] }),
  track_auth: OneOf(["optional", "required"]),
  dedupe_window_hours: Type.Integer(),
  pending_clicks: Type.Integer({ description: "Counted and not stored yet.", examples: [0] }),
});

const Entries = (entry: TObject) =>
  Type.Object({ count: Type.Integer(), entries: Type.Array(entry), checksum: Checksum });

export const ChannelsResponse = Type.Object({
  count: Type.Integer(),
  channels: Type.Array(
    Type.Object({
      id: OneOf(CHANNELS.map((each) => each.id)),
      label: Type.String({ examples: ["X"] }),
      aliases: Type.Array(Type.String(), { examples: [["twitter"]] }),
      is_default: Type.Boolean(),
      delivery: OneOf(["intent", "copy", "native"]),
      takes: Type.Array(OneOf(["title", "text"]), { description: "The first one given, or both." }),
      unit: OneOf(Object.keys(UNITS)),
      unit_meaning: Type.String(),
      max: Nullable(Type.Integer(), { examples: [280] }),
      format: Nullable(Type.String(), { examples: ["https://x.com/intent/post?text={text}&url={url}"] }),
    }),
    { description: "Channels of shares, with their limits." },
  ),
  checksum: Checksum,
});

export const ErrorsResponse = Entries(
  Type.Object({
    error_code: Type.String(),
    title: Type.String(),
    category: Type.String(),
    http_status: Type.Integer(),
    retry_class: Type.String({ examples: ["fail_fast"] }),
    retry_behavior: Type.String(),
    retry_after_seconds: Type.Integer({ examples: [0] }),
    rules: Type.Array(OneOf(RULE_NAMES), { description: "For a refused destination: the broken rules." }),
    operations: Type.Array(Type.String(), { examples: [["GET /api/public/audio-share-links"]] }),
  }),
);

export const WarningsResponse = Entries(
  Type.Object({
    warning_code: OneOf(Object.keys(WARNINGS)),
    title: Type.String(),
    advice: Type.String({ examples: ["Shorten the text."] }),
  }),
);

export const GuidanceResponse = Entries(
  Type.Object({
    kind: OneOf(["error", "rule", "warning"]),
    code: Type.String({ examples: ["not_in_allowlist"] }),
    title: Type.String(),
    advice: Type.String({ examples: ["Ask the operators to allow the host."] }),
  }),
);

export const PolicyResponse = Type.Object({
  revision: PolicyRevision,
  source: OneOf(["built_in", "file"]),
  site_origin: Type.String({ description: "Always allowed.", examples: ["https://salute.example"] }),
  allow: Type.Array(Type.String(), { examples: [["music.example", "*.cdn.example"]] }),
  deny: Type.Array(Type.String(), { examples: [[]] }),
  schemes: Type.Array(Type.String(), { examples: [["https"]] }),
  ports: Type.Array(Type.Integer(), { description: "In addition to the scheme's own.", examples: [[]] }),
  max_length: Type.Integer(),
  landing: Type.Boolean({
    description: "Whether short links may have a landing page; otherwise all of them redirect.",
    examples: [true],
  }),
  rules: Type.Array(
    Type.Object({
      rule: OneOf(RULE_NAMES),
      error: Type.String({ examples: ["destination_invalid"] }),
      title: Type.String(),
    }),
    { description: "In the order of the checks." },
  ),
  lifetimes: Type.Object({
    plain: Type.Object({ min: Type.Integer(), max: Type.Integer(), default: Type.Integer() }),
    signed: Type.Object({ min: Type.Integer(), max: Type.Integer(), default: Type.Integer() }),
  }),
  new_links_per_address_and_day: Type.Integer(),
  dedupe_window_hours: Type.Integer(),
  track_auth: OneOf(["optional", "required"]),
  checksum: Checksum,
});
