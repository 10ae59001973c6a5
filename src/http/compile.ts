import { withCsrfToken } from "./access/operator-auth.ts";
import { KeptAnswers } from "./answers/kept-answers.ts";
import { createFormParser, type FormParser } from "./input/form.ts";
import { createParamsReader, type ParamsReader } from "./input/params.ts";
import { createQueryParser, type QueryParser, remembering } from "./input/query.ts";
import { NOTHING, type Operation } from "./operation.ts";
import { createValidator, type Validator } from "./schema/validate.ts";

/** Everything that an operation needs and that does not change between requests. */
export interface CompiledOperation {
  operation: Operation;
  /** The path of the same operation for the other key mode, if the build has one. */
  twin: string | null;
  parseQuery: QueryParser;
  bodyValidator: Validator | null;
  /** For a page's form, and for an operator's JSON change, whose members may also be sent as a form's fields. */
  formParser: FormParser | null;
  /** Null if the path has no parameters. */
  readParams: ParamsReader | null;
  refuseUnknownQuery: boolean;
  /** Method and path template: the name under which requests are counted and logged. */
  route: string;
  /** False for health. */
  isCounted: boolean;
  forPartner: boolean;
  /** Whether pages of every origin may read its answers. */
  isOpenToOrigins: boolean;
  /** For public reads: answers kept for repeated queries. */
  kept: KeptAnswers | null;
}

function formParserOf({ access, body, form, method }: Operation): FormParser | null {
  if (form !== null) return createFormParser(form);
  return access.needsFormToken && method !== "GET" ? createFormParser(withCsrfToken(body ?? NOTHING)) : null;
}

/** Everything about an operation that is worked out once, before the first request. */
export function compile(operation: Operation, twin: string | null): CompiledOperation {
  const parseQuery = createQueryParser(operation.query);
  const { access } = operation;
  const isPublicRead = access.isPublic && operation.method === "GET";
  return {
    operation,
    twin,
    parseQuery: isPublicRead ? remembering(parseQuery) : parseQuery,
    bodyValidator: operation.body === null ? null : createValidator(operation.body),
    formParser: formParserOf(operation),
    readParams: createParamsReader(operation),
    refuseUnknownQuery: access.refusesUnknownQuery,
    route: `${operation.method} ${operation.path}`,
    isCounted: access.isCounted,
    forPartner: access.showsRetryClass,
    isOpenToOrigins: access.isPublic && (operation.crossOrigin ?? isPublicRead),
    kept: isPublicRead && operation.params === null ? new KeptAnswers() : null,
  };
}
