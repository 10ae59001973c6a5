import type { Mounted } from "../../../http/mounted.ts";
import { buildDocument, type DocumentOptions } from "./build-document.ts";
import type { OpenApiDocument } from "./openapi.ts";

/** A document of this build. Each form is generated on first use. */
export interface PublishedDocument {
  document(): OpenApiDocument;
  json(): string;
  yaml(): Promise<string>;
}

/** The document of these operations. */
export function publish(mounted: Mounted, options: DocumentOptions): PublishedDocument {
  const document = once(() => buildDocument(mounted.operations, options));
  return {
    document,
    json: once(() => JSON.stringify(document())),
    yaml: once(() => toYaml(document())),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** YAML that parsers of versions 1.1 and 1.2 read alike. */
export async function toYaml(document: object): Promise<string> {
  // Loaded on first use: loading takes 30 ms.
  const { stringify } = await import("yaml");
  return stringify(document, { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 });
}
