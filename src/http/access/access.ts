import type { Actor } from "../actor.ts";
import type { ErrorRef } from "../catalog.ts";
import type { Change } from "../change.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpServices } from "../services.ts";

/** A request that asks to be admitted. */
export interface Admission {
  exchange: Exchange;
  services: HttpServices;
  /** The body's exact bytes; empty unless the access reads it first. */
  body: Uint8Array;
  /** Whether a page's form was sent. */
  isForm: boolean;
  /** The path of the other key mode's operation for the same thing, where the build has one. */
  twin: string | null;
}

/** A look at a public request's bearer token, before anything else of it is read. */
export interface Guard {
  /** The token, as the OpenAPI document describes it. */
  credential: Credential;
  /** Sets the headers that the answer then bears. @throws Problem for a caller that may not */
  admit(request: Request, headers: Record<string, string>): void;
}

/** A limit of the process, or one that a module announces, by its name. */
export type PublicLimit = "public_api" | "pages" | (string & {});

/** A credential as OpenAPI's security schemes describe it. */
export interface Credential {
  /** The scheme's name in the document. */
  name: string;
  scheme:
    | { type: "apiKey"; in: "header"; name: string; description: string }
    | { type: "http"; scheme: "bearer"; description: string };
}

/** Request headers of changes, by the name of their OpenAPI component. */
export type ChangeHeader =
  | "Nonce"
  | "SandboxNonce"
  | "IdempotencyKey"
  | "OptionalIdempotencyKey"
  | "CsrfToken";

/**
 * A kind of caller with what it must show: it admits, limits, deduplicates and documents itself, so that a new kind is
 * one more implementation and no branch elsewhere.
 */
export interface Access {
  readonly kind: string;
  /** Whether the body takes part in authentication; it is read first then, and after admission for all others. */
  readonly readsBodyFirst: boolean;
  /** Whether unknown query parameters are refused. */
  readonly refusesUnknownQuery: boolean;
  /** Whether requests are counted against a limit, and as usage. */
  readonly isCounted: boolean;
  /** Whether everybody may read: shared caches keep answers, and pages of all origins read GETs. */
  readonly isPublic: boolean;
  /** Whether failures carry `retry_class`. */
  readonly showsRetryClass: boolean;
  /** Whether forms carry the session's token. */
  readonly needsFormToken: boolean;
  /** Codes that admission implies. */
  readonly codes: readonly ErrorRef[];
  /** Codes that a change implies beside those. */
  readonly changeCodes: readonly ErrorRef[];
  readonly document: AccessDocument;
  /** Who is calling, and may they. @throws Problem unauthorized, forbidden, rate_limited … */
  admit(admission: Admission): Actor;
  /** Carries out a change once, however often it is sent. */
  change(change: Change): Promise<Response>;
}

/** How the OpenAPI document presents an access. */
export interface AccessDocument {
  /** Prefix of the names of answers that operations share: Partner, Public … */
  audience: string;
  /** Who may call, as a sentence. */
  sentence: string;
  /** Scopes or roles of the first credential. */
  roles: readonly string[];
  /** Further members of the operation object. */
  extensions: Readonly<Record<string, string>>;
  /** Sets of credentials, each enough by itself; an empty set is none at all. */
  credentials: (isChange: boolean) => readonly (readonly Credential[])[];
  /** Headers of a change. */
  changeHeaders: readonly ChangeHeader[];
}
