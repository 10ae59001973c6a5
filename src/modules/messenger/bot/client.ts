import { SECOND_MS } from "../../../kit/clock.ts";
import { readAnswer } from "../../../kit/network/read-answer.ts";
import type { BotApi } from "../telegram/index.ts";

/** Telegram's answers about the bot, without its token. */
export interface LiveFacts {
  me: CallResult<{ id: number; username: string }>;
  webhook: CallResult<{ url: string; lastError: string | null; pending: number }>;
  commands: CallResult<readonly string[]>;
  menuButton: CallResult<{ type: string; url: string | null }>;
}

/** `isAnswered` is false if the Bot API was not reached. */
export type CallResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; reason: string; isAnswered: boolean };

/** For all calls together. */
const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_ANSWER_BYTES = 65_536;

/** Asks the Bot API about the bot. Takes at most five seconds and never throws. */
export async function askTelegram(botApi: BotApi, token: string): Promise<LiveFacts> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const ask = <Value>(method: string, parse: (result: unknown) => Value | null) =>
    call(`${botApi(token)}/${method}`, { signal, parse, token });
  const [me, webhook, commands, menuButton] = await Promise.all([
    ask("getMe", meOf),
    ask("getWebhookInfo", webhookOf),
    ask("getMyCommands", commandsOf),
    ask("getChatMenuButton", menuButtonOf),
  ]);
  return { me, webhook, commands, menuButton };
}

async function call<Value>(
  url: string,
  { signal, parse, token }: { signal: AbortSignal; parse: (result: unknown) => Value | null; token: string },
): Promise<CallResult<Value>> {
  try {
    const response = await fetch(url, { signal, redirect: "error" });
    const text = String(await readAnswer(response, MAX_ANSWER_BYTES)).replaceAll(token, "<token>");
    const answer = fieldsOf(JSON.parse(text));
    if (answer.ok !== true) return refused(answer.description, response.status);
    const value = parse(answer.result);
    return value === null
      ? { ok: false, reason: "returned an unknown format", isAnswered: true }
      : { ok: true, value };
  } catch (error) {
    const reason = signal.aborted ? "was not answered within 5 s" : `was not answered: ${nameOf(error)}`;
    return { ok: false, reason: reason.replaceAll(token, "<token>"), isAnswered: false };
  }
}

/** The code of a network error, or the first line of its message. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  if ("code" in error && typeof error.code === "string" && error.code !== "") return error.code;
  return error.message.split("\n", 1)[0]?.slice(0, 200) ?? error.name;
}

function refused(description: unknown, status: number): { ok: false; reason: string; isAnswered: true } {
  const text = typeof description === "string" ? description.slice(0, 200) : "no reason given";
  return { ok: false, reason: `was answered ${status}: ${text}`, isAnswered: true };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function meOf(result: unknown): { id: number; username: string } | null {
  const { id, username } = fieldsOf(result);
  return typeof id === "number" ? { id, username: typeof username === "string" ? username : "" } : null;
}

function webhookOf(result: unknown): { url: string; lastError: string | null; pending: number } | null {
  const { url, last_error_message: error, pending_update_count: pending } = fieldsOf(result);
  if (typeof url !== "string") return null;
  return {
    url,
    lastError: typeof error === "string" ? error.slice(0, 200) : null,
    pending: typeof pending === "number" ? pending : 0,
  };
}

function commandsOf(result: unknown): string[] | null {
  if (!Array.isArray(result)) return null;
  return result.map((each) => String(fieldsOf(each).command ?? ""));
}

function menuButtonOf(result: unknown): { type: string; url: string | null } | null {
  const { type, web_app } = fieldsOf(result);
  if (typeof type !== "string") return null;
  const { url } = fieldsOf(web_app);
  return { type, url: typeof url === "string" ? url : null };
}
