import { refuse } from "../answers/refusal.ts";
import { beginExchange, type Endpoint } from "../exchange.ts";
import type { HttpServices } from "../services.ts";
import { parseTarget } from "../target.ts";
import { RequestConnection } from "./connection.ts";
import type { ConnectionCaps } from "./connection-caps.ts";
import { ConnectionLimits } from "./connection-limits.ts";
import { isRightInElysia } from "./door.ts";
import { CALLER_HEADER, ForwardedRequests } from "./forwarding/forwarded-requests.ts";
import { type Route, Router } from "./router.ts";

interface ListenOptions {
  port: number;
  hostname: string;
  reusePort?: boolean;
  development?: boolean;
  maxRequestBodySize?: number;
}

/**
 * Longer than balancers keep an idle connection (nginx and AWS 60 s, Caddy 120 s): a request that they send while the server
 * closes it fails, and they do not repeat a POST.
 */
const IDLE_TIMEOUT_SECONDS = 125;
/**
 * For the directory's socket, where a limit set for one request has no effect. Bun's types know of no idle timeout of such
 * sockets, which end after 10 s without it.
 */
const NEVER_IDLE: object = { idleTimeout: 0 };

/** A composed application's answers besides Elysia's routes. */
interface Composed {
  /** Routes without parameters that are found before Elysia is asked. */
  hot: readonly Route[];
  /** Answers requests without a route. */
  notFound: Endpoint;
}

/** The parts of an application. */
interface Composition {
  services: HttpServices;
  /** Routes without parameters that are answered before all others are composed. */
  first: readonly Route[];
  /** Mounts every route. Called once. */
  compose: (router: Router) => Composed;
}

/** Routes by path; each path has one method, and GET also answers HEAD. */
type Table = ReadonlyMap<string, Route>;

/** Answers a request in place of the operations. */
type Detour = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

/** Answers every request. */
interface Routing {
  router: Router;
  notFound: Endpoint;
}

/**
 * The mounted operations as a server, or in process. Elysia is loaded, and all operations are mounted on it, once the
 * first routes answer: that takes two fifths of a start.
 */
export class HttpApp {
  server: Bun.Server<undefined> | null = null;
  /** While another process takes this one's place: holds or forwards every request of the listener. */
  detour: Detour | null = null;
  readonly #forwarded = new ForwardedRequests();
  #limits: ConnectionLimits | null = null;
  #routing: Routing | null = null;
  #composing: Promise<Routing> | null = null;
  /** Looked up before Elysia's routes: the first routes, and once all are composed the hot ones. */
  #before: Table;

  constructor(private readonly parts: Composition) {
    this.#before = tableOf(parts.first);
  }

  /** Composes every route; otherwise the first request does that is not for one of the first. */
  async complete(): Promise<void> {
    await this.#compose();
  }

  /** @param caps of connections; null for none */
  listen(options: ListenOptions, caps: ConnectionCaps | null = null): this {
    const server = Bun.serve({
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      ...options,
      fetch: (request, own) => {
        const refused = this.#limits?.refuse(request, own) ?? null;
        if (!(refused instanceof Promise)) return refused ?? this.#take(request, own);
        return refused.then((refusal) => refusal ?? this.#take(request, own));
      },
    });
    this.server = server;
    const { log, trustedProxies } = this.parts.services;
    if (caps !== null && server.port !== undefined)
      this.#limits = new ConnectionLimits({ port: server.port, caps, trustedProxies, log });
    return this;
  }

  /**
   * Answers requests on a socket of the data directory: those that a predecessor forwards, and those of commands.
   * @param own answers the latter
   */
  listenLocally(path: string, own: Detour): Bun.Server<undefined> {
    return Bun.serve({
      ...NEVER_IDLE,
      unix: path,
      development: false,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, socket) => {
        if (!request.headers.has(CALLER_HEADER)) return own(request, socket);
        this.#forwarded.note(request, socket);
        return this.handle(request);
      },
    });
  }

  /**
   * Whether another listener of the port gets all new connections from its start on, and loses none. Each listener says
   * so for those that come later.
   */
  get canShare(): boolean {
    return this.#limits?.canShare ?? false;
  }

  /** Open connections of the listener; null if the system does not tell. */
  get openConnections(): number | null {
    return this.#limits?.open ?? null;
  }

  /** Accepts no more connections, and keeps those that it has, idle ones too, unlike `stop`. */
  endListening(): void {
    this.#limits?.endListening();
  }

  /** Accepts no more connections; resolves once those in progress are finished, or ended if `atOnce`. */
  async stop(atOnce: boolean): Promise<void> {
    this.#limits?.stop();
    await this.server?.stop(atOnce);
  }

  #take(request: Request, own: Bun.Server<undefined>): Response | Promise<Response> {
    return this.detour?.(request, own) ?? this.handle(request);
  }

  handle(request: Request): Response | Promise<Response> {
    return this.parts.services.inFlight.track(this.#find(request));
  }

  #find(request: Request): Response | Promise<Response> {
    const route = this.#before.get(parseTarget(request.url).path);
    if (route !== undefined && isFor(route, request.method)) return this.#answer(route.endpoint, request);
    if (this.#routing === null) return this.#compose().then((routing) => this.#findIn(routing, request));
    return this.#findIn(this.#routing, request);
  }

  #findIn({ router, notFound }: Routing, request: Request): Response | Promise<Response> {
    if (isRightInElysia(request)) return router.elysia.fetch(request);
    const found = router.find(request.method, parseTarget(request.url).path);
    return this.#answer(found?.endpoint ?? notFound, request);
  }

  #answer(endpoint: Endpoint, request: Request): Response | Promise<Response> {
    const server = this.#forwarded.findServer(request) ?? this.server;
    return endpoint(request, new RequestConnection(request, server));
  }

  #compose(): Promise<Routing> {
    this.#composing ??= this.#mountAll();
    return this.#composing;
  }

  async #mountAll(): Promise<Routing> {
    const { services, compose } = this.parts;
    const { Elysia } = await import("elysia");
    // Routes are composed on first use. Bun's own router would only add a layer before Elysia's.
    const elysia = new Elysia({ strictPath: true, precompile: false, systemRouter: false });
    const router = new Router(elysia, (endpoint, request) => this.#answer(endpoint, request));
    const { hot, notFound } = compose(router);
    elysia.onError(({ code, error, request }) => {
      if (code === "NOT_FOUND") return this.#answer(notFound, request);
      const exchange = beginExchange(request, new RequestConnection(request, this.server), services);
      return refuse(error, { exchange, services }, { forPartner: false, operation: null });
    });
    this.#before = tableOf(hot);
    this.#routing = { router, notFound };
    return this.#routing;
  }
}

function tableOf(routes: readonly Route[]): Table {
  return new Map(routes.map((route) => [route.path, route]));
}

function isFor(route: Route, method: string): boolean {
  return method === route.method || (method === "HEAD" && route.method === "GET");
}
