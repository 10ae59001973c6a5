import type { TSchema } from "@sinclair/typebox";
import type { Access } from "./access/access.ts";
import type { AnswerHeader } from "./answer.ts";
import type { ErrorRef } from "./catalog.ts";
import type { Context } from "./context.ts";
import type { Ending } from "./ending.ts";
import type { Problem } from "./problem.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Documented {
  /** operationId in OpenAPI. */
  id: string;
  method: Method;
  /** Path with parameters in braces: /api/partner/users/{user_id} */
  path: string;
  /** Further paths that lead to the same, segment by segment; they are in no document. */
  aliases?: readonly string[];
  group: string;
  summary: string;
  description?: string;
  access: Access;
  /** Status of success; 303 for a form, which leads to the page that shows what came of it. */
  status: 200 | 201 | 303;
  /** JSON shape of a 202: begun, and not done yet. Such an operation may answer `Accepted`. */
  accepted?: TSchema;
  /** JSON shape of success; or the media type of what is answered as it is. */
  response: TSchema | MediaResponse;
  /** Codes beyond those that access, body and mutation imply. */
  errors: readonly ErrorRef[];
  /** Set where the operation is to be withdrawn, or was. */
  ending?: Ending;
  /** Whether success may also be a 304. */
  validators?: boolean;
  /** Where success may also be a redirect: what leads to one, in a sentence. */
  redirects?: string;
  /** Further media types of a success, which a parameter selects. */
  otherResponses?: readonly MediaResponse[];
  /** Headers of its own that every success bears. */
  answerHeaders?: readonly AnswerHeader[];
  /** Whether pages of other origins may call it after a preflight, as they may call every public GET without one. */
  crossOrigin?: boolean;
  /** An example body that validates and, on a fresh demo start, works. */
  example?: object;
  /** Of pages: what a browser is shown of a refusal; programs, and all where it is unset, get the problem as JSON. */
  refusal?: (problem: Problem, refused: Refused) => Response;
}

/** The request that a page refuses. */
export interface Refused {
  requestId: string;
  /** Path and query as they were asked for. */
  target: string;
  /**
   * Null where path or query could not be read, or the caller was not admitted. Its body is what was entered, as
   * text.
   */
  context: Context | null;
}

/** An answer that is not our JSON: CSV, a document, a page. */
export interface MediaResponse {
  /** Without parameters: text/csv */
  mediaType: string;
  description: string;
  /** Text; an object for JSON and YAML. */
  example?: string | object;
}
