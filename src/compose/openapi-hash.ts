import type { Mounted } from "../http/mounted.ts";
import { sha256Hex } from "../kit/crypto/seal.ts";
import { VERSION } from "../kit/process/version.ts";
import { documentOf } from "../modules/developers/openapi/index.ts";
import { GROUPS } from "./modules.ts";
import { mountedOf } from "./operations.ts";
import type { Services } from "./services.ts";

const known = new WeakMap<Mounted, Promise<string>>();

/**
 * SHA-256 of the OpenAPI document of this build, as served at /api/openapi.json; computed on first use. The document
 * itself, some 15 MB, is only kept once it is requested.
 */
export function openApiSha256(services: Services): Promise<string> {
  const mounted = mountedOf(services);
  const hash = known.get(mounted) ?? compute(mounted, services);
  known.set(mounted, hash);
  return hash;
}

async function compute({ operations }: Mounted, { http }: Services): Promise<string> {
  const options = { version: VERSION, baseUrl: http.baseUrl(), groups: GROUPS };
  return sha256Hex(JSON.stringify(await documentOf(operations, { part: "everything", ...options })));
}
