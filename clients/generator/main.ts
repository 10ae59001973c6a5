import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { OpenApiDocument } from "../../src/modules/developers/openapi/index.ts";
import { writePython } from "./python.ts";
import { readApi } from "./read-document.ts";
import { writeTypescript } from "./typescript.ts";

/** `bun run clients`: writes the generated parts of both clients. */

const ROOT = resolve(import.meta.dir, "../..");

function documentOfThisBuild(): OpenApiDocument {
  const command = [process.execPath, join(ROOT, "src/main.ts"), "openapi", "--json"];
  const { stdout, stderr, success } = Bun.spawnSync(command, { cwd: ROOT });
  if (!success) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as OpenApiDocument;
}

function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

const api = readApi(documentOfThisBuild());
write(join(ROOT, "clients/typescript/src"), writeTypescript(api));
write(join(ROOT, "clients/python/salute_client"), writePython(api));
