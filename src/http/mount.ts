import type { Elysia } from "elysia";
import { createEndpoint, type Endpoint } from "./endpoint.ts";
import { type Connection, Exchange } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import { Problem } from "./problem.ts";
import { refuse } from "./refusal.ts";
import type { HttpServices } from "./services.ts";

/** The part of Elysia's context that we use; its own parsing and validation stand aside (README, decisions). */
interface RouteContext {
  request: Request;
  server: {
    requestIP(request: Request): { address: string } | null;
    timeout(request: Request, seconds: number): void;
  } | null;
}

/**
 * Mounts operations on an Elysia instance: GETs answer HEAD too, and every other method of a known path is 405 with
 * Allow, before any authentication (contract section 2).
 */
export function mount(app: Elysia, operations: readonly Operation[], services: HttpServices): void {
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  for (const [path, here] of byPath) {
    const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
    const methods = new Set<string>();
    for (const operation of here) {
      const endpoint = createEndpoint(operation, services);
      add(app, operation.method, route, endpoint, services);
      methods.add(operation.method);
      if (operation.method === "GET") {
        add(app, "HEAD", route, endpoint, services);
        methods.add("HEAD");
      }
    }
    add(app, "ALL", route, refuser(services, methodNotAllowed([...methods].sort().join(", "))), services);
  }
}

/** What answers every path that nothing is mounted on. */
export function createNotFound(services: HttpServices): Endpoint {
  return refuser(
    services,
    new Problem("not_found", "Check the path: nothing is at this address. /docs lists what is."),
  );
}

function methodNotAllowed(allow: string): Problem {
  return new Problem("method_not_allowed", `Use ${allow} here.`, { headers: { allow } });
}

function refuser(services: HttpServices, problem: Problem): Endpoint {
  return async (request, connection) => {
    const exchange = new Exchange(request, services.clock.now(), connection, services.trustedProxies);
    return refuse(problem, exchange, services, false);
  };
}

function add(
  app: Elysia,
  method: string,
  route: string,
  endpoint: Endpoint,
  { inFlight }: HttpServices,
): void {
  const handler = ({ request, server }: RouteContext) =>
    inFlight.track(endpoint(request, connectionOf(request, server)));
  app.route(method, route, handler as never, { parse: "none" } as never);
}

/** How Elysia's own not-found hook hands a request over. */
export function connectionOf(request: Request, server: RouteContext["server"]): Connection {
  return {
    address: () => server?.requestIP(request)?.address ?? null,
    keepOpen: () => server?.timeout(request, 0),
  };
}
