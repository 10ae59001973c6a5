/** The warnings of answers: the request succeeded with deviations. */
export const WARNINGS = {
  both_destinations: {
    title: "Both track_url and file_url were given",
    advice: "Give one, or send prefer=file; without that the track is shared.",
  },
  unknown_channel: {
    title: "A channel is not known",
    advice: "Use the nearest one in the warning, or read channels.json; the others were built.",
  },
  characters_removed: {
    title: "Control or direction-override characters were removed",
    advice: "Send text without them: they change how a message reads.",
  },
  text_truncated: {
    title: "The text was cut to fit a channel",
    advice: "Shorten it: length has the channel's limit. The address is never cut.",
  },
  text_not_taken: {
    title: "A channel takes no text",
    advice: "It reads title and picture from the destination's own Open Graph tags.",
  },
  address_over_limit: {
    title: "The address alone is longer than a channel allows",
    advice: "Share a short link with use_short=1.",
  },
  expires_in_clamped: {
    title: "expires_in or expires_at was moved into its bounds",
    advice: "policy.json has the bounds; asked and used are the two values.",
  },
  short_options_ignored: {
    title: "An option of short links came without use_short",
    advice: "Add use_short=1 or landing=1, or leave token_mode, expires_in, expires_at and stats out.",
  },
  landing_options_ignored: {
    title: "An option of landing pages came without landing",
    advice: "Add landing=1, or leave artist, artwork_url and services out.",
  },
  landing_off: {
    title: "Landing pages are switched off",
    advice: "The link redirects; policy.json has the operators' choice.",
  },
  idn_destination: {
    title: "The destination's host is internationalised",
    advice: "Compare both of its spellings: letters of two scripts can look alike.",
  },
} as const;

export type WarningCode = keyof typeof WARNINGS;

export interface Warning {
  code: WarningCode;
  message: string;
  /** The parameter concerned; null if there is none. */
  field: string | null;
  /** The channel concerned; null if it concerns all. */
  channel: string | null;
  /** The name that was probably meant. */
  nearest: string | null;
  /** For expires_in_clamped, in seconds. */
  asked: number | null;
  used: number | null;
}

/** Members are sorted by name, as RFC 8785 requires. */
export function warn(
  code: WarningCode,
  message: string,
  rest: Partial<Omit<Warning, "code" | "message">> = {},
): Warning {
  const { asked = null, channel = null, field = null, nearest = null, used = null } = rest;
  return { asked, channel, code, field, message, nearest, used } as Warning;
}
