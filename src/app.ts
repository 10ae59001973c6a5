import { Elysia } from "elysia";
import { allOperations } from "./compose/operations.ts";
import type { Services } from "./compose/services.ts";
import { mount } from "./http/mount.ts";

/** The HTTP application: it never listens and never reads the environment. */
export function buildApp(services: Services): Elysia {
  // Routes are composed when they are first asked for: all of them at once would cost the start 9 MB and a fifth of
  // its time.
  const app = new Elysia({ strictPath: true, precompile: false });
  mount(app, allOperations(services), services.http);
  return app;
}
