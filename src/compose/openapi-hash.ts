import type { Mounted } from "../http/mounted.ts";
import { sha256Hex } from "../kit/crypto/seal.ts";
import { VERSION } from "../kit/process/version.ts";
import { loadJson } from "../modules/developers/openapi/index.ts";
import { GROUPS } from "./modules.ts";
import { mountOnce } from "./operations.ts";
import type { Services } from "./services.ts";

const known = new WeakMap<Mounted, Promise<string>>();

/**
 * SHA-256 of the OpenAPI document as served at /api/openapi.json; computed on first use. The document itself is only
 * kept once it is requested.
 */
export function openApiSha256(services: Services): Promise<string> {
  const mounted = mountOnce(services);
  const hash = known.get(mounted) ?? compute(mounted, services);
  known.set(mounted, hash);
  return hash;
}

async function compute({ operations }: Mounted, { config, http }: Services): Promise<string> {
  const isAsBuilt = config.deprecationsFile === null;
  const options = { version: VERSION, baseUrl: http.baseUrl(), groups: GROUPS, isAsBuilt };
  return sha256Hex(await loadJson(operations, { part: "everything", ...options }));
}
