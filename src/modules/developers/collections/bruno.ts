import { type ZipEntry, zip } from "../../../kit/formats/zip.ts";
import adapter from "./bruno.client.js" with { type: "text" };
import type { Collection, CollectionRequest } from "./requests.ts";
import { signingScript } from "./signing-script.ts";

/** The collection for Bruno and its command as a ZIP archive of one folder, which signs before each request. */
export function brunoArchive({ environment, folders }: Collection): Blob {
  const files: Record<string, string> = {
    "bruno.json": `${JSON.stringify({ version: "1", name: "salute", type: "collection" }, null, 2)}\n`,
    "collection.bru": block("script:pre-request", signingScript(adapter)),
    "environments/salute.bru": `${pairs("vars", Object.entries(environment))}\nvars:secret [\n  secret\n]\n`,
  };
  for (const { name, description, requests } of folders) {
    files[`${name}/folder.bru`] = [pairs("meta", [["name", name]]), block("docs", description)].join("\n");
    for (const [index, request] of requests.entries())
      files[`${name}/${fileName(request)}.bru`] = requestText(request, index + 1);
  }
  return new Blob([
    new Uint8Array(zip(Object.entries(files).map(([name, text]) => entry(`salute/${name}`, text)))),
  ]);
}

function entry(name: string, text: string): ZipEntry {
  return { name, bytes: new TextEncoder().encode(text) };
}

/** Unique in its folder: method and path, where a summary may stand twice. */
function fileName({ method, path }: CollectionRequest): string {
  const words = path.replaceAll(/[^\w]+/g, " ").trim();
  return `${method} ${words}`;
}

function requestText(
  { body, description, method, name, path, query }: CollectionRequest,
  seq: number,
): string {
  const required = query.filter(({ isRequired }) => isRequired);
  const search = required.map((each) => `${each.name}=${each.value}`).join("&");
  return [
    pairs("meta", [
      ["name", name],
      ["type", "http"],
      ["seq", String(seq)],
    ]),
    pairs(method.toLowerCase(), [
      ["url", `{{base_url}}${path}${search === "" ? "" : `?${search}`}`],
      ["body", body === null ? "none" : "json"],
      ["auth", "none"],
    ]),
    ...(query.length === 0
      ? []
      : [
          pairs(
            "params:query",
            query.map((each) => [`${each.isRequired ? "" : "~"}${each.name}`, each.value]),
          ),
        ]),
    ...(body === null ? [] : [block("body:json", body)]),
    block("docs", description),
  ].join("\n");
}

/** A block of names and values, such as `meta`. */
function pairs(name: string, values: readonly (readonly [name: string, value: string])[]): string {
  return `${name} {\n${values.map(([key, value]) => `  ${key}: ${value}`.trimEnd()).join("\n")}\n}\n`;
}

/** A block of text, which the format indents. */
function block(name: string, text: string): string {
  const lines = text.trim().split("\n");
  return `${name} {\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n}\n`;
}
