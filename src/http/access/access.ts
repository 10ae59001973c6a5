import type { ErrorRef } from "../answers/catalog.ts";
import type { Change } from "../change.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpServices } from "../services.ts";
import type { Actor } from "./actor.ts";

/** A request that is to be admitted. */
export interface Admission {
  exchange: Exchange;
  services: HttpServices;
  /** The body's exact bytes; empty unless the access reads it first. */
  body: Uint8Array;
  /** Whether the request is a page's form. */
  isForm: boolean;
  /** The path of the same operation for the other key mode, if the build has one. */
  twin: string | null;
}

/** Checks a public request's bearer token before anything else of it is read. */
export interface Guard {
  /** The token, as described in the OpenAPI document. */
  credential: Credential;
  /** Sets headers of the answer. @throws Problem for a caller without permission */
  admit(request: Request, headers: Record<string, string>): void;
}

/** A limit of the process, or one announced by a module, by name. */
export type PublicLimit = "public_api" | "pages" | (string & {});

/** A credential as described by OpenAPI's security schemes. */
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
 * A kind of caller: it admits, limits, deduplicates and documents itself, so that a new kind is one more
 * implementation without branches elsewhere.
 */
export interface Access {
  readonly kind: string;
  /** Whether authentication includes the body; it is then read first, otherwise after admission. */
  readonly readsBodyFirst: boolean;
  /** Whether unknown query parameters are refused. */
  readonly refusesUnknownQuery: boolean;
  /** Whether requests count against a limit and in the usage. */
  readonly isCounted: boolean;
  /** Whether anyone may read: shared caches keep answers, and pages of all origins may read GETs. */
  readonly isPublic: boolean;
  /** Whether failures carry `retry_class`. */
  readonly showsRetryClass: boolean;
  /** Whether forms carry the session's token. */
  readonly needsFormToken: boolean;
  /** Codes that admission implies. */
  readonly codes: readonly ErrorRef[];
  /** Codes that a change implies in addition. */
  readonly changeCodes: readonly ErrorRef[];
  readonly document: AccessDocument;
  /** Identifies the caller and checks permission. @throws Problem unauthorized, forbidden, rate_limited … */
  admit(admission: Admission): Actor;
  /** Carries out a change once, however often it is sent. */
  change(change: Change): Promise<Response>;
}

/** How the OpenAPI document presents an access. */
export interface AccessDocument {
  /** Prefix of the names of answers shared by operations: Partner, Public … */
  audience: string;
  /** The allowed callers, as a sentence. */
  sentence: string;
  /** Further members of the operation object. */
  extensions: Readonly<Record<string, string>>;
  /** Alternative sets of credentials; an empty set means none is needed. */
  credentials: (isChange: boolean) => readonly (readonly Credential[])[];
  /** Headers of a change. */
  changeHeaders: readonly ChangeHeader[];
}
