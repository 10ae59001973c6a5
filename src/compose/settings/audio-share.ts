import { setting } from "./setting.ts";
import { baseUrl, oneOf, optional, whole } from "./values.ts";

/** Allowed destinations of share links, and the handling of their events (contract section 14). */
export const AUDIO_SHARE_SETTINGS = {
  shortLinksLimit: setting(
    "RATE_LIMIT_SHORT_LINKS_PER_MIN",
    "600",
    "600",
    "Requests to /s/audio per minute and address; 0 disables the limit",
    whole(0, 1e9),
  ),
  audioSiteBaseUrl: setting(
    "AUDIO_SITE_BASE_URL",
    "",
    "https://music.example.com",
    "Target site of audio-share links: paths resolve against it, its origin is always allowed; unset: PUBLIC_BASE_URL",
    baseUrl,
  ),
  audioSharePolicyFile: setting(
    "AUDIO_SHARE_POLICY_FILE",
    "",
    "/etc/salute/audio-share-policy.json",
    "JSON {allow, deny, schemes, ports, max_length, revision}: further allowed targets; unset: that site only",
    optional,
  ),
  audioShareDedupeHours: setting(
    "AUDIO_SHARE_DEDUPE_HOURS",
    "24",
    "24",
    "Hours within which an audio-share client_event_id counts once",
    whole(1, 720),
  ),
  audioShareTrackAuth: setting(
    "AUDIO_SHARE_TRACK_AUTH",
    "optional",
    "required",
    "Whether audio-share events need a bearer token (salute track-tokens): optional or required",
    oneOf("optional", "required"),
  ),
} as const;
