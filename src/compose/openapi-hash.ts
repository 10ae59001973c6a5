import { sha256Hex } from "../kit/seal.ts";
import { VERSION } from "../kit/version.ts";
import { publish } from "../modules/developers/openapi/index.ts";
import { GROUPS } from "./modules.ts";
import { mountedOf } from "./operations.ts";
import type { Services } from "./services.ts";

/** SHA-256 of the OpenAPI document of this build, as /api/openapi.json serves it; made when it is first asked for. */
export function openApiSha256(services: Services): string {
  const options = { version: VERSION, baseUrl: services.http.baseUrl(), groups: GROUPS };
  return sha256Hex(publish(mountedOf(services), { part: "everything", ...options }).json());
}
