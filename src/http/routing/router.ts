import type { Elysia } from "elysia";
import type { Endpoint } from "../exchange.ts";
import type { Operation } from "../operation.ts";

/** An operation at one of its paths. GETs also answer HEAD (contract section 2). */
export interface Route {
  method: string;
  /** Template with parameters in braces. */
  path: string;
  operation: Operation;
  endpoint: Endpoint;
}

/** Answers by an endpoint. */
export type Answer = (endpoint: Endpoint, request: Request) => Response | Promise<Response>;

/** The used part of Elysia's context; its own parsing and validation are bypassed (docs/decisions.md). */
interface RouteContext {
  request: Request;
}

/** Methods of operations and preflights. */
const METHODS = ["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"];

/** The routes of an Elysia app, and its own router to find them without running it. */
export class Router {
  /** By the object that Elysia's router keeps for a route. */
  readonly #routes = new Map<object, Route>();
  readonly #names = new Set<string>();

  constructor(
    readonly elysia: Elysia,
    private readonly answer: Answer,
  ) {}

  /** @param module for the message. @throws Error if the path has a route for this method */
  add(elysia: Elysia, route: Route, module: string): void {
    const { method, path, endpoint } = route;
    const name = `${method} ${path}`;
    if (this.#names.has(name)) throw new Error(`${module} mounts ${name} a second time`);
    this.#names.add(name);
    // Elysia's router finds a template like the template's paths.
    const template = path.replaceAll(/\{(\w+)\}/g, ":$1");
    const handler = answerRoute.bind({ answer: this.answer, endpoint });
    elysia.route(method, template, handler, { parse: "none" });
    const kept = this.#lookUp(method, template);
    if (kept === null) throw new Error(`Elysia does not find ${name} of ${module}`);
    this.#routes.set(kept, route);
  }

  /** The route of a request's path; null if there is none for this method. */
  find(method: string, path: string): Route | null {
    const kept = this.#lookUp(method === "HEAD" ? "GET" : method, path);
    return kept === null ? null : (this.#routes.get(kept) ?? null);
  }

  /** The routes of a request's path for all methods. */
  findAll(path: string): Route[] {
    return METHODS.flatMap((method) => this.find(method, path) ?? []);
  }

  all(): Route[] {
    return [...this.#routes.values()];
  }

  /** The routes of these operations, by id. @throws Error if one is missing */
  named(ids: readonly string[]): Route[] {
    const routes = this.all();
    return ids.map((id) => {
      const route = routes.find(({ method, operation }) => operation.id === id && method !== "OPTIONS");
      if (route === undefined) throw new Error(`there is no operation ${id}`);
      return route;
    });
  }

  #lookUp(method: string, path: string): object | null {
    const { history, http, static: fixed } = this.elysia.router;
    const index = fixed[path]?.[method];
    return index === undefined ? (http.find(method, path)?.store ?? null) : (history[index] ?? null);
  }
}

/**
 * A bound function, not an arrow: Elysia reads the text of functions, and one that seems to wait or to use `server`
 * costs each request an extra promise and property, a seventh of a cached answer's time.
 */
function answerRoute(
  this: { answer: Answer; endpoint: Endpoint },
  { request }: RouteContext,
): Response | Promise<Response> {
  return this.answer(this.endpoint, request);
}
