import { type Operation, PAGES_GROUP } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { embeddedBytes } from "../../../kit/process/embedded.ts";

/** Base URL in the embedded documents, of a host that cannot exist (RFC 6761, section 6.4). */
export const EMBEDDED_BASE_URL = "https://base-url.invalid";

/**
 * Name under which the build embeds the whole document of these operations as JSON: making it takes a third of a start's
 * processor time. Few settings change which operations there are, and none but the base URL and the schedule of
 * deprecations changes what the document says about one.
 */
export function embeddedName(operations: readonly Operation[]): string {
  const ids = operations.filter(({ group }) => group !== PAGES_GROUP).map(({ id }) => id);
  return `openapi-${sha256Hex(ids.join()).slice(0, 16)}`;
}

/** The whole document of these operations as JSON, from the executable; null if it does not contain it. */
export function embeddedJson(operations: readonly Operation[], baseUrl: string): string | null {
  const bytes = embeddedBytes(embeddedName(operations));
  if (bytes === null) return null;
  const own = JSON.stringify(baseUrl);
  return new TextDecoder().decode(bytes).replace(JSON.stringify(EMBEDDED_BASE_URL), () => own);
}
