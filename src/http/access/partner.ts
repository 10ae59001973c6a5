import type { ErrorRef } from "../answers/catalog.ts";
import type { Change } from "../change.ts";
import type { Access, AccessDocument, Admission, Credential } from "./access.ts";
import type { KeyMode, PartnerActor } from "./actor.ts";
import { admitPartner } from "./partner-admission.ts";
import { MAX_SKEW_SECONDS } from "./partner-auth.ts";
import { changeByPartner } from "./partner-change.ts";

/** Limits in addition to the key's own, by name (contract section 5). */
export interface PartnerOptions {
  mode?: KeyMode | "any";
  limit?: string | null;
}

function partnerHeader(name: string, header: string, description: string): Credential {
  return { name, scheme: { type: "apiKey", in: "header", name: header, description } };
}

const SIGNED: readonly Credential[] = [
  partnerHeader("partnerKey", "X-Partner-Key", "The key id: `pk_live_…` or `pk_sandbox_…`."),
  partnerHeader(
    "partnerTimestamp",
    "X-Partner-Timestamp",
    `Unix seconds, within ${MAX_SKEW_SECONDS} s of the server's clock.`,
  ),
  partnerHeader(
    "partnerSignature",
    "X-Partner-Signature",
    [
      "Lower-case hex HMAC-SHA256, keyed with the bytes of the secret's text (`sk_live_…`, `sk_sandbox_…`), over five lines joined by one line feed each:",
      "```text Signed text\nMETHOD\nTARGET\nTIMESTAMP\nNONCE\nhex(SHA-256(BODY))\n```",
      "TARGET is path and query exactly as sent. NONCE is the value of X-Partner-Nonce, an empty line where none is sent. BODY is the exact bytes, none for a GET. HEAD signs as HEAD.",
      "With `X-Partner-Signature-Version: 2` a sixth line follows: the Idempotency-Key, empty where none is sent.",
    ].join("\n\n"),
  ),
];
const NONCE = partnerHeader(
  "partnerNonce",
  "X-Partner-Nonce",
  "16 to 128 hex digits, signed, single use for 15 minutes: on every mutation with a live key; optional in the sandbox.",
);

const CODES: readonly ErrorRef[] = [
  "unauthorized",
  "forbidden",
  "rate_limited",
  "invalid_query",
  "invalid_payload",
  "server_error",
  "db_unavailable",
];

/** Holders of a partner key: signature, addresses, limits, mode, scope (contract section 3). */
export class PartnerAccess implements Access {
  readonly kind = "partner";
  readonly readsBodyFirst = true;
  readonly refusesUnknownQuery = true;
  readonly isCounted = true;
  readonly isPublic = false;
  readonly showsRetryClass = true;
  readonly needsFormToken = false;
  readonly codes: readonly ErrorRef[];
  readonly changeCodes: readonly ErrorRef[] = [
    "nonce_required",
    "idempotency_key_required",
    "replay_detected",
    "idempotency_replay",
    "idempotency_conflict",
    "safe_mode",
    "invalid_payload",
  ];
  readonly document: AccessDocument;

  constructor(
    readonly scope: string | null,
    readonly mode: KeyMode | "any",
    readonly limit: string | null,
  ) {
    this.codes = mode === "sandbox" ? [...CODES, "timeout"] : CODES;
    const key = mode === "any" ? "key of either mode" : `${mode} key`;
    this.document = {
      audience: "Partner",
      sentence: `Signed, with a ${key}${scope === null ? "" : ` that has the scope \`${scope}\``}.`,
      extensions: { "x-key-mode": mode, ...(scope === null ? {} : { "x-scope": scope }) },
      credentials: (isChange) => [isChange && mode === "live" ? [...SIGNED, NONCE] : SIGNED],
      changeHeaders: [mode === "live" ? "Nonce" : "SandboxNonce", "IdempotencyKey"],
    };
  }

  /** The same access for sandbox keys. */
  inSandbox(): PartnerAccess {
    return new PartnerAccess(this.scope, "sandbox", this.limit);
  }

  admit(admission: Admission): PartnerActor {
    return admitPartner(this, admission);
  }

  change(change: Change): Promise<Response> {
    return changeByPartner(change);
  }
}

/** Access of a signed partner operation; `null` means a key of any scope. */
export function partner(
  scope: string | null,
  { mode = "live", limit = null }: PartnerOptions = {},
): PartnerAccess {
  return new PartnerAccess(scope, mode, limit);
}
