import { type Operation, PAGES_GROUP } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { embeddedBytes } from "../../../kit/process/embedded.ts";
import type { DocumentOptions } from "./build-document.ts";

/** Base URL in the embedded documents, of a host that cannot exist (RFC 6761, section 6.4). */
export const EMBEDDED_BASE_URL = "https://base-url.invalid";

export interface DocumentFile {
  part: DocumentOptions["part"];
  form: "json" | "yaml";
}

/** The documents that the build embeds. Each start hashes the first; the others are for readers. */
export const DOCUMENT_FILES: readonly DocumentFile[] = [
  { part: "everything", form: "json" },
  { part: "everything", form: "yaml" },
  { part: "partner", form: "json" },
  { part: "partner", form: "yaml" },
  { part: "transparency", form: "yaml" },
];

/**
 * Name under which the build embeds a document of these operations. Few settings change which operations there are, and
 * none but the base URL and the schedule of deprecations changes what the document says about one.
 */
export function embeddedName(operations: readonly Operation[], { part, form }: DocumentFile): string {
  const ids = operations.filter(({ group }) => group !== PAGES_GROUP).map(({ id }) => id);
  return `openapi-${part}-${form}-${sha256Hex(ids.join()).slice(0, 16)}`;
}

/** Base URLs that stand in JSON and YAML as they are: all but those with a strange path. */
const PLAIN_URL = /^[\w.:/[\]%~-]+$/;

/** A document of these operations, with this base URL, from the executable; null if it does not contain it. */
export function embeddedDocument(
  operations: readonly Operation[],
  file: DocumentFile,
  baseUrl: string,
): string | null {
  const bytes = PLAIN_URL.test(baseUrl) ? embeddedBytes(embeddedName(operations, file)) : null;
  return bytes && new TextDecoder().decode(bytes).replaceAll(EMBEDDED_BASE_URL, baseUrl);
}
