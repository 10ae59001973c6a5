import { createPreflight } from "./answers/preflight.ts";
import { NOTHING_HERE, Problem } from "./answers/problem.ts";
import { refuse } from "./answers/refusal.ts";
import { createEndpoint } from "./endpoint.ts";
import { beginExchange, type Endpoint } from "./exchange.ts";
import { logRequest } from "./log-request.ts";
import { Mounted } from "./mounted.ts";
import type { Operation } from "./operation.ts";
import { HttpApp } from "./routing/http-app.ts";
import { isMisrouted, OwnRoutes, patternOf } from "./routing/own-routes.ts";
import type { HttpServices } from "./services.ts";
import { targetOf } from "./target.ts";

/** The path of the same operation for keys of the other mode; null where it has none. */
type TwinPath = (path: string) => string | null;

/** The mounted operations and their routes. */
interface Mounting {
  mounted: Mounted;
  routes: OwnRoutes;
  twinPath: TwinPath;
}

/** The operations of an application. */
interface Mountable {
  /** Those that answer before all are composed, as a start does; they are among `all`, too. */
  first?: readonly Operation[];
  all: () => readonly Operation[];
  twinPath?: TwinPath;
}

/** Mounts operations: GETs also answer HEAD (contract section 2). */
export function mount(
  { first = [], all, twinPath = () => null }: Mountable,
  services: HttpServices,
): HttpApp {
  return new HttpApp({
    services,
    first: route(new Mounted(first), services, twinPath),
    compose: () => {
      const mounted = new Mounted(all());
      const routes = route(mounted, services, twinPath);
      return { routes, notFound: createNotFound({ mounted, routes, twinPath }, services) };
    },
  });
}

function route(mounted: Mounted, services: HttpServices, twinPath: TwinPath): OwnRoutes {
  const routes = new OwnRoutes();
  const { operations } = mounted;
  for (const operation of operations) {
    const endpoint = whenFirstAsked(() => {
      const path = twinPath(operation.path);
      const twin = path === null ? null : mounted.find(operation.method, path);
      return createEndpoint(operation, services, twin?.path ?? null);
    });
    for (const path of pathsOf(operation))
      for (const method of methodsOf(operation)) routes.add(method, path, endpoint);
  }
  for (const path of new Set(operations.filter(isOpenAfterPreflight).map((operation) => operation.path))) {
    const here = operations.filter((operation) => operation.path === path);
    const endpoint = createPreflight(here.flatMap(methodsOf), services);
    routes.add("OPTIONS", path, endpoint);
  }
  return routes;
}

/** Compiling the checks of every operation would take a third of a start. */
function whenFirstAsked(create: () => Endpoint): Endpoint {
  let endpoint: Endpoint | null = null;
  return (request, connection) => {
    endpoint ??= create();
    return endpoint(request, connection);
  };
}

function pathsOf({ aliases = [], path }: Operation): string[] {
  return [path, ...aliases];
}

function methodsOf({ method }: Operation): string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Browsers send a preflight for requests that a form could not send. */
function isOpenAfterPreflight({ crossOrigin, method }: Operation): boolean {
  return crossOrigin === true && method !== "GET";
}

/**
 * Answers requests without an operation, before any authentication: 405 with Allow on a path with other methods,
 * otherwise 404, in the front page's form. Requests misrouted by Elysia also arrive here, and go to their own
 * endpoint.
 */
function createNotFound({ mounted, routes, twinPath }: Mounting, services: HttpServices): Endpoint {
  let known: { operation: Operation; pattern: RegExp }[] | null = null;
  return async (request, connection) => {
    const own = isMisrouted(request) ? routes.find(request) : null;
    if (own !== null) return own(request, connection);
    const exchange = beginExchange(request, connection, services);
    const { path } = targetOf(request.url);
    known ??= mounted.operations.flatMap((operation) =>
      pathsOf(operation).map((each) => ({ operation, pattern: patternOf(each) })),
    );
    const here = known.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation);
    const methods = new Set(here.flatMap(methodsOf));
    if (here.some(isOpenAfterPreflight)) methods.add("OPTIONS");
    const isOtherMethod = methods.size > 0 && !methods.has(request.method);
    const forPartner = here.some((operation) => operation.access.showsRetryClass);
    const page = here.length === 0 && !path.startsWith("/api/") ? mounted.find("GET", "/") : null;
    const problem = isOtherMethod
      ? (missingTwin(mounted, request, path.startsWith("/api/") ? twinPath(path) : null) ??
        methodNotAllowed(methods))
      : NOTHING_HERE;
    const call = { exchange, services };
    const response = refuse(problem, call, { forPartner, operation: page });
    const durationMs = performance.now() - exchange.startedAt;
    logRequest(call, { route: "unmatched", status: response.status, durationMs });
    return response;
  };
}

/**
 * 404 that names the twin, for a path that exists only in the other mode but matches a parameter here
 * (`webhooks/dlq` matches `webhooks/{id}`).
 */
function missingTwin(mounted: Mounted, { method }: Request, other: string | null): Problem | null {
  if (other === null || mounted.find(method === "HEAD" ? "GET" : method, other) === null) return null;
  return new Problem("not_found", `Check the path: only ${other} is there, for keys of the other mode.`);
}

function methodNotAllowed(methods: ReadonlySet<string>): Problem {
  const allow = [...methods].sort().join(", ");
  return new Problem("method_not_allowed", `Use ${allow} here.`, { headers: { allow } });
}
