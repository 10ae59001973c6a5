import { Type } from "@sinclair/typebox";
import { SECOND_MS } from "../../kit/clock.ts";
import { type CheckedJson, checkedJson } from "../../kit/formats/checked-json.ts";
import { randomHex } from "../../kit/ids.ts";
import { systemRandom } from "../../kit/random.ts";
import { signRequest } from "../call/sign-request.ts";
import { CommandFailed } from "../command.ts";
import type { PartnerCaller } from "./partner.ts";

const TIMEOUT_MS = 30 * SECOND_MS;
/** Without a heartbeat for this long, a stream is lost. */
const SILENCE_MS = 40 * SECOND_MS;

/** A refusal by the server. */
export class Refused extends CommandFailed {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** No answer came, or it ended early. */
export class NoAnswer extends CommandFailed {}

interface Asked {
  method: "GET" | "POST";
  target: string;
  body?: object;
}

/** A signed request's JSON answer. @throws Refused, NoAnswer */
export async function ask<Answer>(
  caller: PartnerCaller,
  { method, target, body }: Asked,
  { read }: CheckedJson<Answer>,
): Promise<Answer> {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const isChange = method === "POST";
  const { url, headers } = signRequest(caller, {
    method,
    target,
    body: bytes,
    nonce: isChange ? randomHex(16, systemRandom) : null,
    idempotencyKey: isChange ? `cli-${randomHex(12, systemRandom)}` : null,
  });
  const response = await send(caller, url, {
    method,
    headers: [
      ...headers,
      ...caller.headers,
      ...(bytes === null ? [] : [["content-type", "application/json"] as [string, string]]),
    ],
    ...(bytes === null ? {} : { body: bytes }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return read(await response.text());
}

/** The bytes of a stream of events; they end with the stream, or when the signal is aborted. @throws Refused, NoAnswer */
export async function* openStream(
  caller: PartnerCaller,
  { target, lastEventId }: { target: string; lastEventId: string | null },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const plain = { method: "GET", target, body: null, nonce: null, idempotencyKey: null };
  const { url, headers } = signRequest(caller, plain);
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener("abort", end);
  let silence = setTimeout(end, SILENCE_MS);
  try {
    const own: [string, string][] = [...caller.headers, ["accept", "text/event-stream"]];
    if (lastEventId !== null) own.push(["last-event-id", lastEventId]);
    const response = await send(caller, url, { headers: [...headers, ...own], signal: ending.signal });
    if (response.body === null) throw new NoAnswer("The stream is empty.");
    for await (const chunk of response.body) {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
      yield chunk;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof CommandFailed) throw error;
    throw new NoAnswer(`The stream of ${caller.baseUrl} broke off: ${describe(error)}.`);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", end);
    end();
  }
}

async function send({ baseUrl }: PartnerCaller, url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "manual" });
  } catch (error) {
    throw new NoAnswer(
      `No answer from ${baseUrl}: ${describe(error)}. Is the server running there? Another address: --base-url`,
    );
  }
  if (response.ok) return response;
  throw new Refused(response.status, refusalWords(baseUrl, response.status, await response.text()));
}

function refusalWords(baseUrl: string, status: number, text: string): string {
  const { error, message } = membersOf(text);
  if (error === undefined || message === undefined)
    return `${baseUrl} answered ${status}, and not as salute does: is this its address? Another one: --base-url`;
  return `${baseUrl} answered ${status} ${error}: ${message}`;
}

const REFUSAL = checkedJson("The refusal", Type.Object({ error: Type.String(), message: Type.String() }));

function membersOf(text: string): { error?: string; message?: string } {
  try {
    return REFUSAL.read(text);
  } catch {
    return {};
  }
}

/** A receiver's answer: its status, or the reason why there is none. */
export interface Receipt {
  status: number | null;
  error: string | null;
  duration_ms: number;
}

const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS;

/** Posts one delivery. */
export async function deliver(url: string, headers: Record<string, string>, body: string): Promise<Receipt> {
  const startedAt = performance.now();
  const receipt = (status: number | null, error: string | null): Receipt => ({
    status,
    error,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  try {
    const signal = AbortSignal.timeout(RECEIVER_TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.arrayBuffer();
    return receipt(response.status, null);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    return receipt(null, isTimeout ? "it took longer than 10 s" : describe(error));
  }
}

/** The cause behind Node's "fetch failed", and Bun's message without its advice. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : "";
  if (["ECONNREFUSED", "ConnectionRefused"].includes(code)) return "connection refused";
  const message = cause.message.replace(/ For more information, pass .*$/, "");
  return (message || code).replace(/\.$/, "");
}
