import { Mounted } from "../http/mounted.ts";
import { sha256Hex } from "../kit/seal.ts";
import { VERSION } from "../kit/version.ts";
import { publish } from "../modules/developers/openapi/index.ts";
import { GROUPS } from "./modules.ts";
import { allOperations } from "./operations.ts";
import type { Services } from "./services.ts";

const made = new WeakMap<Services, string>();

/** SHA-256 of the OpenAPI document of this build, as JSON; made when it is first asked for. */
export function openApiSha256(services: Services): string {
  const known = made.get(services);
  if (known !== undefined) return known;
  const mounted = new Mounted(allOperations(services));
  // The address is no part of the build.
  const options = { version: VERSION, baseUrl: "", groups: GROUPS };
  const hash = sha256Hex(publish(mounted, { part: "everything", ...options }).json());
  made.set(services, hash);
  return hash;
}
