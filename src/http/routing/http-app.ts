import type { Elysia } from "elysia";
import type { Endpoint } from "../exchange.ts";
import type { HttpServices } from "../services.ts";
import { RequestConnection } from "./connection.ts";
import type { ConnectionCaps } from "./connection-caps.ts";
import { ConnectionLimits } from "./connection-limits.ts";
import { composeElysia } from "./elysia-routes.ts";
import type { OwnRoutes } from "./own-routes.ts";

interface ListenOptions {
  port: number;
  hostname: string;
  reusePort?: boolean;
  development?: boolean;
  maxRequestBodySize?: number;
}

const IDLE_TIMEOUT_SECONDS = 30;

/** Every route, and the answer to requests for none of them. */
export interface Routing {
  routes: OwnRoutes;
  notFound: Endpoint;
}

/** What an application is made of. */
interface Composition {
  services: HttpServices;
  /** Fixed paths that are answered before all others are composed. */
  first: OwnRoutes;
  /** Called once. */
  compose: () => Routing;
}

/**
 * The mounted operations as a server, or in process. Fixed paths are looked up here, at a third of the cost of
 * Elysia's context. Elysia routes paths with parameters, and is loaded for the first of them, because it takes a
 * quarter of a start.
 */
export class HttpApp {
  server: Bun.Server<undefined> | null = null;
  #limits: ConnectionLimits | null = null;
  #routing: Routing | null = null;
  #elysia: Promise<Elysia> | null = null;

  constructor(private readonly parts: Composition) {}

  /** Composes every route; otherwise the first request does that is not for one of the first. */
  complete(): Routing {
    this.#routing ??= this.parts.compose();
    return this.#routing;
  }

  /** @param caps of connections; null for none */
  listen(options: ListenOptions, caps: ConnectionCaps | null = null): this {
    const server = Bun.serve({
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      ...options,
      fetch: (request, own) => this.#limits?.refuse(request, own) ?? this.handle(request),
    });
    this.server = server;
    const { log, trustedProxies } = this.parts.services;
    if (caps !== null && server.port !== undefined)
      this.#limits = new ConnectionLimits({ port: server.port, caps, trustedProxies, log });
    return this;
  }

  /** Accepts no more connections; resolves once those in progress are finished, or ended if `atOnce`. */
  async stop(atOnce: boolean): Promise<void> {
    this.#limits?.stop();
    await this.server?.stop(atOnce);
  }

  handle(request: Request): Response | Promise<Response> {
    const first = this.#routing === null ? this.parts.first.findFixed(request) : null;
    const endpoint = first ?? this.complete().routes.findBeforeElysia(request);
    if (endpoint === null) return this.#findByElysia(request);
    return this.parts.services.inFlight.track(endpoint(request, new RequestConnection(request, this.server)));
  }

  async #findByElysia(request: Request): Promise<Response> {
    this.#elysia ??= composeElysia({
      ...this.complete(),
      services: this.parts.services,
      server: () => this.server,
    });
    return (await this.#elysia).fetch(request);
  }
}
