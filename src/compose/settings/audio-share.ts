import { setting } from "./setting.ts";
import { acceptOnly, baseUrl, headerName, optional, whole } from "./values.ts";

/** Allowed destinations of share links, and the handling of their events (contract section 14). */
export const AUDIO_SHARE_SETTINGS = {
  shortLinksLimit: setting("RATE_LIMIT_SHORT_LINKS_PER_MIN", {
    fallback: "600",
    example: "600",
    meaning: "Requests to /s/audio per minute and address; 0 disables the limit",
    parse: whole(0, 1e9),
  }),
  audioSiteBaseUrl: setting("AUDIO_SITE_BASE_URL", {
    fallback: "",
    example: "https://music.example.com",
    meaning:
      "Target site of audio-share links: paths resolve against it, its origin is always allowed; unset: PUBLIC_BASE_URL",
    parse: baseUrl,
  }),
  audioSharePolicyFile: setting("AUDIO_SHARE_POLICY_FILE", {
    fallback: "",
    example: "/etc/salute/audio-share-policy.json",
    meaning:
      "JSON {allow, deny, schemes, ports, max_length, landing, revision}: further allowed targets, and whether landing pages are; unset: that site only",
    parse: optional,
  }),
  audioShareDedupeHours: setting("AUDIO_SHARE_DEDUPE_HOURS", {
    fallback: "24",
    example: "24",
    meaning: "Hours within which an audio-share client_event_id counts once",
    parse: whole(1, 720),
  }),
  audioShareCountryHeader: setting("AUDIO_SHARE_COUNTRY_HEADER", {
    fallback: "",
    example: "CF-IPCountry",
    meaning:
      "Header in which your proxy gives a visitor's country (two letters), for statistics of share links; the proxy must replace the visitor's own",
    parse: headerName,
  }),
  audioShareTrackAuth: setting("AUDIO_SHARE_TRACK_AUTH", {
    fallback: "optional",
    example: "required",
    meaning: "Whether audio-share events need a bearer token (salute track-tokens): optional or required",
    parse: acceptOnly("optional", "required"),
  }),
} as const;
