import { SaluteConnectionError, SaluteError } from "./errors.ts";
import { errorOf } from "./refusal.ts";
import { type Credentials, signatureHeaders } from "./signing.ts";

export interface SaluteOptions extends Credentials {
  /** The service's address, such as https://salute.example. */
  baseUrl: string;
  /** Tries after the first that was refused or not answered; 4 unless given, 0 for none. */
  retries?: number;
  /** Statuses that are tried again; 429 and 503 unless given. */
  retryStatuses?: readonly number[];
  /** Milliseconds that one try may take; 30,000 unless given. */
  timeoutMs?: number;
  /** Longest wait before a try, in milliseconds; a Retry-After beyond it is not waited for. 60,000 unless given. */
  maxWaitMs?: number;
  /** In place of the runtime's own. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** Names the intent of a change: the same key never acts twice. One is made for each call unless given. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

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

const FIRST_WAIT_MS = 500;
const encoder = new TextEncoder();

/** Signs requests, sends them, tries again where that is safe, and reads the answers. */
export class Caller {
  readonly #options: SaluteOptions;
  readonly #isSandbox: boolean;

  constructor(options: SaluteOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") };
    this.#isSandbox = options.keyId.startsWith("pk_sandbox_");
  }

  /** @throws SaluteError, SaluteConnectionError */
  async json<Answer>(route: Route, input: object, options: CallOptions): Promise<Answer> {
    return JSON.parse(await this.text(route, input, options)) as Answer;
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

  async text(route: Route, input: object, options: CallOptions): Promise<string> {
    const values = interfaceNames(route, input as Values);
    const target = this.#targetOf(route, values);
    const body = route.verb === "GET" ? "" : JSON.stringify(pick(values, route.body ?? []));
    const headers: Record<string, string> = {};
    if (route.verb !== "GET") headers["content-type"] = "application/json";
    if (route.isMutation === true) headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
    const { retries = 4, retryStatuses = [429, 503], maxWaitMs = 60_000 } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#send(route.verb, target, body, headers, options.signal);
      if (typeof outcome === "string") return outcome;
      const original = originalOf(outcome);
      if (original !== null) return original;
      const wait = waitBefore(attempt, outcome);
      if (attempt >= retries || wait > maxWaitMs || !mayRetry(outcome, retryStatuses)) throw outcome;
      await pause(wait, options.signal);
    }
  }

  /** One try with a fresh time and nonce: the answer's text, or why there is none. */
  async #send(
    method: string,
    target: string,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<string | SaluteError | SaluteConnectionError> {
    const { baseUrl, timeoutMs = 30_000, fetch: send = fetch } = this.#options;
    const bytes = encoder.encode(body);
    const signed = await signatureHeaders(this.#options, method, target, bytes);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(baseUrl + target, {
        method,
        headers: { accept: "application/json", ...headers, ...signed },
        redirect: "manual",
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(method === "GET" ? {} : { body }),
      });
      const text = await response.text();
      return response.ok ? text : errorOf(response, text);
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      return new SaluteConnectionError(`${method} ${target} got no answer`, { cause });
    }
  }

  #targetOf(route: Route, values: Values): string {
    const template = this.#isSandbox ? (route.sandbox ?? route.live) : route.live;
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new TypeError(`${name} is needed`);
      return encodeURIComponent(String(values[name]));
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(pick(values, route.query ?? []))) {
      for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
    }
    return query.size === 0 ? path : `${path}?${query}`;
  }
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

function pick(values: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

/** The first answer to an intent that was carried out before; null where the outcome is another, or it is not kept. */
function originalOf(outcome: SaluteError | SaluteConnectionError): string | null {
  if (!(outcome instanceof SaluteError) || outcome.code !== "idempotency_replay") return null;
  const { body } = (outcome.body.original ?? {}) as { body?: object | null };
  return body === undefined || body === null ? null : JSON.stringify(body);
}

/** A change keeps its Idempotency-Key, so that a try whose answer was lost is safe to repeat. */
function mayRetry(outcome: SaluteError | SaluteConnectionError, statuses: readonly number[]): boolean {
  if (outcome instanceof SaluteConnectionError) return true;
  return statuses.includes(outcome.status) || outcome.code === "replay_detected";
}

/** Milliseconds: what the answer asks for, else twice as long each time, shortened at random. */
function waitBefore(attempt: number, outcome: SaluteError | SaluteConnectionError): number {
  if (outcome instanceof SaluteError && outcome.retryAfter !== null) return outcome.retryAfter * 1000;
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
