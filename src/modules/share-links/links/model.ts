import { Kind, type TObject, Type, TypeRegistry } from "@sinclair/typebox";
import { Characters, Flag, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { CHANNELS } from "./channels/channels.ts";
import { ChannelList } from "./channels/choose-channels.ts";
import { UNITS, type Unit } from "./channels/lengths.ts";
import { landingFields } from "./landing/landing.ts";
import { SERVICE_NAMES } from "./landing/services.ts";
import { DestinationShape, EXAMPLE_TRACK, RULE_NAMES } from "./shapes.ts";
import { LIFETIME_UNITS } from "./short-links/lifetime.ts";
import { IssuedLinkShape } from "./short-links/model.ts";
import { BatchDefaults, BatchItem } from "./validation/validate-batch.ts";
import { WARNINGS } from "./validation/warnings.ts";
import { EVENT_TYPES } from "./visits/track-event.ts";

const destinationQuery = {
  track_url: Type.Optional(
    Type.String({
      description: "A track's page: a path of the site, or a whole address that the policy allows.",
    }),
  ),
  file_url: Type.Optional(
    Type.String({ description: "An audio file, in the same form. Give either this or track_url." }),
  ),
  prefer: Type.Optional(
    OneOf(["file", "track"], {
      description: "Which of the two to share if both are given; the track by default.",
    }),
  ),
};

const wordsQuery = {
  title: Type.Optional(Characters(1_000, { description: "The track's title; converted to one line." })),
  text: Type.Optional(Characters(5_000, { description: "The text of the share; line breaks stay." })),
};

const channelsQuery = {
  channels: Type.Optional(ChannelList),
};

export const LinksQuery = Type.Object({
  ...destinationQuery,
  ...wordsQuery,
  ...channelsQuery,
  token_mode: Type.Optional(
    OneOf(["plain", "signed"], {
      description: "Of the short link; plain by default. A signed one ends in its signature.",
    }),
  ),
  use_short: Type.Optional(Flag({ description: "Share a short link instead of the destination." })),
  expires_in: Type.Optional(
    Type.Integer({
      description:
        "Lifetime of the short link in seconds, limited to its bounds: signed 60 to 2592000, default 900; plain 60 to 31536000, the default.",
    }),
  ),
  expires_unit: Type.Optional(
    OneOf(LIFETIME_UNITS, { description: "The unit of expires_in; seconds by default." }),
  ),
  expires_at: Type.Optional(
    Timestamp({
      description: "The end of the short link, instead of expires_in and within the same bounds.",
    }),
  ),
  landing: Type.Optional(
    Flag({
      description:
        "Share a short link with a landing page instead of a redirect. With track_url and file_url the page plays the file and leads to the track.",
    }),
  ),
  ...landingFields,
  services: Type.Optional(
    Type.String({
      maxLength: 16_384,
      description: `Buttons of the landing page: a JSON object of https addresses by service (${SERVICE_NAMES.join(", ")}).`,
      examples: ['{"spotify":"https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC"}'],
    }),
  ),
  stats: Type.Optional(
    Flag({
      description:
        "Whether a new short link has statistics at a secret address; by default only one with a landing page.",
    }),
  ),
});

export const ValidateQuery = Type.Object({ ...destinationQuery, ...wordsQuery, ...channelsQuery });

export const PreviewQuery = Type.Object({ ...destinationQuery, ...wordsQuery });

const WarningShape = Type.Object(
  {
    code: OneOf(Object.keys(WARNINGS), { examples: ["unknown_channel"] }),
    message: Type.String(),
    field: Nullable(Type.String(), { examples: ["channels"] }),
    channel: Nullable(Type.String()),
    nearest: Nullable(Type.String(), { examples: ["telegram"] }),
    asked: Nullable(Type.Integer()),
    used: Nullable(Type.Integer()),
  },
  { title: "AudioShareWarning" },
);

const Warnings = Type.Array(WarningShape, {
  description: "The request succeeded with these deviations.",
  examples: [[]],
});

export const Checksum = Type.String({
  description:
    "SHA-256 of this answer's RFC 8785 form without checksum, as in X-Audio-Share-Checksum and ETag.",
  pattern: "^[0-9a-f]{64}$",
});

export const PolicyRevision = Type.String({ examples: ["built-in-1"] });

export const LinksResponse = Type.Object({
  destination: DestinationShape,
  links: Type.Array(
    Type.Object({
      channel: OneOf(CHANNELS.map((each) => each.id)),
      label: Type.String({ examples: ["X"] }),
      delivery: OneOf(["intent", "copy", "native"], {
        description: "Open url; or copy text; or pass title, text and url to the browser's share sheet.",
      }),
      url: Nullable(Type.String(), {
        description: "Null if the channel has no address that opens it: text is then ready to paste.",
        examples: ["https://x.com/intent/post?text=Listen&url=https%3A%2F%2Fsalute.example%2Ftracks%2F42"],
      }),
      text: Type.String({ description: "The text of the message.", examples: ["Listen"] }),
      length: Type.Object({
        unit: Type.Unsafe<Unit>(OneOf(Object.keys(UNITS))),
        max: Nullable(Type.Integer(), { examples: [280] }),
        used: Type.Integer({ examples: [30] }),
        remaining: Nullable(Type.Integer(), { examples: [250] }),
        truncated: Type.Boolean({ examples: [false] }),
      }),
    }),
  ),
  short: Nullable(IssuedLinkShape, { description: "If use_short or landing requested it." }),
  warnings: Warnings,
  policy_revision: PolicyRevision,
  checksum: Checksum,
});

const verdict = {
  valid: Type.Boolean(),
  destination: Nullable(DestinationShape),
  channels: Type.Array(Type.String(), {
    description: "Ids of the channels that would be built.",
    examples: [["x"]],
  }),
  error: Nullable(Type.String(), {
    description: "The error code that building would answer.",
    examples: [null],
  }),
  rule: Nullable(OneOf(RULE_NAMES), { examples: [null] }),
  denied_host: Nullable(Type.String(), { examples: [null] }),
  message: Nullable(Type.String(), { examples: [null] }),
  details: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), { examples: [[]] }),
  warnings: Warnings,
};

