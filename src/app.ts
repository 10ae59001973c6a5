import { Elysia } from "elysia";
import { allOperations } from "./compose/operations.ts";
import type { Services } from "./compose/services.ts";
import { Exchange } from "./http/exchange.ts";
import { connectionOf, createNotFound, mount } from "./http/mount.ts";
import { refuse } from "./http/refusal.ts";

/** The HTTP application: it never listens and never reads the environment. */
export function buildApp(services: Services): Elysia {
  // Routes are composed when they are first asked for: all of them at once would cost the start 9 MB and a fifth of
  // its time.
  const app = new Elysia({ strictPath: true, precompile: false });
  const operations = allOperations(services);
  const notFound = createNotFound(operations, services.http);
  app.onError(({ code, error, request }) => {
    const connection = connectionOf(request, app.server);
    if (code === "NOT_FOUND") return notFound(request, connection);
    const exchange = new Exchange(request, services.clock.now(), connection, services.http.trustedProxies);
    return refuse(error, exchange, services.http, { forPartner: false, operation: null });
  });
  mount(app, operations, services.http);
  return app;
}
