import type { Mounted } from "../http/mounted.ts";
import { sha256Hex } from "../kit/crypto/seal.ts";
import { VERSION } from "../kit/process/version.ts";
import { buildDocument } from "../modules/developers/openapi/index.ts";
import { GROUPS } from "./modules.ts";
import { mountedOf } from "./operations.ts";
import type { Services } from "./services.ts";

const known = new WeakMap<Mounted, string>();

/**
 * SHA-256 of the OpenAPI document of this build, as served at /api/openapi.json; computed on first use. The document
 * itself, some 15 MB, is only kept once it is requested.
 */
export function openApiSha256(services: Services): string {
  const mounted = mountedOf(services);
  let hash = known.get(mounted);
  if (hash === undefined) {
    const options = { version: VERSION, baseUrl: services.http.baseUrl(), groups: GROUPS };
    hash = sha256Hex(JSON.stringify(buildDocument(mounted.operations, { part: "everything", ...options })));
    known.set(mounted, hash);
  }
  return hash;
}
