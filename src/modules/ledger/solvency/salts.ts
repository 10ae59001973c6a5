import { LookupKey } from "../../platform/lookup-keys/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";

/** The key of the leaves' salts, sealed in the file. */
export function inclusionSalts(keyring: Keyring): LookupKey {
  return new LookupKey(keyring, "inclusion_salts");
}
