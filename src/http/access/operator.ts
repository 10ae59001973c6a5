import type { ErrorRef } from "../answers/catalog.ts";
import type { Change } from "../change.ts";
import type { Access, AccessDocument, Admission } from "./access.ts";
import type { Actor, Role } from "./actor.ts";
import { authorizeOperator } from "./operator-auth.ts";
import { changeByOperator } from "./operator-change.ts";

const OPERATOR_TOKEN = {
  name: "operatorToken",
  scheme: {
    type: "http",
    scheme: "bearer",
    description: "An operator's token, as `salute operators create` prints it once.",
  },
} as const;

export interface OperatorOptions {
  /** Also admits addresses that the server lists. */
  orAddresses?: boolean;
  /** Refuses bearer tokens, so that a stolen one cannot be used here. */
  sessionOnly?: boolean;
}

/** Operators with at least this role, by bearer token or session (contract section 12). */
export class OperatorAccess implements Access {
  readonly kind = "operator";
  readonly readsBodyFirst = false;
  readonly refusesUnknownQuery = true;
  readonly isCounted = true;
  readonly isPublic = false;
  readonly showsRetryClass = false;
  readonly needsFormToken = true;
  readonly codes: readonly ErrorRef[] = [
    "forbidden",
    "rate_limited",
    "invalid_query",
    "server_error",
    "db_unavailable",
  ];
  readonly changeCodes: readonly ErrorRef[] = ["idempotency_conflict", "safe_mode", "invalid_payload"];
  readonly document: AccessDocument;
  readonly orAddresses: boolean;
  readonly sessionOnly: boolean;

  constructor(
    readonly role: Role,
    { orAddresses = false, sessionOnly = false }: OperatorOptions,
  ) {
    this.orAddresses = orAddresses;
    this.sessionOnly = sessionOnly;
    this.document = {
      audience: "Operator",
      sentence: `For operators of the role \`${role}\`${role === "owner" ? "" : " or a higher one"}${orAddresses ? ", and for addresses that the server lists" : ""}.`,
      extensions: { "x-role": role },
      credentials: () => (orAddresses ? [[OPERATOR_TOKEN], []] : [[OPERATOR_TOKEN]]),
      changeHeaders: ["OptionalIdempotencyKey", "CsrfToken"],
    };
  }

  admit(admission: Admission): Actor {
    return authorizeOperator(this, admission);
  }

  change(change: Change): Promise<Response> {
    return changeByOperator(change);
  }
}

/** Access for operators with at least this role. */
export function operator(role: Role, options: OperatorOptions = {}): OperatorAccess {
  return new OperatorAccess(role, options);
}
