import { Type } from "@sinclair/typebox";
import type { Mounted } from "../../../http/mounted.ts";
import type { Operation } from "../../../http/operation.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { entryPoint } from "../../../kit/process/entry-point.ts";
import { Thread } from "../../../kit/process/thread.ts";
import type { DocumentOptions } from "./build-document.ts";
import { type DocumentFile, embeddedDocument } from "./embedded.ts";
import type { OpenApiDocument } from "./openapi.ts";

const WORKER_URL = entryPoint("modules/developers/openapi/yaml-worker.ts");

const thread = new Thread<string, string>({
  url: WORKER_URL,
  name: "the YAML document",
  idleMs: 0,
  timeoutMs: MINUTE_MS,
});

/** A JSON document as YAML, written in a thread: it takes a second, and nobody waits. @throws Error */
function yamlOf(json: string): Promise<string> {
  return thread.ask(json);
}

/** A document of this build. Each form is generated on first use. */
export interface PublishedDocument {
  document(): Promise<OpenApiDocument>;
  json(): Promise<string>;
  yaml(): Promise<string>;
}

/** The document of these operations. Its texts and examples are loaded on first use. */
export async function loadDocument(
  operations: readonly Operation[],
  options: DocumentOptions,
): Promise<OpenApiDocument> {
  const { buildDocument } = await import("./build-document.ts");
  return buildDocument(operations, options);
}

export interface PublishOptions extends DocumentOptions {
  /** Whether the operations are as built: a schedule of deprecations changes them. */
  isAsBuilt: boolean;
}

/** The same as JSON, from the executable if it contains it. */
export async function loadJson(operations: readonly Operation[], options: PublishOptions): Promise<string> {
  return embedded(operations, "json", options) ?? JSON.stringify(await loadDocument(operations, options));
}

/** Only its top is checked: this build made it. */
const DOCUMENT = checkedJson(
  "The OpenAPI document",
  Type.Unsafe<OpenApiDocument>(Type.Object({ openapi: Type.String(), paths: Type.Object({}) })),
);

/** The document of the mounted operations. */
export function publish(mounted: Mounted, options: PublishOptions): PublishedDocument {
  const json = once(() => loadJson(mounted.operations, options));
  const document = once(async () => DOCUMENT.read(await json()));
  const yaml = once(async () => embedded(mounted.operations, "yaml", options) ?? yamlOf(await json()));
  return { document, json, yaml };
}

function embedded(
  operations: readonly Operation[],
  form: DocumentFile["form"],
  { part, baseUrl, isAsBuilt }: PublishOptions,
): string | null {
  return isAsBuilt ? embeddedDocument(operations, { part, form }, baseUrl) : null;
}

/** Concurrent and later callers share one value; after a failure the next caller tries again. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}
