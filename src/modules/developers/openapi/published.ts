import type { Mounted } from "../../../http/mounted.ts";
import { buildDocument, type DocumentOptions } from "./build-document.ts";
import type { OpenApiDocument } from "./openapi.ts";

/** A document of this build, made when it is first asked for: the start stays light. */
export interface PublishedDocument {
  document(): OpenApiDocument;
  json(): string;
  yaml(): Promise<string>;
}

const published = new WeakMap<Mounted, Map<DocumentOptions["part"], PublishedDocument>>();

/** The document of a build, the same for all who ask: the first one's options count. */
export function publish(mounted: Mounted, options: DocumentOptions): PublishedDocument {
  const parts = published.get(mounted) ?? new Map<DocumentOptions["part"], PublishedDocument>();
  published.set(mounted, parts);
  const known = parts.get(options.part) ?? make(mounted, options);
  parts.set(options.part, known);
  return known;
}

function make(mounted: Mounted, options: DocumentOptions): PublishedDocument {
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

/** YAML that readers of version 1.1 and of 1.2 understand alike. */
export async function toYaml(document: object): Promise<string> {
  // Loading the library takes 30 ms, which only those who ask for YAML should wait.
  const { stringify } = await import("yaml");
  return stringify(document, { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 });
}
