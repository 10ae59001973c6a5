import type { TSchema } from "@sinclair/typebox";
import type { JsonLimits } from "../kit/formats/json.ts";
import type { Access } from "./access/access.ts";
import type { AnswerHeader } from "./answers/answer.ts";
import type { ErrorRef } from "./answers/catalog.ts";
import type { Problem } from "./answers/problem.ts";
import type { Context } from "./context.ts";
import type { Ending } from "./ending.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Declaration {
  /** operationId in OpenAPI. */
  id: string;
  method: Method;
  /** Path with parameters in braces: /api/partner/users/{user_id} */
  path: string;
  /** Alternative paths for the same operation, segment by segment; not documented. */
  aliases?: readonly string[];
  group: string;
  summary: string;
  /** Meaning of a success, in one sentence; a read whose summary begins with Read, List, Get or Export needs none. */
  outcome?: string;
  description?: string;
  access: Access;
  /** Status of success; 303 for a form, which redirects to the page with the result. */
  status: 200 | 201 | 303;
  /** JSON shape of a 202: started, and not finished. Such an operation may answer `Accepted`. */
  accepted?: TSchema;
  /** JSON shape of success, or the media type of other content. */
  response: TSchema | MediaResponse;
  /** Codes beyond those implied by access, body and mutation. */
  errors: readonly ErrorRef[];
  /** Set if the operation will be or was withdrawn. */
  ending?: Ending;
  /** Whether success may also be a 304. */
  validators?: boolean;
  /** If success may also be a redirect: its cause, in one sentence. */
  redirects?: string;
  /** Further media types of a success, which a parameter selects. */
  otherResponses?: readonly MediaResponse[];
  /** The operation's own headers, present in every success. */
  answerHeaders?: readonly AnswerHeader[];
  /**
   * Whether pages of other origins may call it after a preflight; every public GET is open to them without one, unless
   * this is false.
   */
  crossOrigin?: boolean;
  /** Limits on its body, if it needs more than others. */
  bodyLimits?: JsonLimits & { bytes: number };
  /** Media type that the body may have instead of JSON: its text counts as the one member `field`. */
  textBody?: { mediaType: string; field: string; example: string };
  /** Whether an answer may take longer than idle connections live. */
  slow?: boolean;
  /** An example body that validates and, on a fresh demo start, works. */
  example?: object;
  /**
   * For pages: the page that a browser gets for a refusal; programs, and all callers if unset, get the problem as
   * JSON.
   */
  refusal?: (problem: Problem, refused: Refused) => Response;
  /** Members of every refusal as JSON. */
  refusalMembers?: object;
}

/** The refused request. */
export interface Refused {
  requestId: string;
  /** Path and query as requested. */
  target: string;
  header: (name: string) => string | null;
  /** Null if path or query could not be read, or the caller was not admitted. Its body is the input as text. */
  context: Context | null;
}

/** An answer other than our JSON: CSV, a document, a page. */
export interface MediaResponse {
  /** Without parameters: text/csv */
  mediaType: string;
  /** A second one, for callers whose Accept header prefers it. */
  orMediaType?: string;
  description: string;
  /** Text; an object for JSON and YAML. */
  example?: string | object;
}
