import { withPrecondition } from "../db/precondition.ts";
import { limitSubject } from "../kit/network/addresses.ts";
import { requireFormToken } from "./access/operator-auth.ts";
import { isOwnProbe } from "./access/own-probe.ts";
import { requireSameOrigin } from "./access/same-origin.ts";
import { type Answer, Cacheable } from "./answers/answer.ts";
import { allowOrigins } from "./answers/preflight.ts";
import { refuse } from "./answers/refusal.ts";
import { wantsMeta, withoutBody } from "./answers/respond.ts";
import { toResponse } from "./answers/to-response.ts";
import type { Change } from "./change.ts";
import { type Compiled, compile } from "./compile.ts";
import type { Context } from "./context.ts";
import { addEndingHeaders, refuseEnded } from "./ending.ts";
import { beginExchange, type Endpoint, type Exchange } from "./exchange.ts";
import { parseBody } from "./input/body.ts";
import { refuseCutOff } from "./input/uploads.ts";
import { logRequest } from "./log-request.ts";
import type { Actor, Operation } from "./operation.ts";
import { letGo, RequestContext } from "./request-context.ts";
import { refuseInSafeMode } from "./safe-mode.ts";
import type { HttpServices } from "./services.ts";
import { targetOf } from "./target.ts";

/** Builds the endpoint of an operation: every check in the order of contract section 3, then its own code. */
export function createEndpoint(
  operation: Operation,
  services: HttpServices,
  twin: string | null = null,
): Endpoint {
  const compiled = compile(operation, twin);
  return (request, connection) => {
    const exchange = beginExchange(request, connection, services);
    if (compiled.isOpenToOrigins) allowOrigins(operation, exchange.headers);
    let answered: Response | Promise<Response>;
    try {
      refuseEnded(operation.ending, exchange.now);
      answered = answer(compiled, services, exchange);
    } catch (error) {
      answered = refuse(error, exchange, services, compiled);
    }
    if (answered instanceof Promise || request.method === "HEAD")
      return finishLater(compiled, services, exchange, answered);
    return finish(compiled, services, exchange, answered);
  };
}

async function finishLater(
  compiled: Compiled,
  services: HttpServices,
  exchange: Exchange,
  answered: Response | Promise<Response>,
): Promise<Response> {
  let response: Response;
  try {
    response = await answered;
  } catch (error) {
    response = refuse(error, exchange, services, compiled);
  }
  if (exchange.request.method === "HEAD") response = await withoutBody(response);
  return finish(compiled, services, exchange, response);
}

/** Counts and logs the answer. */
function finish(
  { operation, route, isCounted }: Compiled,
  services: HttpServices,
  exchange: Exchange,
  response: Response,
): Response {
  const durationMs = performance.now() - exchange.startedAt;
  if (exchange.file !== null) letGo(services, exchange.file, response);
  if (operation.ending !== undefined) addEndingHeaders(operation.ending, response, exchange.now);
  if (isCounted && !isOwnProbe(exchange, services))
    services.recordAnswer(exchange, route, response.status, durationMs);
  logRequest(services, exchange, route, response.status, durationMs);
  return response;
}

function answer(
  compiled: Compiled,
  services: HttpServices,
  exchange: Exchange,
): Response | Promise<Response> {
  const { request } = exchange;
  const { access } = compiled.operation;
  const admit = (body: Uint8Array) =>
    access.admit({ exchange, services, body, isForm: compiled.operation.form !== null, twin: compiled.twin });
  if (isRead(request)) return answerWith(compiled, services, exchange, admit(NO_BYTES), NO_BYTES);
  // A body is read before admission only if the signature covers it.
  const actor = access.readsBodyFirst ? null : admit(NO_BYTES);
  return services.uploads
    .read(request, limitSubject(exchange.address))
    .then((body) =>
      ifWhole(request, () => answerWith(compiled, services, exchange, actor ?? admit(body), body)),
    );
}

/** A chunked request whose trailer is refused after its body was read commits nothing. */
function ifWhole<Value>(request: Request, work: () => Value): Value {
  if (!request.headers.has("transfer-encoding")) return work();
  return withPrecondition(() => refuseCutOff(request), work);
}

function changeOf(
  compiled: Compiled,
  services: HttpServices,
  exchange: Exchange,
  actor: Actor,
  body: Uint8Array,
): Change {
  const { id, inSafeMode, prepare, recording, status, write } = compiled.operation;
  if (write === null) throw new Error(`${id} has nothing to write`);
  const readChange = () => readInput(compiled, services, exchange, actor, body);
  return {
    actor,
    body,
    exchange,
    inSafeMode,
    prepare,
    readInput: readChange,
    recording,
    services,
    status,
    write,
  };
}

function answerWith(
  compiled: Compiled,
  services: HttpServices,
  exchange: Exchange,
  actor: Actor,
  body: Uint8Array,
): Response | Promise<Response> {
  const { operation } = compiled;
  if (operation.mutation) return operation.access.change(changeOf(compiled, services, exchange, actor, body));
  const { kept } = compiled;
  const again = kept === null || kept.isEmpty ? null : kept.find(targetOf(exchange.request.url).query);
  if (again !== null) return toResponse(operation, services, exchange, again, false);
  if (operation.form !== null) requireSameOrigin(exchange.request, services.baseUrl());
  const context = readInput(compiled, services, exchange, actor, body);
  if (operation.form !== null) requireFormToken(actor, context.body);
  if (operation.form !== null && !operation.inSafeMode) refuseInSafeMode(services.safeModeReason());
  if (operation.read === null) throw new Error(`${operation.id} has nothing to run`);
  if (operation.accepted !== undefined) exchange.connection.keepOpen();
  const confirmed = isRead(exchange.request) ? null : services.confirmation();
  const result = operation.read(context);
  const respond = (value: Answer) => {
    const withMeta = wantsMeta(context);
    if (value instanceof Cacheable && value.kept !== null && !withMeta)
      compiled.kept?.keep(targetOf(exchange.request.url).query, value);
    return toResponse(operation, services, exchange, value, withMeta);
  };
  if (confirmed === null) return result instanceof Promise ? result.then(respond) : respond(result);
  return Promise.resolve(result).then(async (value) => {
    // Operations allowed in safe mode, such as sign-in, are answered without confirmation while changes are stopped.
    if (!operation.inSafeMode || services.safeModeReason() === null) await confirmed();
    return respond(value);
  });
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

const NO_BYTES = new Uint8Array(0);

/** Parses and checks path, query and body. @throws Problem naming the fields. */
function readInput(
  compiled: Compiled,
  services: HttpServices,
  exchange: Exchange,
  actor: Actor,
  body: Uint8Array,
): Context {
  const { request } = exchange;
  const target = targetOf(request.url);
  const params = compiled.readParams === null ? NO_PARAMS : compiled.readParams(target.path);
  const query = compiled.parseQuery(target.query, compiled.refuseUnknownQuery);
  const context = new RequestContext(params, query, NO_BODY, actor, services, exchange);
  exchange.context = context;
  if (isRead(request)) return context;
  const contentType = request.headers.get("content-type");
  if (compiled.formParser === null) {
    context.body = parseBody(body, contentType, compiled.bodyValidator);
  } else {
    context.body = compiled.formParser.entered(body, contentType);
    context.body = compiled.formParser.values(body, contentType);
  }
  return context;
}

const NO_BODY = {};
const NO_PARAMS = {};
