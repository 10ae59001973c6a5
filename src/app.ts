import { allOperations } from "./compose/operations.ts";
import type { Services } from "./compose/services.ts";
import { mount } from "./http/mount.ts";
import type { HttpApp } from "./http/routing/http-app.ts";
import { twinPath } from "./modules/sandbox/twins/index.ts";

/** The HTTP application: it never listens by itself and never reads the environment. */
export function buildApp(services: Services): HttpApp {
  return mount(allOperations(services), services.http, twinPath);
}
