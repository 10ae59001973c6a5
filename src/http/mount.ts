import { createEndpoint, logRequest } from "./endpoint.ts";
import { type Endpoint, Exchange } from "./exchange.ts";
import { Mounted } from "./mounted.ts";
import type { Operation } from "./operation.ts";
import { createPreflight } from "./preflight.ts";
import { NOTHING_HERE, Problem } from "./problem.ts";
import { refuse } from "./refusal.ts";
import { HttpApp } from "./routing/http-app.ts";
import { isMisrouted, OwnRoutes, pathOf, patternOf } from "./routing/own-routes.ts";
import type { HttpServices } from "./services.ts";

/**
 * Mounts operations: GETs answer HEAD too (contract section 2).
 * @param twinPath where the route for keys of the other mode would stand
 */
export function mount(
  operations: readonly Operation[],
  services: HttpServices,
  twinPath: (path: string) => string | null = () => null,
): HttpApp {
  const routes = new OwnRoutes();
  const notFound = createNotFound(operations, services, routes);
  const mounted = new Mounted(operations);
  for (const operation of operations) {
    const path = twinPath(operation.path);
    const twin = path === null ? null : mounted.find(operation.method, path);
    const endpoint = createEndpoint(operation, services, twin?.path ?? null);
    for (const path of pathsOf(operation))
      for (const method of methodsOf(operation)) routes.add(method, path, endpoint);
  }
  for (const path of new Set(operations.filter(isOpenAfterPreflight).map((operation) => operation.path))) {
    const here = operations.filter((operation) => operation.path === path);
    const endpoint = createPreflight(here.flatMap(methodsOf), services);
    routes.add("OPTIONS", path, endpoint);
  }
  return new HttpApp(routes, services, notFound);
}

function pathsOf({ aliases = [], path }: Operation): string[] {
  return [path, ...aliases];
}

function methodsOf({ method }: Operation): string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Browsers ask first where a request is none that a form could send. */
function isOpenAfterPreflight({ crossOrigin, method }: Operation): boolean {
  return crossOrigin === true && method !== "GET";
}

/**
 * What answers every request that no operation takes, before any authentication: 405 with Allow on a path that takes
 * other methods, else 404, as the front page would be refused. Requests that Elysia misroutes come here too, and go to
 * their own endpoint.
 */
function createNotFound(
  operations: readonly Operation[],
  services: HttpServices,
  routes: OwnRoutes,
): Endpoint {
  const known = operations.flatMap((operation) =>
    pathsOf(operation).map((path) => ({ operation, pattern: patternOf(path) })),
  );
  const mounted = new Mounted(operations);
  return async (request, connection) => {
    const own = isMisrouted(request) ? routes.find(request) : null;
    if (own !== null) return own(request, connection);
    const exchange = new Exchange(request, services.clock.now(), connection, services.trustedProxies);
    const path = pathOf(request);
    const here = known.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation);
    const methods = new Set(here.flatMap(methodsOf));
    if (here.some(isOpenAfterPreflight)) methods.add("OPTIONS");
    const isOtherMethod = methods.size > 0 && !methods.has(request.method);
    const forPartner = here.some((operation) => operation.access.showsRetryClass);
    const page = here.length === 0 && !path.startsWith("/api/") ? mounted.find("GET", "/") : null;
    const problem = isOtherMethod ? methodNotAllowed(methods) : NOTHING_HERE;
    const response = refuse(problem, exchange, services, { forPartner, operation: page });
    logRequest(services, exchange, "unmatched", response.status, performance.now() - exchange.startedAt);
    return response;
  };
}

function methodNotAllowed(methods: ReadonlySet<string>): Problem {
  const allow = [...methods].sort().join(", ");
  return new Problem("method_not_allowed", `Use ${allow} here.`, { headers: { allow } });
}
