import { withPrecondition } from "../db/precondition.ts";
import { limitSubject } from "../kit/network/addresses.ts";
import { CSRF_FIELD, requireFormToken } from "./access/operator-auth.ts";
import { isOwnProbe } from "./access/own-probe.ts";
import { requireSameOrigin } from "./access/same-origin.ts";
import { type Answer, Cacheable } from "./answers/answer.ts";
import { allowOrigins } from "./answers/preflight.ts";
import { refuse } from "./answers/refusal.ts";
import { wantsMeta, withoutBody } from "./answers/respond.ts";
import { toResponse } from "./answers/to-response.ts";
import type { Change } from "./change.ts";
import { type CompiledOperation, compile } from "./compile.ts";
import type { Context } from "./context.ts";
import { addEndingHeaders, refuseEnded } from "./ending.ts";
import { beginExchange, type Endpoint, type Exchange } from "./exchange.ts";
import { parseBody } from "./input/body.ts";
import { type FormParser, isFormType } from "./input/form.ts";
import { refuseBodyOfRead, refuseCutOff } from "./input/uploads.ts";
import type { Actor, Operation } from "./operation.ts";
import { logRequest, traceRequest } from "./report-request.ts";
import { letGo, RequestContext } from "./request-context.ts";
import { refuseInSafeMode } from "./safe-mode.ts";
import type { Call, HttpServices } from "./services.ts";

/** Builds the endpoint of an operation: every check in the order of contract section 3, then its own code. */
export function createEndpoint(
  operation: Operation,
  services: HttpServices,
  twin: string | null = null,
): Endpoint {
  const compiled = compile(operation, twin);
  return (request, connection) => {
    const exchange = beginExchange(request, connection, services);
    if (services.tracer !== null) exchange.trace = services.tracer.begin(request.headers.get("traceparent"));
    const call = { compiled, exchange, services };
    if (compiled.isOpenToOrigins) allowOrigins(operation, exchange.headers);
    let answered: Response | Promise<Response>;
    try {
      refuseEnded(operation.ending, exchange.now);
      answered = answer(call);
    } catch (error) {
      answered = refuse(error, call, compiled);
    }
    if (answered instanceof Promise || exchange.method === "HEAD") return finishLater(call, answered);
    return finish(call, answered);
  };
}

/** A call of a compiled operation. */
interface CompiledCall extends Call {
  compiled: CompiledOperation;
}

/** Who asks, and the body's exact bytes. */
interface AdmittedRequest {
  actor: Actor;
  body: Uint8Array;
}

async function finishLater(call: CompiledCall, answered: Response | Promise<Response>): Promise<Response> {
  let response: Response;
  try {
    response = await answered;
  } catch (error) {
    response = refuse(error, call, call.compiled);
  }
  if (call.exchange.method === "HEAD") response = await withoutBody(response);
  return finish(call, response);
}

/** Counts and logs the answer. */
function finish(call: CompiledCall, response: Response): Response {
  const { compiled, exchange, services } = call;
  const { operation, route, isCounted } = compiled;
  const answered = { route, status: response.status, durationMs: performance.now() - exchange.startedAt };
  if (exchange.file !== null) letGo(services, exchange.file, response);
  if (operation.ending !== undefined) addEndingHeaders(operation.ending, response, exchange.now);
  if (isCounted && !isOwnProbe(exchange, services)) {
    services.recordAnswer(exchange, answered);
    traceRequest(call, answered);
  }
  logRequest(call, answered);
  return response;
}

function answer(call: CompiledCall): Response | Promise<Response> {
  const { compiled, exchange, services } = call;
  const { request } = exchange;
  if (isRead(exchange)) {
    if (compiled.operation.access.readsBodyFirst) refuseBodyOfRead(exchange);
    return answerWith(call, { actor: admit(call, NO_BYTES), body: NO_BYTES });
  }
  // A body is read before admission only if the signature covers it.
  const actor = compiled.operation.access.readsBodyFirst ? null : admit(call, NO_BYTES);
  return services.uploads
    .read(request, limitSubject(exchange.address), compiled.operation.bodyLimits?.bytes)
    .then((body) => ifWhole(request, () => answerWith(call, { actor: actor ?? admit(call, body), body })));
}

function admit({ compiled, exchange, services }: CompiledCall, body: Uint8Array): Actor {
  const isForm = !isRead(exchange) && formParserFor(compiled, exchange.request) !== null;
  return compiled.operation.access.admit({ exchange, services, body, isForm, twin: compiled.twin });
}

