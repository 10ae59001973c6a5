/** What an answer may warn of: it was done, though not just as asked. */
export const WARNINGS = {
  both_destinations: {
    title: "Both track_url and file_url were given",
    advice: "Give one, or say prefer=file; without that the track is shared.",
  },
  unknown_channel: {
    title: "A channel is not known",
    advice: "Take the nearest that the warning names, or read channels.json; the others were built.",
  },
  characters_removed: {
    title: "Control or direction-override characters were removed",
    advice: "Send text without them: they change how a message reads.",
  },
  text_truncated: {
    title: "The text was cut to fit a channel",
    advice: "Shorten it: length says how much the channel takes. The address is never cut.",
  },
  text_not_taken: {
    title: "A channel takes no text",
    advice: "It reads title and picture from the destination's own Open Graph tags.",
  },
  address_over_limit: {
    title: "The address alone is longer than a channel takes",
    advice: "Share a short link with use_short=1.",
  },
  expires_in_clamped: {
    title: "expires_in was moved into its bounds",
    advice: "policy.json has the bounds; asked and used say what became of it.",
  },
  short_options_ignored: {
    title: "token_mode or expires_in came without use_short",
    advice: "They belong to short links: add use_short=1, or leave them out.",
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
  /** The parameter that it is about; null where it is about none. */
  field: string | null;
  /** The channel; null where it is about all. */
  channel: string | null;
  /** What was meant, perhaps. */
  nearest: string | null;
  /** Of expires_in_clamped, in seconds. */
  asked: number | null;
  used: number | null;
}

/** Members in the order of their names, as RFC 8785 wants them. */
export function warn(
  code: WarningCode,
  message: string,
  rest: Partial<Omit<Warning, "code" | "message">> = {},
): Warning {
  const { asked = null, channel = null, field = null, nearest = null, used = null } = rest;
  return { asked, channel, code, field, message, nearest, used } as Warning;
}
