import { limitSubject } from "../../kit/network/addresses.ts";
import type { ErrorRef } from "../answers/catalog.ts";
import { refuseExceeded } from "../rate-limit.ts";
import { announced, type HttpServices } from "../services.ts";
import type { Access, AccessDocument, Admission, Guard, PublicLimit } from "./access.ts";
import type { Actor } from "./actor.ts";
import { isOwnProbe } from "./own-probe.ts";

const ANONYMOUS: Actor = { kind: "anonymous" };

/** Anyone, counted per address. */
export class PublicAccess implements Access {
  readonly kind = "public";
  readonly readsBodyFirst = false;
  readonly refusesUnknownQuery = false;
  readonly isPublic = true;
  readonly showsRetryClass = false;
  readonly needsFormToken = false;
  readonly isCounted: boolean;
  readonly codes: readonly ErrorRef[];
  readonly changeCodes: readonly ErrorRef[] = [];
  readonly document: AccessDocument;

  constructor(
    readonly limit: PublicLimit | null,
    private readonly guard: Guard | null,
  ) {
    this.isCounted = limit !== null;
    this.codes = limit === null ? [] : ["rate_limited", "server_error", "db_unavailable"];
    this.document = {
      audience: "Public",
      sentence: guard === null ? "Needs no credentials." : "Takes a bearer token if the server requires one.",
      extensions: {},
      credentials: () => (guard === null ? [] : [[guard.credential], []]),
      changeHeaders: [],
    };
  }

  admit({ exchange, services }: Admission): Actor {
    if (this.limit !== null) countAddress(this.limit, services, exchange);
    this.guard?.admit(exchange.request, exchange.headers);
    return ANONYMOUS;
  }

  change(): never {
    throw new Error("public operations make no recorded changes");
  }
}

function countAddress(limit: PublicLimit, services: HttpServices, exchange: Admission["exchange"]): void {
  const allowed = perMinute(limit, services);
  if (allowed === 0 || isOwnProbe(exchange, services)) return;
  const state = services.limiter.count(limit, limitSubject(exchange.address), allowed);
  exchange.noteLimit(state);
  refuseExceeded(state, exchange.now);
}

function perMinute(limit: PublicLimit, { limits }: HttpServices): number {
  switch (limit) {
    case "pages":
      return limits.pages;
    case "public_api":
      return limits.publicApi;
    default:
      return announced(limit, limits);
  }
}

/** Access without credentials, or with a bearer token that the guard checks; `null` is not counted (health). */
export function anyone(limit: PublicLimit | null = "public_api", guard: Guard | null = null): PublicAccess {
  return new PublicAccess(limit, guard);
}
