/** An answered request of a sandbox key. */
export interface AnsweredRequest {
  keyId: string;
  requestId: string;
  /** Unix milliseconds. */
  at: number;
  /** Method and path template. */
  route: string;
  status: number;
  /** The error code, if it was refused. */
  refusal: string | null;
  /** Whether it was refused because the sandbox lacks the route. */
  isElsewhere: boolean;
  /** The answer of a success. */
  result: Readonly<Record<string, unknown>> | null;
}

export interface EvidenceCheck {
  name: string;
  title: string;
  howToPass: string;
  /** Scopes, any one of which allows passing it; null if every key can pass it. */
  scopes: readonly string[] | null;
  isShownBy(request: AnsweredRequest): boolean;
}

const SANDBOX = "/api/partner/sandbox";
/** Scopes with mutations: only mutations have nonces and idempotency keys that are stored. */
const CHANGING = ["credit", "debit", "donation", "users", "webhooks"];
const WEBHOOKS = ["webhooks"];

function succeeded({ route, result }: AnsweredRequest, wanted: string): boolean {
  return result !== null && route === wanted;
}

/**
 * The checks that a partner passes in the sandbox before it gets a live key (contract section 10), in addition to the
 * error rate.
 */
export const EVIDENCE_CHECKS: readonly EvidenceCheck[] = [
  {
    name: "signed_read",
    title: "A signed read",
    howToPass: `Send GET ${SANDBOX}/salutes/balance?user_id=1, signed.`,
    scopes: null,
    isShownBy: ({ route, result }) => result !== null && route.startsWith("GET "),
  },
  {
    name: "credit",
    title: "A credit",
    howToPass: `Send POST ${SANDBOX}/salutes/credit with user_id, amount and reason.`,
    scopes: ["credit"],
    isShownBy: (request) => succeeded(request, `POST ${SANDBOX}/salutes/credit`),
  },
  {
    name: "debit",
    title: "A debit",
    howToPass: `Send POST ${SANDBOX}/salutes/debit with user_id, amount and reason.`,
    scopes: ["debit"],
    isShownBy: (request) => succeeded(request, `POST ${SANDBOX}/salutes/debit`),
  },
  {
    name: "replay_refused",
    title: "A replayed nonce refused",
    howToPass:
      "Send a mutation with an X-Partner-Nonce, then another one with the same nonce: it is refused with replay_detected.",
    scopes: CHANGING,
    isShownBy: ({ refusal }) => refusal === "replay_detected",
  },
  {
    name: "idempotency_shown",
    title: "A retry that did not count twice",
    howToPass:
      "Send a mutation again, unchanged and with its Idempotency-Key, but a new nonce: idempotency_replay shows the first answer.",
    scopes: CHANGING,
    isShownBy: ({ refusal }) => refusal === "idempotency_replay",
  },
  {
    name: "webhook_registered",
    title: "A webhook registered",
    howToPass: `Send POST ${SANDBOX}/webhooks with event_type and target_url.`,
    scopes: WEBHOOKS,
    isShownBy: (request) => succeeded(request, `POST ${SANDBOX}/webhooks`),
  },
  {
    name: "signature_verified",
    title: "A webhook signature verified",
    howToPass: `Send POST ${SANDBOX}/webhooks/signature/verify with your computed signature until it answers valid: true.`,
    scopes: WEBHOOKS,
    isShownBy: (request) =>
      succeeded(request, `POST ${SANDBOX}/webhooks/signature/verify`) && request.result?.valid === true,
  },
  {
    name: "replay_exercised",
    title: "An event replayed",
    howToPass: `Send POST ${SANDBOX}/webhook-events/replay with event_ids, such as that of the seed's dead letter.`,
    scopes: WEBHOOKS,
    isShownBy: (request) =>
      succeeded(request, `POST ${SANDBOX}/webhook-events/replay`) &&
      Number(request.result?.replayed_count) > 0,
  },
];

/** Different operations that must have succeeded among the last requests. */
export const MIN_OPERATIONS = 5;

export const ERROR_RATE_CHECK = {
  name: "error_rate",
  title: "Few errors",
  howToPass: `Send requests that succeed, of at least ${MIN_OPERATIONS} different operations: under 5 % of the key's last 100 may fail. Refusals of your own input (such as 400, 404 and 409) and of routes that the sandbox lacks do not count, so test them freely; 403, 429 and 5xx are failures.`,
};

/** All checks of the promotion report, with instructions. */
export const PROMOTION_CHECKS = [...EVIDENCE_CHECKS, ERROR_RATE_CHECK].map(({ name, title, howToPass }) => ({
  name,
  title,
  howToPass,
}));

export const RECENT_REQUESTS = 100;
export const MAX_ERROR_PCT = 5;

/** Refusals, below 500, that are not of the request's own input: the client asks for too much. */
const FAILURES = [401, 403, 429];

/** Whether a request counts against the error rate, for it, or not at all: errors may be tested on purpose. */
export function classifyRequest({
  isElsewhere,
  status,
}: AnsweredRequest): "success" | "failure" | "not counted" {
  if (status < 400) return "success";
  if (isElsewhere) return "not counted";
  return status >= 500 || FAILURES.includes(status) ? "failure" : "not counted";
}
