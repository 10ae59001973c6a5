import { createPreflight } from "./answers/preflight.ts";
import { createEndpoint } from "./endpoint.ts";
import type { Endpoint } from "./exchange.ts";
import { Mounted } from "./mounted.ts";
import type { Operation } from "./operation.ts";
import { HttpApp } from "./routing/http-app.ts";
import { createNotFound, type TwinPath } from "./routing/not-found.ts";
import type { Route, Router } from "./routing/router.ts";
import type { HttpServices } from "./services.ts";

/** A module's operations. */
export interface MountableModule {
  name: string;
  operations: readonly Operation[];
}

/** The operations of an application. */
interface Mountable {
  /** Those that answer before all are composed, as a start does; they are among the modules', too. */
  first?: readonly Operation[];
  /** Called once. */
  modules: () => readonly MountableModule[];
  /** Operations, by id, that are found before Elysia is asked; their paths have no parameters. */
  hot?: readonly string[];
  twinPath?: TwinPath;
}

/** What the endpoints of a build share. */
interface Build {
  mounted: Mounted;
  twinPath: TwinPath;
  services: HttpServices;
}

/** Mounts all operations on one Elysia app, a plugin per module. */
export function mount(
  { first = [], modules, hot = [], twinPath = () => null }: Mountable,
  services: HttpServices,
): HttpApp {
  return new HttpApp({
    services,
    first: routesOf(first, { mounted: new Mounted(first), twinPath, services }),
    compose: (router) => {
      const built = modules();
      const mounted = new Mounted(built.flatMap(({ operations }) => operations));
      const build = { mounted, twinPath, services };
      for (const { name, operations } of built)
        router.elysia.use(mountModule(name, routesOf(operations, build), router));
      return { hot: router.named(hot), notFound: createNotFound(router, twinPath, services) };
    },
  });
}

/** A module's routes as an Elysia plugin. */
function mountModule(name: string, routes: readonly Route[], router: Router) {
  return (elysia: Router["elysia"]) => {
    for (const route of routes) router.add(elysia, route, name);
    return elysia;
  };
}

/** A route per method and path of the operations, and those of their preflights. */
function routesOf(operations: readonly Operation[], build: Build): Route[] {
  const routes = operations.flatMap((operation) => {
    const endpoint = whenFirstAsked(() =>
      createEndpoint(operation, build.services, twinOf(operation, build)),
    );
    return [operation.path, ...(operation.aliases ?? [])].map((path) => ({
      operation,
      path,
      method: operation.method,
      endpoint,
    }));
  });
  const preflights = operations.filter(isOpenAfterPreflight).map((operation) => ({
    operation,
    path: operation.path,
    method: "OPTIONS",
    endpoint: createPreflight(methodsAt(operation.path, operations), build.services),
  }));
  return [...routes, ...new Map(preflights.map((route) => [route.path, route])).values()];
}

function methodsAt(path: string, operations: readonly Operation[]): string[] {
  const methods = operations.filter((each) => each.path === path).map(({ method }) => method);
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** The path of the operation's twin, if the build has it. */
function twinOf({ method, path }: Operation, { mounted, twinPath }: Build): string | null {
  const twin = twinPath(path);
  return twin === null ? null : (mounted.find(method, twin)?.path ?? null);
}

/** Compiling the checks of every operation would take a third of a start. */
function whenFirstAsked(create: () => Endpoint): Endpoint {
  let endpoint: Endpoint | null = null;
  return (request, connection) => {
    endpoint ??= create();
    return endpoint(request, connection);
  };
}

/** Browsers send a preflight for requests that a form could not send. */
function isOpenAfterPreflight({ crossOrigin, method }: Operation): boolean {
  return crossOrigin === true && method !== "GET";
}
