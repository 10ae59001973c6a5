import { type TObject, Type } from "@sinclair/typebox";
import { RowCount } from "../../../../http/input/list-shapes.ts";
import { Described, Nullable, OneOf } from "../../../../http/schema/shapes.ts";
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
  policy_source: OneOf(["built_in", "file"], {
    description:
      "Origin of the policy. built_in: the one of this build. file: the file of AUDIO_SHARE_POLICY_FILE.",
  }),
  site_origin: Type.String({
    description: "The site whose tracks are shared.",
    examples: ["https://salute.example"],
  }),
  short_url_base: Type.String({
    description: "Beginning of every short link.",
    examples: ["https://salute.example/s/audio/"],
  }),
  track_auth: OneOf(["optional", "required"], { description: "Whether reports require a bearer token." }),
  dedupe_window_hours: Type.Integer({ description: "Hours in which a repeated event counts once." }),
  pending_clicks: Type.Integer({
    description: "Number of clicks that were counted and are not stored yet.",
    examples: [0],
  }),
});

const Entries = (entry: TObject) =>
  Type.Object({
    count: RowCount,
    entries: Type.Array(entry, { description: "The catalogue's entries." }),
    checksum: Checksum,
  });

export const ChannelsResponse = Type.Object({
  count: RowCount,
  channels: Type.Array(
    Type.Object({
      id: OneOf(
        CHANNELS.map((each) => each.id),
        { description: "Id of the channel, as channels= takes it and links name it." },
      ),
      label: Type.String({ description: "Name of the channel, shown to people.", examples: ["X"] }),
      aliases: Type.Array(Type.String(), {
        description: "Other names that are taken for it.",
        examples: [["twitter"]],
      }),
      is_default: Type.Boolean({ description: "Whether the channel is used if none is named." }),
      delivery: OneOf(["intent", "copy", "native"], {
        description:
          "How the share reaches the channel. intent: its url opens the channel. copy: its text is to be pasted. native: it is passed to the browser's share sheet.",
      }),
      takes: Type.Array(OneOf(["title", "text"]), {
        description: "Which parts of the share the channel takes: the first one given, or both.",
      }),
      unit: OneOf(Object.keys(UNITS), { description: "Unit in which the channel counts the text's length." }),
      unit_meaning: Type.String({ description: "Explanation of the unit." }),
      max: Nullable(Type.Integer(), {
        description: "Largest length of a text, in units; null without a limit.",
        examples: [280],
      }),
      format: Nullable(Type.String(), {
        description: "Template of the address that opens the channel; null if it has none.",
        examples: ["https://x.com/intent/post?text={text}&url={url}"],
      }),
    }),
    { description: "Channels of shares, with their limits." },
  ),
  checksum: Checksum,
});

export const ErrorsResponse = Entries(
  Type.Object({
    error_code: Type.String({ description: "The value of `error` in answers." }),
    title: Type.String({ description: "Title in one line." }),
    category: Type.String({ description: "Group of the error." }),
    http_status: Type.Integer({ description: "HTTP status of answers with this code." }),
    retry_class: Type.String({ description: "How a client should retry.", examples: ["fail_fast"] }),
    retry_behavior: Type.String({ description: "What a client should do." }),
    retry_after_seconds: Type.Integer({
      description: "Seconds to wait where the answer has no Retry-After; 0 if waiting does not help.",
      examples: [0],
    }),
    rules: Type.Array(OneOf(RULE_NAMES), { description: "For a refused destination: the broken rules." }),
    operations: Type.Array(Type.String(), {
      description: "Operations that can answer with it.",
      examples: [["GET /api/public/audio-share-links"]],
    }),
  }),
);

export const WarningsResponse = Entries(
  Type.Object({
    warning_code: OneOf(Object.keys(WARNINGS), { description: "Code of the warning." }),
    title: Type.String({ description: "Title in one line." }),
    advice: Type.String({ description: "What to do about the warning.", examples: ["Shorten the text."] }),
  }),
);

export const GuidanceResponse = Entries(
  Type.Object({
    kind: OneOf(["error", "rule", "warning"], {
      description: "Group of the entry: an error code, a rule for destinations, or a warning.",
    }),
    code: Type.String({ description: "Code of the error, rule or warning.", examples: ["not_in_allowlist"] }),
    title: Type.String({ description: "Title in one line." }),
    advice: Type.String({
      description: "What to do about it.",
      examples: ["Ask the operators to allow the host."],
    }),
  }),
);

export const PolicyResponse = Type.Object({
  revision: Described(PolicyRevision, "Revision of the policy in force."),
  source: OneOf(["built_in", "file"], {
    description: "Origin of the policy. built_in: the one of this build. file: a file of the operators.",
  }),
  site_origin: Type.String({
    description: "The site whose tracks are shared; always allowed as a destination.",
    examples: ["https://salute.example"],
  }),
  allow: Type.Array(Type.String(), {
    description: "Hosts to which links may lead.",
    examples: [["music.example", "*.cdn.example"]],
  }),
  deny: Type.Array(Type.String(), { description: "Hosts to which links may not lead.", examples: [[]] }),
  schemes: Type.Array(Type.String(), { description: "Allowed schemes of addresses.", examples: [["https"]] }),
  ports: Type.Array(Type.Integer(), {
    description: "Allowed ports, in addition to the scheme's own.",
    examples: [[]],
  }),
  max_length: Type.Integer({ description: "Largest number of characters of an address." }),
  landing: Type.Boolean({
    description: "Whether short links may have a landing page; otherwise all of them redirect.",
    examples: [true],
  }),
  rules: Type.Array(
    Type.Object({
      rule: OneOf(RULE_NAMES, { description: "Name of the rule, as refusals give it." }),
      error: Type.String({
        description: "Error code of a refusal by this rule.",
        examples: ["destination_invalid"],
      }),
      title: Type.String({ description: "Title in one line." }),
    }),
    { description: "The rules for destinations, in the order of the checks." },
  ),
  lifetimes: Type.Object(
    {
      plain: Type.Object(
        {
          min: Type.Integer({ description: "Shortest lifetime, in seconds." }),
          max: Type.Integer({ description: "Longest lifetime, in seconds." }),
          default: Type.Integer({ description: "Lifetime in seconds if none is requested." }),
        },
        { description: "Lifetimes of short links with plain codes, in seconds." },
      ),
      signed: Type.Object(
        {
          min: Type.Integer({ description: "Shortest lifetime, in seconds." }),
          max: Type.Integer({ description: "Longest lifetime, in seconds." }),
          default: Type.Integer({ description: "Lifetime in seconds if none is requested." }),
        },
        { description: "Lifetimes of short links with signed codes, in seconds." },
      ),
    },
    { description: "Lifetimes of short links." },
  ),
  new_links_per_address_and_day: Type.Integer({
    description: "Largest number of new short links per network address and UTC day.",
  }),
  dedupe_window_hours: Type.Integer({ description: "Hours in which a repeated event counts once." }),
  track_auth: OneOf(["optional", "required"], { description: "Whether reports require a bearer token." }),
  checksum: Checksum,
});
