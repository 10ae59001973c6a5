import type { Elysia } from "elysia";
import { refuse } from "../answers/refusal.ts";
import { beginExchange, type Endpoint } from "../exchange.ts";
import type { HttpServices } from "../services.ts";
import { RequestConnection, type RequestServer } from "./connection.ts";
import { isMisrouted, type OwnRoutes } from "./own-routes.ts";

/** The used part of Elysia's context; its own parsing and validation are bypassed (docs/decisions.md). */
interface RouteContext {
  request: Request;
}

interface Parts {
  routes: OwnRoutes;
  services: HttpServices;
  notFound: Endpoint;
  server: () => RequestServer | null;
}

/** Elysia with every path that has parameters; other requests go to `notFound`. */
export async function composeElysia(parts: Parts): Promise<Elysia> {
  const { routes, services, notFound, server } = parts;
  const { Elysia } = await import("elysia");
  // Routes are composed on first use. Bun's own router would only add a layer before Elysia's.
  const elysia = new Elysia({ strictPath: true, precompile: false, systemRouter: false });
  elysia.onError(({ code, error, request }) => {
    const connection = new RequestConnection(request, server());
    if (code === "NOT_FOUND") return notFound(request, connection);
    const exchange = beginExchange(request, connection, services);
    return refuse(error, { exchange, services }, { forPartner: false, operation: null });
  });
  for (const { method, path, endpoint } of routes.withParameters()) {
    const handler = answerRoute.bind({ parts, endpoint });
    elysia.route(method, routeOf(path), handler as never, { parse: "none" } as never);
  }
  return elysia;
}

function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/**
 * A bound function, not an arrow: Elysia reads the text of functions, and one that seems to wait or to use `server`
 * costs each request an extra promise and property, a seventh of a cached answer's time.
 */
function answerRoute(
  this: { parts: Parts; endpoint: Endpoint },
  { request }: RouteContext,
): Response | Promise<Response> {
  const { notFound, services, server } = this.parts;
  const endpoint = isMisrouted(request) ? notFound : this.endpoint;
  return services.inFlight.track(endpoint(request, new RequestConnection(request, server())));
}
