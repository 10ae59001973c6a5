import type { SaluteCall } from "./call.ts";
import { SaluteAbortError, type SaluteCallError, SaluteConnectionError, SaluteError } from "./errors.ts";
import { type CallOptions, checkOptions, type SaluteOptions } from "./options.ts";
import { isPage, parseObject, proxyError, readError } from "./refusal.ts";
import { keepResponse, readResponse, type SaluteResponse } from "./response.ts";
import { pause, Retrying } from "./retrying.ts";
import { randomUuid, signatureHeaders } from "./signing.ts";
import { VERSION } from "./version.ts";

/** Where a method's request goes, and which of its inputs goes where. */
export interface Route {
  verb: string;
  live: string;
  sandbox?: string;
  isMutation?: boolean;
  path?: readonly string[];
  query?: readonly string[];
  body?: readonly string[];
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Inputs under the interface's own names (`user_id`) or in camelCase (`userId`). */
export type EitherCase<Input> =
  | Input
  | { [Name in keyof Input as Name extends string ? Camel<Name> : Name]: Input[Name] };

type Values = Readonly<Record<string, unknown>>;

interface Success {
  text: string;
  response: SaluteResponse;
}

/** The request of a call, signed anew for each attempt. */
interface Prepared {
  call: SaluteCall;
  body: string;
  signal: AbortSignal | undefined;
}

const USER_AGENT = `salute-client-typescript/${VERSION}`;
const encoder = new TextEncoder();

/** Signs requests, sends them, retries where that is safe, and reads the answers. */
export class Caller {
  readonly #options: SaluteOptions;
  readonly #isSandbox: boolean;

  constructor(options: SaluteOptions) {
    this.#options = checkOptions(options);
    this.#isSandbox = options.keyId.startsWith("pk_sandbox_");
  }

  /** @throws SaluteCallError */
  async json<Answer extends object>(route: Route, input: object, options: CallOptions): Promise<Answer> {
    const { text, response } = await this.#call(route, input, options);
    const answer = parseObject(text);
    if (answer === null) throw proxyError(response, text);
    keepResponse(answer, response);
    return answer as Answer;
  }

  /** @throws SaluteCallError */
  async text(route: Route, input: object, options: CallOptions): Promise<string> {
    return (await this.#call(route, input, options)).text;
  }

  /** Goes through all pages by cursor, a row at a time. */
  async *each<Row>(
    route: Route,
    member: string,
    input: object,
    options: CallOptions,
  ): AsyncGenerator<Row, void> {
    let cursor: string | null = null;
    do {
      const asked: object = cursor === null ? input : { ...input, offset: undefined, cursor };
      const page = await this.json<Record<string, unknown>>(route, asked, options);
      yield* page[member] as Row[];
      cursor = (page.pagination as { next_cursor: string | null }).next_cursor;
    } while (cursor !== null);
  }

  async #call(route: Route, input: object, options: CallOptions): Promise<Success> {
    const values = interfaceNames(route, input as Values);
    const idempotencyKey = route.isMutation === true ? await intentKey(options) : null;
    const call = { method: route.verb, target: this.#targetOf(route, values), idempotencyKey, attempts: 0 };
    const body = route.verb === "GET" ? "" : JSON.stringify(pick(values, route.body ?? []));
    const { signal } = options;
    const retrying = new Retrying(this.#options);
    for (;;) {
      call.attempts++;
      const outcome = await this.#send({ call, body, signal });
      if (!(outcome instanceof Error)) return outcome;
      const original = readOriginal(outcome);
      if (original !== null) return original;
      const wait = retrying.waitAfter(outcome);
      if (wait === null) throw outcome;
      await pause(wait, outcome, signal);
    }
  }

  /** One attempt with a fresh time and nonce. */
  async #send({ call, body, signal }: Prepared): Promise<Success | SaluteCallError> {
    const { baseUrl, sandbox, timeoutMs = 30_000, fetch: send = fetch } = this.#options;
    const { method, target, idempotencyKey } = call;
    const signed = await signatureHeaders(this.#options, method, target, encoder.encode(body));
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await send(baseUrl + target, {
        method,
        headers: {
          accept: "application/json",
          "user-agent": USER_AGENT,
          ...(method === "GET" ? {} : { "content-type": "application/json" }),
          ...(sandbox === undefined ? {} : { "x-sandbox": sandbox }),
          ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
          ...signed,
        },
        redirect: "manual",
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(method === "GET" ? {} : { body }),
      });
      const text = await answer.text();
      const response = readResponse(call, answer);
      void this.#report(response);
      if (!answer.ok) return readError(response, text);
      return isPage(text) ? proxyError(response, text) : { text, response };
    } catch (cause) {
      return signal?.aborted === true
        ? new SaluteAbortError(call, cause)
        : new SaluteConnectionError(call, cause);
    }
  }

  /** Never throws nor rejects: the outcome of the call must not depend on the hook. */
  async #report(response: SaluteResponse): Promise<void> {
    try {
      await this.#options.onResponse?.(response);
    } catch {}
  }

  #targetOf(route: Route, values: Values): string {
    const template = this.#isSandbox ? (route.sandbox ?? route.live) : route.live;
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new TypeError(`${name} is needed`);
      return encodeURIComponent(String(values[name]));
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(pick(values, route.query ?? []))) {
      for (const [key, each] of pairsOf(name, value)) query.append(key, String(each));
    }
    return query.size === 0 ? path : `${path}?${query}`;
  }
}

/** A value's parameters: one, one for each item of a list, or `name.member` for each member of an object. */
function pairsOf(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((each) => [name, each]);
  if (typeof value !== "object" || value === null) return [[name, value]];
  return Object.entries(value).map(([member, each]) => [`${name}.${member}`, each]);
}

/** The inputs under the interface's names. @throws TypeError for one that the method does not take */
function interfaceNames(route: Route, input: Values): Values {
  const known = new Set([...(route.path ?? []), ...(route.query ?? []), ...(route.body ?? [])]);
  const named = Object.entries(input).map(([name, value]) => {
    const own = known.has(name) ? name : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (!known.has(own)) throw new TypeError(`${name} is no input of ${route.verb} ${route.live}`);
    return [own, value] as const;
  });
  return Object.fromEntries(named);
}

/** The caller's key, or a new one. @throws TypeError for a key that no request can carry */
async function intentKey({ idempotencyKey }: CallOptions): Promise<string> {
  if (idempotencyKey === undefined) return randomUuid();
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError("idempotencyKey must have 1 to 255 visible ASCII characters");
  return idempotencyKey;
}

function pick(values: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

/** The first answer to an intent that was carried out before; null if the outcome is another, or it is not kept. */
function readOriginal(outcome: SaluteCallError): Success | null {
  if (!(outcome instanceof SaluteError) || outcome.code !== "idempotency_replay") return null;
  const { body } = (outcome.body.original ?? {}) as { body?: object | null };
  return body === undefined || body === null
    ? null
    : { text: JSON.stringify(body), response: outcome.response };
}
