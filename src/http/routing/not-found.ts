import { NOTHING_HERE, nothingHereBut, Problem } from "../answers/problem.ts";
import { refuse } from "../answers/refusal.ts";
import { beginExchange, type Endpoint } from "../exchange.ts";
import { logRequest } from "../report-request.ts";
import type { HttpServices } from "../services.ts";
import { NearestRoute } from "./nearest-route.ts";
import type { Route, Router } from "./router.ts";

/** The path of the same operation for keys of the other mode; null if it has none. */
export type TwinPath = (path: string) => string | null;

/**
 * Answers requests without an operation, before any authentication: 405 with Allow on a path with other methods,
 * otherwise 404 with the nearest path, both in the front page's form.
 */
export function createNotFound(router: Router, twinPath: TwinPath, services: HttpServices): Endpoint {
  let nearest: NearestRoute | null = null;
  const nothingHere = (method: string, path: string): Problem => {
    nearest ??= new NearestRoute(router.all());
    const meant = nearest.find(method, path);
    return meant === null ? NOTHING_HERE : nothingHereBut(`${meant.method} ${meant.path}`);
  };
  return (request, connection) => {
    const exchange = beginExchange(request, connection, services);
    const { path } = exchange.target;
    const isApi = path.startsWith("/api/");
    const here = router.findAll(path);
    const page = isApi ? null : (router.find("GET", "/")?.operation ?? null);
    const problem =
      here.length === 0
        ? nothingHere(request.method, path)
        : (missingTwin(router, request.method, isApi ? twinPath(path) : null) ?? methodNotAllowed(here));
    const forPartner = here.some(({ operation }) => operation.access.showsRetryClass);
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
function missingTwin(router: Router, method: string, other: string | null): Problem | null {
  if (other === null || router.find(method, other)?.path !== other) return null;
  return new Problem("not_found", `Check the path: only ${other} is there, for keys of the other mode.`);
}

function methodNotAllowed(here: readonly Route[]): Problem {
  const methods = here.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = methods.sort().join(", ");
  return new Problem("method_not_allowed", `Use ${allow} here.`, { headers: { allow } });
}
