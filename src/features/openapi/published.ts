import type { Operation } from "../../http/operation.ts";
import { buildDocument, type DocumentOptions } from "./build-document.ts";

/** A document as text, made when it is first asked for: the start stays light. */
export interface PublishedDocument {
  json(): string;
  yaml(): Promise<string>;
}

export function publish(operations: () => readonly Operation[], options: DocumentOptions): PublishedDocument {
  let json: string | null = null;
  let yaml: Promise<string> | null = null;
  const published: PublishedDocument = {
    json() {
      json ??= JSON.stringify(buildDocument(operations(), options));
      return json;
    },
    yaml() {
      yaml ??= toYaml(JSON.parse(published.json()));
      return yaml;
    },
  };
  return published;
}

/** YAML that readers of version 1.1 and of 1.2 understand alike. */
export async function toYaml(document: object): Promise<string> {
  // Loading the library takes 30 ms, which only those who ask for YAML should wait.
  const { stringify } = await import("yaml");
  return stringify(document, { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 });
}