/** Null if the body is to be JSON. */
function formParserFor(
  { formParser, operation }: CompiledOperation,
  { headers }: Request,
): FormParser | null {
  return operation.form !== null || isFormType(headers.get("content-type")) ? formParser : null;
}

/** A chunked request whose trailer is refused after its body was read commits nothing. */
function ifWhole<Value>(request: Request, work: () => Value): Value {
  if (!request.headers.has("transfer-encoding")) return work();
  return withPrecondition(() => refuseCutOff(request), work);
}

function changeOf(call: CompiledCall, admitted: AdmittedRequest): Change {
  const { compiled, exchange, services } = call;
  const { bodyLimits, id, inSafeMode, prepare, recording, status, write } = compiled.operation;
  if (write === null) throw new Error(`${id} has nothing to write`);
  const readChange = () => readInput(call, admitted);
  return {
    ...admitted,
    bodyLimits,
    exchange,
    inSafeMode,
    operation: compiled.route,
    prepare,
    readInput: readChange,
    recording,
    services,
    status,
    write,
  };
}

function answerWith(call: CompiledCall, admitted: AdmittedRequest): Response | Promise<Response> {
  const { compiled, exchange, services } = call;
  const { operation } = compiled;
  if (operation.accepted !== undefined || operation.slow === true) exchange.connection.keepOpen();
  if (operation.mutation) return operation.access.change(changeOf(call, admitted));
  const { kept } = compiled;
  const again = kept === null || kept.isEmpty ? null : kept.find(exchange.target.query);
  if (again !== null) return toResponse(operation, call, again);
  const context = readInput(call, admitted);
  if (operation.form !== null && !operation.inSafeMode) refuseInSafeMode(services.safeModeReason());
  if (operation.read === null) throw new Error(`${operation.id} has nothing to run`);
  const confirmed = isRead(exchange) ? null : services.confirmation();
  const result = operation.read(context);
  if (confirmed === null)
    return result instanceof Promise
      ? result.then((value) => respond(call, context, value))
      : respond(call, context, result);
  return Promise.resolve(result).then(async (value) => {
    // Operations allowed in safe mode, such as sign-in, are answered without confirmation while changes are stopped.
    if (!operation.inSafeMode || services.safeModeReason() === null) await confirmed();
    return respond(call, context, value);
  });
}

function respond(call: CompiledCall, context: Context, value: Answer): Response | Promise<Response> {
  const { compiled, exchange } = call;
  if (value instanceof Cacheable && value.kept !== null && !wantsMeta(context))
    compiled.kept?.keep(exchange.target.query, value);
  return toResponse(compiled.operation, call, value);
}

function isRead({ method }: Exchange): boolean {
  return method === "GET" || method === "HEAD";
}

const NO_BYTES = new Uint8Array(0);

/** Parses and checks path, query and body. @throws Problem naming the fields. */
function readInput(call: CompiledCall, { actor, body }: AdmittedRequest): Context {
  const { compiled, exchange } = call;
  const { request, target } = exchange;
  const params = compiled.readParams === null ? NO_PARAMS : compiled.readParams(target.path);
  const context = new RequestContext(call, actor, params);
  exchange.context = context;
  if (isRead(exchange)) {
    context.query = compiled.parseQuery(target.query, compiled.refuseUnknownQuery);
    return context;
  }
  const contentType = request.headers.get("content-type");
  const formParser = formParserFor(compiled, request);
  if (formParser !== null) {
    // Before anything of the form is judged: a page of another origin learns nothing.
    requireSameOrigin(request, call.services.baseUrl());
    const { [CSRF_FIELD]: token, ...entered } = formParser.entered(body, contentType);
    context.entered = entered;
    requireFormToken(actor, token);
  }
  context.query = compiled.parseQuery(target.query, compiled.refuseUnknownQuery);
  if (formParser === null) {
    const entered = parseBody(body, contentType, {
      validator: compiled.bodyValidator,
      limits: compiled.operation.bodyLimits,
      text: compiled.operation.textBody,
    });
    context.entered = entered;
    context.body = compiled.bodyValidator?.decode(entered) ?? entered;
    return context;
  }
  const { [CSRF_FIELD]: _, ...values } = formParser.values(body, contentType);
  context.body = values;
  return context;
}

const NO_PARAMS = {};