export const ValidateResponse = Type.Object({
  ...verdict,
  policy_revision: PolicyRevision,
  checksum: Checksum,
});

/** Items are checked one by one, so that a bad one does not affect others; here every value is accepted. */
TypeRegistry.Set("AudioShareItem", () => true);

export const BatchBody = Type.Object({
  defaults: Type.Optional(BatchDefaults),
  items: Type.Array(Type.Unsafe<unknown>({ ...(BatchItem as TObject), [Kind]: "AudioShareItem" }), {
    minItems: 1,
    maxItems: 100,
    examples: [[{ track_url: "/tracks/42" }, { file_url: "/files/42.mp3" }]],
  }),
});

export const BatchResponse = Type.Object({
  count: Type.Integer(),
  valid_count: Type.Integer({ examples: [1] }),
  invalid_count: Type.Integer({ examples: [0] }),
  results: Type.Array(Type.Object({ index: Type.Integer({ examples: [0] }), ...verdict })),
  policy_revision: PolicyRevision,
  checksum: Checksum,
});

const Tags = Type.Record(Type.String(), Type.String(), { examples: [{ "og:title": "Winter" }] });

export const PreviewResponse = Type.Object({
  destination: DestinationShape,
  card: Type.Object({
    title: Type.String({ examples: ["Winter"] }),
    description: Type.String(),
    url: Type.String({ examples: [EXAMPLE_TRACK] }),
    site_name: Type.String({ examples: ["salute.example"] }),
    audio_url: Nullable(Type.String(), { examples: [null] }),
  }),
  open_graph: Tags,
  twitter: Tags,
  json_ld: Type.Record(Type.String(), Type.Unknown(), { examples: [{ "@type": "AudioObject" }] }),
  warnings: Warnings,
  policy_revision: PolicyRevision,
  checksum: Checksum,
});

export const TrackBody = Type.Object({
  event_type: OneOf(EVENT_TYPES),
  destination_url: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: "The shared destination, as allowed by the policy, or a short link of this service.",
    examples: ["/tracks/42"],
  }),
  client_event_id: Text(128, {
    description: "Your own id of this event: it counts once within the dedupe window.",
    examples: ["7f1c0c9e-copy-1"],
  }),
});

export const TrackResponse = Type.Object({
  counted: Type.Boolean(),
  replay_reason: Nullable(Type.Literal("in_window_duplicate"), { examples: [null] }),
  event_type: OneOf(EVENT_TYPES),
  destination_url: Type.String({ examples: [EXAMPLE_TRACK] }),
  client_event_id: Type.String({ examples: ["7f1c0c9e-copy-1"] }),
  dedupe_window_hours: Type.Integer(),
});
