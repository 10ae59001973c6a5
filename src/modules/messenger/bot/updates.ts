/** Kinds of updates that Telegram sends (core.telegram.org/bots/api#update). */
const KINDS = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "business_connection",
  "business_message",
  "edited_business_message",
  "deleted_business_messages",
  "message_reaction",
  "message_reaction_count",
  "inline_query",
  "chosen_inline_result",
  "callback_query",
  "shipping_query",
  "pre_checkout_query",
  "purchased_paid_media",
  "poll",
  "poll_answer",
  "my_chat_member",
  "chat_member",
  "chat_join_request",
  "chat_boost",
  "removed_chat_boost",
] as const;

/** A parsed update. */
export interface Update {
  /** Null if missing or invalid. */
  id: number | null;
  /** One of Telegram's kinds, otherwise `unknown`. */
  kind: string;
  /** A person's message to the bot in a private chat; null for everything else. */
  message: PrivateMessage | null;
}

export interface PrivateMessage {
  chatId: number;
  telegramId: number;
  firstName: string;
  /** IETF tag of the person's language; null if Telegram did not send it. */
  languageCode: string | null;
  text: string;
}

/** Parses an update. Ignores malformed parts and never throws: Telegram repeats refused updates. */
export function readUpdate(body: Readonly<Record<string, unknown>>): Update {
  const id = integerOf(body.update_id);
  const kind = KINDS.find((each) => recordOf(body[each]) !== null) ?? "unknown";
  return { id: id !== null && id >= 0 ? id : null, kind, message: messageOf(recordOf(body.message)) };
}

function messageOf(message: Record<string, unknown> | null): PrivateMessage | null {
  const chat = recordOf(message?.chat);
  const from = recordOf(message?.from);
  const chatId = integerOf(chat?.id);
  const telegramId = integerOf(from?.id);
  const text = message?.text;
  if (chat?.type !== "private" || chatId === null || telegramId === null || typeof text !== "string")
    return null;
  const firstName = typeof from?.first_name === "string" ? from.first_name : "";
  const languageCode = typeof from?.language_code === "string" ? from.language_code : null;
  return { chatId, telegramId, firstName, languageCode, text };
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function integerOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}
