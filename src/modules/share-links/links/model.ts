import { Type } from "@sinclair/typebox";
import {
  Characters,
  Described,
  Flag,
  Nullable,
  OneOf,
  Text,
  Timestamp,
} from "../../../http/schema/shapes.ts";
import { CHANNELS } from "./channels/channels.ts";
import { ChannelList } from "./channels/choose-channels.ts";
import { UNITS, type Unit } from "./channels/lengths.ts";
import { landingFields } from "./landing/landing.ts";
import { SERVICE_NAMES } from "./landing/services.ts";
import { DestinationShape, EXAMPLE_TRACK } from "./shapes.ts";
import { LIFETIME_UNITS } from "./short-links/lifetime.ts";
import { IssuedLinkShape } from "./short-links/model.ts";
import { WARNINGS } from "./validation/warnings.ts";
import { EVENT_TYPES } from "./visits/track-event.ts";

const destinationQuery = {
  track_url: Type.Optional(
    Type.String({
      description: "A track's page: a path of the site, or a whole address that the policy allows.",
    }),
  ),
  file_url: Type.Optional(
    Type.String({
      description:
        "An audio file, in the same form as track_url. If both are given, prefer says which one is shared.",
    }),
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
      description: "Kind of the short link: plain, the default, or signed, which ends in its signature.",
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
    code: OneOf(Object.keys(WARNINGS), {
      description: "Code of the warning, as warnings.json lists it.",
      examples: ["unknown_channel"],
    }),
    message: Type.String({ description: "Explanation in a sentence." }),
    field: Nullable(Type.String(), {
      description: "Name of the field; null if it concerns none.",
      examples: ["channels"],
    }),
    channel: Nullable(Type.String(), {
      description: "Id of the channel; null if the warning concerns none.",
    }),
    nearest: Nullable(Type.String(), {
      description: "The most similar known name; null if none is similar.",
      examples: ["telegram"],
    }),
    asked: Nullable(Type.Integer(), { description: "The requested number; null if it is not a number." }),
    used: Nullable(Type.Integer(), {
      description: "The number that was used instead; null if the warning concerns none.",
    }),
  },
  { title: "AudioShareWarning" },
);

export const Warnings = Type.Array(WarningShape, {
  description: "The request succeeded with these deviations.",
  examples: [[]],
});

export const Checksum = Type.String({
  description:
    "SHA-256 of this answer's RFC 8785 form without checksum, as in X-Audio-Share-Checksum and ETag.",
  pattern: "^[0-9a-f]{64}$",
});

export const PolicyRevision = Type.String({
  description: "Revision of the policy that was applied to the request.",
  examples: ["built-in-1"],
});

export const LinksResponse = Type.Object({
  destination: Described(DestinationShape, "The shared destination."),
  links: Type.Array(
    Type.Object({
      channel: OneOf(
        CHANNELS.map((each) => each.id),
        { description: "Id of the channel." },
      ),
      label: Type.String({ description: "Name of the channel, shown to people.", examples: ["X"] }),
      delivery: OneOf(["intent", "copy", "native"], {
        description: "Open url; or copy text; or pass title, text and url to the browser's share sheet.",
      }),
      url: Nullable(Type.String(), {
        description: "Null if the channel has no address that opens it: text is then ready to paste.",
        examples: ["https://x.com/intent/post?text=Listen&url=https%3A%2F%2Fsalute.example%2Ftracks%2F42"],
      }),
      text: Type.String({ description: "The text of the message.", examples: ["Listen"] }),
      length: Type.Object(
        {
          unit: Described(Type.Unsafe<Unit>(OneOf(Object.keys(UNITS))), "Unit of the length."),
          max: Nullable(Type.Integer(), {
            description: "Largest length of a text, in units; null without a limit.",
            examples: [280],
          }),
          used: Type.Integer({ description: "Length of this text, in units.", examples: [30] }),
          remaining: Nullable(Type.Integer(), {
            description: "Units left for further text; null without a limit.",
            examples: [250],
          }),
          truncated: Type.Boolean({ description: "Whether the text was shortened.", examples: [false] }),
        },
        { description: "Length of the text, and the channel's limit." },
      ),
    }),
    { description: "Links that share the destination, one per channel." },
  ),
  short: Nullable(IssuedLinkShape, {
    description: "The short link; null unless use_short or landing asked for one.",
  }),
  warnings: Warnings,
  policy_revision: PolicyRevision,
  checksum: Checksum,
});

const Tags = Type.Record(Type.String(), Type.String(), { examples: [{ "og:title": "Winter" }] });

export const PreviewResponse = Type.Object({
  destination: Described(DestinationShape, "The shared destination."),
  card: Type.Object(
    {
      title: Type.String({ description: "Title of the card.", examples: ["Winter"] }),
      description: Type.String({ description: "Description of the card, in a sentence." }),
      url: Type.String({ description: "Address to which the card leads.", examples: [EXAMPLE_TRACK] }),
      site_name: Type.String({ description: "Name of the site.", examples: ["salute.example"] }),
      audio_url: Nullable(Type.String(), {
        description: "Address of the audio file; null if the share has none.",
        examples: [null],
      }),
    },
    { description: "Contents of a link preview." },
  ),
  open_graph: Described(Tags, "Open Graph tags, by name."),
  twitter: Described(Tags, "Twitter card tags, by name."),
  json_ld: Type.Record(Type.String(), Type.Unknown(), {
    description: "Structured data for search engines.",
    examples: [{ "@type": "AudioObject" }],
  }),
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
  counted: Type.Boolean({ description: "Whether the event was counted." }),
  replay_reason: Nullable(Type.Literal("in_window_duplicate"), {
    description:
      "Why the event was not counted: in_window_duplicate, an event with its id was counted within the dedupe window. Null if it was counted.",
    examples: [null],
  }),
  event_type: OneOf(EVENT_TYPES, { description: "Type of the event, as reported." }),
  destination_url: Type.String({
    description: "Address to which the link leads.",
    examples: [EXAMPLE_TRACK],
  }),
  client_event_id: Type.String({
    description: "The id that the client gave the event.",
    examples: ["7f1c0c9e-copy-1"],
  }),
  dedupe_window_hours: Type.Integer({ description: "Hours in which a repeated event counts once." }),
});
