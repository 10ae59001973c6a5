import type { Endpoint } from "../exchange.ts";
import { targetOf } from "../target.ts";

/**
 * Elysia assumes that a path begins at the first slash from this position on, whatever the URL: with a Host of up to
 * three characters, or none, it would route `/zz/metrics` as `/metrics`.
 */
const ELYSIA_STARTS_AT = 11;

/** Whether Elysia would route this request by something other than its path. */
export function isMisrouted({ url }: Request): boolean {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  return start !== url.indexOf("/", ELYSIA_STARTS_AT);
}

interface PatternRoute {
  method: string;
  path: string;
  /** Compiled on first use. */
  pattern: RegExp | null;
  parameters: number;
  endpoint: Endpoint;
}

/** Every endpoint by method and path: fixed paths for all requests, the others for those that Elysia misroutes. */
export class OwnRoutes {
  /** By method, then path. */
  readonly #fixed = new Map<string, Map<string, Endpoint>>();
  readonly #patterns: PatternRoute[] = [];

  add(method: string, path: string, endpoint: Endpoint): void {
    const parameters = path.split("{").length - 1;
    if (parameters > 0) {
      this.#patterns.push({ method, path, pattern: null, parameters, endpoint });
      return;
    }
    const ofMethod = this.#fixed.get(method) ?? new Map<string, Endpoint>();
    this.#fixed.set(method, ofMethod.set(path, endpoint));
  }

  /** The endpoint of a path without parameters. */
  findFixed(request: Request): Endpoint | null {
    return this.#fixed.get(request.method)?.get(targetOf(request.url).path) ?? null;
  }

  /** Elysia would answer HEAD of a path with parameters with a length of 0. */
  findBeforeElysia(request: Request): Endpoint | null {
    return request.method === "HEAD" ? this.find(request) : this.findFixed(request);
  }

  /** The routes with parameters. */
  withParameters(): readonly Pick<PatternRoute, "method" | "path" | "endpoint">[] {
    return this.#patterns;
  }

  /** Fixed paths take precedence over parameters, and few parameters over many. */
  find(request: Request): Endpoint | null {
    const fixed = this.findFixed(request);
    if (fixed !== null) return fixed;
    const { path } = targetOf(request.url);
    let best: PatternRoute | null = null;
    for (const route of this.#patterns) {
      const isBetter = best === null || route.parameters < best.parameters;
      if (!isBetter || route.method !== request.method) continue;
      route.pattern ??= patternOf(route.path);
      if (route.pattern.test(path)) best = route;
    }
    return best?.endpoint ?? null;
  }
}

/** A pattern for the paths of a template. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
