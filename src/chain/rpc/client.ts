import type { Address, Rpc, RpcTransport, Signature, SolanaRpcApi } from "@solana/web3.js";
import { systemClock } from "../../kit/clock.ts";
import { readAnswer } from "../../kit/network/read-answer.ts";
import { failureOfStatus, RpcFailure } from "./failure.ts";

/** The only module that uses @solana/web3.js, so that moving to its successor changes only this file. */

export type Api = Rpc<SolanaRpcApi>;

/** Loaded on first use: an installation without a real chain never needs it. */
function web3(): typeof import("@solana/web3.js") {
  return require("@solana/web3.js");
}

export function asAddress(text: string): Address {
  return web3().address(text);
}

export function asSignature(text: string): Signature {
  return web3().signature(text);
}

/** Far above any answer except a scan's, which is streamed elsewhere: an address must not fill our memory. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Calls of one RPC address. They throw RpcFailure. */
export function createApi(url: string): Api {
  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]) =>
    post(url, payload, signal ?? null);
  return web3().createSolanaRpcFromTransport(transport as RpcTransport);
}

/** web3.js's own transport loses Retry-After, and Bun's JSON.parse loses digits beyond 2^53. */
async function post(url: string, payload: unknown, signal: AbortSignal | null): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload, (_, value) => (typeof value === "bigint" ? Number(value) : value)),
    redirect: "error",
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw failureOfStatus(response.status, response.headers.get("retry-after"), systemClock.now());
  }
  return parseLossless(String(await readAnswer(response, MAX_ANSWER_BYTES)));
}

/** A number of 16 digits or more outside of texts; a match inside a text only costs time. */
const LONG_NUMBER = /[:[,\s]-?\d{16}/;

function parseLossless(text: string): unknown {
  try {
    // Examining every value takes nine times as long as parsing, and most answers have no such number.
    if (!LONG_NUMBER.test(text)) return JSON.parse(text);
    return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
  } catch (error) {
    throw new RpcFailure("invalid_answer", null, { cause: error });
  }
}

function keepDigits(_: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** Whether a node reports that it is behind the others. */
function isBehind(code: number): boolean {
  const solana = web3();
  return (
    code === solana.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED ||
    code === solana.SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY
  );
}

/** A provider's own code for "too many requests", beside HTTP's. */
const PROVIDER_LIMIT = /429|too many requests|rate limit|capacity/i;

/** A failed call's error as a code. */
export function toRpcFailure(error: unknown): RpcFailure {
  if (error instanceof RpcFailure) return error;
  const { isSolanaError } = web3();
  if (isSolanaError(error) && isBehind(error.context.__code))
    return new RpcFailure("behind", null, { cause: error });
  if (isSolanaError(error))
    return new RpcFailure(PROVIDER_LIMIT.test(serverMessage(error)) ? "rate_limited" : "rpc_error", null, {
      cause: error,
    });
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError" || name === "AbortError")
    return new RpcFailure("timeout", null, { cause: error });
  const isNetwork = error instanceof Error && "code" in error;
  return new RpcFailure(isNetwork ? "connection_error" : "invalid_answer", null, { cause: error });
}

function serverMessage({ context }: { context: object }): string {
  return "__serverMessage" in context ? String(context.__serverMessage) : "";
}
