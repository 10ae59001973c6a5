import type { Endpoint } from "./exchange.ts";
import { targetOf } from "./partner-auth.ts";

/**
 * Elysia takes a path to begin at the first slash from here on, whatever the URL is: behind a Host of up to three
 * characters, or none, it would route `/zz/metrics` as `/metrics`.
 */
const ELYSIA_STARTS_AT = 11;

/** Whether Elysia routes this request by something else than its path. */
export function isMisrouted({ url }: Request): boolean {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  return start !== url.indexOf("/", ELYSIA_STARTS_AT);
}

/** The path of a request, as parsed. */
export function pathOf({ url }: Request): string {
  const target = targetOf(url);
  const mark = target.indexOf("?");
  return mark === -1 ? target : target.slice(0, mark);
}

interface Route {
  method: string;
  /** Of a path with parameters; null where the path is fixed. */
  pattern: RegExp | null;
  path: string;
  endpoint: Endpoint;
}

/** Every endpoint by method and path, for requests that Elysia misroutes. Fixed paths win over parameters. */
export class OwnRoutes {
  readonly #routes: Route[] = [];

  add(method: string, path: string, endpoint: Endpoint): void {
    const pattern = path.includes("{") ? patternOf(path) : null;
    this.#routes.push({ method, pattern, path, endpoint });
    this.#routes.sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  }

  find(request: Request): Endpoint | null {
    const path = pathOf(request);
    const found = this.#routes.find(
      (route) => route.method === request.method && (route.pattern?.test(path) ?? route.path === path),
    );
    return found?.endpoint ?? null;
  }
}

/** What paths of this template look like. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
