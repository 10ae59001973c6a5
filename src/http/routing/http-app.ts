import type { Elysia } from "elysia";
import type { Endpoint } from "../exchange.ts";
import type { HttpServices } from "../services.ts";
import { RequestConnection } from "./connection.ts";
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

/**
 * The mounted operations as a server, or in process. Fixed paths are looked up here, at a third of the cost of
 * Elysia's context. Elysia routes paths with parameters, and is loaded for the first of them, because it takes a
 * quarter of a start.
 */
export class HttpApp {
  server: Bun.Server<undefined> | null = null;
  #elysia: Promise<Elysia> | null = null;

  constructor(
    private readonly routes: OwnRoutes,
    private readonly services: HttpServices,
    private readonly notFound: Endpoint,
  ) {}

  listen(options: ListenOptions): this {
    this.server = Bun.serve({
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      ...options,
      fetch: (request) => this.handle(request),
    });
    return this;
  }

  handle(request: Request): Response | Promise<Response> {
    const endpoint = this.routes.findFixed(request);
    if (endpoint === null) return this.#findByElysia(request);
    return this.services.inFlight.track(endpoint(request, new RequestConnection(request, this.server)));
  }

  async #findByElysia(request: Request): Promise<Response> {
    this.#elysia ??= composeElysia({
      routes: this.routes,
      services: this.services,
      notFound: this.notFound,
      server: () => this.server,
    });
    return (await this.#elysia).fetch(request);
  }
}
