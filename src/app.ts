import { Elysia } from "elysia";
import type { Services } from "./compose/services.ts";
import { Exchange } from "./http/exchange.ts";
import { connectionOf, createNotFound, mount } from "./http/mount.ts";
import { Mounted } from "./http/mounted.ts";
import type { Operation } from "./http/operation.ts";
import { refuse } from "./http/refusal.ts";
import { VERSION } from "./kit/version.ts";
import { problemResponse, type Site } from "./pages/index.ts";
import { adminOperations } from "./surfaces/admin.ts";
import { audioShareOperations } from "./surfaces/audio-share.ts";
import { docsOperations } from "./surfaces/docs.ts";
import { pageOperations } from "./surfaces/pages.ts";
import { partnerOperations } from "./surfaces/partner.ts";
import { publicOperations } from "./surfaces/public.ts";
import { sandboxOperations } from "./surfaces/sandbox.ts";

/** Every operation of the build, surface by surface; OpenAPI and the contract tests read the same list. */
export function allOperations(services: Services): Operation[] {
  const all: Operation[] = [];
  const mounted = new Mounted(all);
  const paths = new Set<string>();
  const site: Site = { paths, version: VERSION, chainMode: services.chain?.mode ?? null };
  const partner = partnerOperations(services, mounted);
  const surfaces = [
    ...partner,
    ...sandboxOperations(services, mounted, partner),
    ...publicOperations(services, mounted),
    ...audioShareOperations(services, site, mounted),
    ...docsOperations(services, site, mounted),
    ...pageOperations(services, site, mounted),
    ...adminOperations(services, site),
  ];
  all.push(...surfaces.map((operation) => refusedAsPage(operation, site)));
  for (const { path } of all) paths.add(path);
  return all;
}

/** Whoever asked for a page is refused with one, too. */
function refusedAsPage(operation: Operation, site: Site): Operation {
  const { refusal, response } = operation;
  if (refusal !== undefined || !("mediaType" in response) || response.mediaType !== "text/html")
    return operation;
  return {
    ...operation,
    refusal: ({ status, message }, { requestId }) => problemResponse({ site, status, message, requestId }),
  };
}

/** The HTTP application: it never listens and never reads the environment. */
export function buildApp(services: Services): Elysia {
  // Routes are composed when they are first asked for: all of them at once would cost the start 9 MB and a fifth of its time.
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
