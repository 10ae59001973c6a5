import type { Elysia } from "elysia";
import { RequestConnection } from "./connection.ts";
import type { InFlight } from "./in-flight.ts";
import type { OwnRoutes } from "./own-routes.ts";

type ListenOptions = Pick<
  Bun.Serve.HostnamePortServeOptions<undefined>,
  "port" | "hostname" | "reusePort"
> & {
  development?: boolean;
  maxRequestBodySize?: number;
};

const IDLE_TIMEOUT_SECONDS = 30;

/**
 * The mounted operations as a server, or in process. Fixed paths are looked up here, a third cheaper than through
 * Elysia's context; Elysia finds the paths with parameters, and what is not there.
 */
export class HttpApp {
  constructor(
    private readonly elysia: Elysia,
    private readonly routes: OwnRoutes,
    private readonly inFlight: InFlight,
  ) {}

  get server(): Elysia["server"] {
    return this.elysia.server;
  }

  listen(options: ListenOptions): this {
    this.elysia.server = Bun.serve({
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      ...options,
      fetch: (request) => this.handle(request),
    });
    return this;
  }

  handle(request: Request): Response | Promise<Response> {
    const endpoint = this.routes.findFixed(request);
    if (endpoint === null) return this.elysia.fetch(request);
    return this.inFlight.track(endpoint(request, new RequestConnection(request, this.elysia.server)));
  }
}
