import { expect } from "bun:test";
import { resolve } from "node:path";
import { responseOf, Salute, SaluteCallError, SaluteError } from "../../clients/typescript/src/index.ts";
import { run } from "../harness/processes/programs.ts";

const PYTHON = resolve(import.meta.dir, "../../clients/python");

export interface SeenRequest {
  path: string;
  nonce: string | null;
  key: string | null;
  agent: string | null;
  sandbox: string | null;
  body: string;
  /** Port of the client's connection. */
  port: number | undefined;
}

/** Gives the prepared answers in order, then a success. */
export class PreparedServer {
  answers: Response[] = [];
  seen: SeenRequest[] = [];
  readonly #server: ReturnType<typeof Bun.serve>;

  constructor() {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request, server) => {
        const { headers, url } = request;
        const { pathname, search } = new URL(url);
        this.seen.push({
          path: pathname + search,
          nonce: headers.get("x-partner-nonce"),
          key: headers.get("idempotency-key"),
          agent: headers.get("user-agent"),
          sandbox: headers.get("x-sandbox"),
          body: await request.text(),
          port: server.requestIP(request)?.port,
        });
        return this.answers.shift() ?? Response.json({ success: true, balance: 5 });
      },
    });
  }

  get url(): string {
    return this.#server.url.origin;
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }
}

export function refusal(
  status: number,
  error: string,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Response {
  return Response.json(
    { success: false, error, message: "m", request_id: "req_1", ...more },
    { status, headers },
  );
}

/** An answer, or an exception's class and what it carries. */
interface Outcome {
  balance?: number;
  /** Of the answer's or the exception's response. */
  response?: {
    requestId: string;
    remaining: number | null;
    resetsAt: string | null;
    sunsetAt: string | null;
  };
  error?: string;
  message?: string;
  key?: string | null;
  method?: string;
  target?: string;
  attempts?: number;
}

export interface ClientOptions {
  baseUrl: string;
  keyId?: string;
  secret?: string;
  retries?: number;
  retryBudgetSeconds?: number;
  idempotencyKey?: string;
  sandbox?: string;
}

/** A client's language; `credit` sends one credit of 5, with the key quest-1 unless given another. */
interface Language {
  name: string;
  credit(options: ClientOptions): Promise<Outcome>;
}

const DEFAULTS = { keyId: "pk_live_1", secret: "sk_live_1", idempotencyKey: "quest-1" };

async function creditInTypescript(options: ClientOptions): Promise<Outcome> {
  const { retryBudgetSeconds, idempotencyKey, ...rest } = { ...DEFAULTS, ...options };
  const budget = retryBudgetSeconds === undefined ? {} : { retryBudgetMs: retryBudgetSeconds * 1000 };
  try {
    const salute = new Salute({ ...rest, ...budget });
    const intent = { user_id: 1, amount: 5, reason: "quest" };
    const answer = await salute.salutes.credit(intent, { idempotencyKey });
    return { balance: answer.balance, ...metadata(responseOf(answer)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message } = error;
    if (!(error instanceof SaluteCallError)) return { error: error.constructor.name, message };
    const { idempotencyKey: key, method, target, attempts } = error;
    return {
      ...{ error: error.constructor.name, message, key, method, target, attempts },
      ...metadata(error instanceof SaluteError ? error.response : null),
    };
  }
}

function metadata(response: ReturnType<typeof responseOf>): Pick<Outcome, "response"> {
  if (response === null) return {};
  const { requestId, rateLimit, deprecation } = response;
  return {
    response: {
      requestId,
      remaining: rateLimit?.remaining ?? null,
      resetsAt: rateLimit?.resetsAt.toISOString() ?? null,
      sunsetAt: deprecation?.sunsetAt?.toISOString() ?? null,
    },
  };
}

const PYTHON_CREDIT = `
import json, sys
from salute_client import Salute, SaluteCallError, response_of
options = json.loads(sys.argv[1])
settings = {name: options[name] for name in ("retries", "retry_budget", "sandbox") if name in options}
def iso(time):
    return None if time is None else time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
def metadata(response):
    if response is None:
        return {}
    limit, deprecation = response.rate_limit, response.deprecation
    return {"response": {
        "requestId": response.request_id,
        "remaining": limit and limit.remaining,
        "resetsAt": iso(limit and limit.resets_at),
        "sunsetAt": iso(deprecation and deprecation.sunset_at),
    }}
try:
    salute = Salute(options["baseUrl"], options["keyId"], options["secret"], **settings)
    key = options["idempotencyKey"]
    answer = salute.salutes.credit(user_id=1, amount=5, reason="quest", idempotency_key=key)
    print(json.dumps({"balance": answer["balance"], **metadata(response_of(answer))}))
except SaluteCallError as error:
    print(json.dumps({
        "error": type(error).__name__, "message": str(error), "key": error.idempotency_key,
        "method": error.method, "target": error.target, "attempts": error.attempts,
        **metadata(getattr(error, "response", None)),
    }))
except Exception as error:
    print(json.dumps({"error": type(error).__name__, "message": str(error)}))
`;

/** Runs a program with the Python client. @returns the JSON that it prints */
export async function runPython(program: string, ...args: string[]) {
  const environment = { PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: "1" };
  const ran = await run(["python3", "-c", program, ...args], { environment });
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout);
}

export const LANGUAGES: readonly Language[] = [
  { name: "TypeScript", credit: creditInTypescript },
  {
    name: "Python",
    credit: ({ retryBudgetSeconds, ...options }) =>
      runPython(PYTHON_CREDIT, JSON.stringify({ ...DEFAULTS, ...options, retry_budget: retryBudgetSeconds })),
  },
];
