import { Elysia } from "elysia";
import { allOperations } from "./compose/operations.ts";
import type { Services } from "./compose/services.ts";
import { HttpApp } from "./http/http-app.ts";
import { mount } from "./http/mount.ts";

/** The HTTP application: it never listens and never reads the environment. */
export function buildApp(services: Services): HttpApp {
  // Routes are composed when they are first asked for: all of them at once would cost the start 9 MB and a fifth of
  // its time. Bun's own router would only stand between it and Elysia's.
  const elysia = new Elysia({ strictPath: true, precompile: false, systemRouter: false });
  const routes = mount(elysia, allOperations(services), services.http);
  return new HttpApp(elysia, routes, services.http.inFlight);
}
