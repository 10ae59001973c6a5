#!/usr/bin/env bun
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { childEnvironment, type Environment } from "./compose/config.ts";
import { GROUPS } from "./compose/modules.ts";
import { operationsOfThisBuild } from "./compose/operations-of-build.ts";
import { createDatabase, EMBEDDED_DATABASE } from "./db/migrations/empty-database.ts";
import { VERSION } from "./kit/process/version.ts";
import {
  DOCUMENT_FILES,
  type DocumentFile,
  documentOf,
  EMBEDDED_BASE_URL,
  embeddedName,
  toYaml,
} from "./modules/developers/openapi/index.ts";
import { hashFile } from "./modules/operations/backups/index.ts";
import { builtInName, prepareLitestream, runLitestream } from "./modules/operations/replication/index.ts";
import { sourceTime } from "./source-time.ts";

/** Builds the executable: `bun run build [--outfile dist/salute] [--target bun-linux-arm64] [--with-litestream PATH]`. */

const ROOT = resolve(import.meta.dir, "..");
const FLAGS = [
  "--compile",
  "--minify",
  "--bytecode",
  // Places the functions that a recorded run called next to each other: `bun run build:order`.
  "--bytecode-order=src/kit/runtime/bytecode.order",
  // Most code of a start runs once and needs no compiler (kit/runtime/compiler.ts).
  "--compile-jit-policy=100",
  "--format=esm",
  // Workers are found by their paths below src; embedded files from elsewhere must not change these.
  "--root=src",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];
const ENTRIES = [
  "src/main.ts",
  "src/chain/scan/scan-worker.ts",
  "src/db/checkpoint-worker.ts",
  "src/db/migrations/overwrite-worker.ts",
  "src/modules/developers/openapi/yaml-worker.ts",
  "src/modules/transparency/audits/runs/detection/worker.ts",
  "src/pages/drawing/png-worker.ts",
];

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      outfile: { type: "string", default: "dist/salute" },
      target: { type: "string" },
      "with-litestream": { type: "string" },
    },
  });
  const litestream = values["with-litestream"];
  const target = values.target === undefined ? [] : ["--target", values.target];
  const directory = mkdtempSync(join(tmpdir(), "salute-build-"));
  try {
    const programs = litestream === undefined ? [] : [await stage(resolve(litestream), directory)];
    const files = [stageBytes(EMBEDDED_DATABASE, createDatabase())];
    for (const settings of [{}, { SALUTE_ENV: "production" }])
      files.push(...(await stageDocuments(settings)));
    return build(values.outfile, [...target, "--loader", ".embedded:file", ...files, ...programs]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Always at the same path, which the executable contains: builds of the same sources are equal. */
function stageBytes(name: string, bytes: Uint8Array | string): string {
  const path = join(ROOT, `node_modules/.cache/salute/${name}.embedded`);
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.${process.pid}`;
  writeFileSync(next, Bun.zstdCompressSync(bytes, { level: 19 }));
  renameSync(next, path);
  return path;
}

/** The OpenAPI documents of the operations that these settings give. */
async function stageDocuments(settings: Environment): Promise<string[]> {
  const operations = await operationsOfThisBuild(settings);
  const common = { version: VERSION, baseUrl: EMBEDDED_BASE_URL, groups: GROUPS };
  const made = new Map<DocumentFile["part"], object>();
  const staged: string[] = [];
  for (const file of DOCUMENT_FILES) {
    const { part } = file;
    const document = made.get(part) ?? (await documentOf(operations, { part, ...common }));
    made.set(part, document);
    const text = file.form === "json" ? JSON.stringify(document) : await toYaml(document);
    staged.push(stageBytes(embeddedName(operations, file), text));
  }
  return staged;
}

function build(outfile: string, more: readonly string[]): number {
  const builtAt = ["--define", `SALUTE_BUILT_AT="${sourceTime(ROOT)}"`];
  const command = [
    process.execPath,
    "build",
    ...FLAGS,
    ...builtAt,
    "--outfile",
    outfile,
    ...ENTRIES,
    ...more,
  ];
  const { exitCode } = Bun.spawnSync(command, { cwd: ROOT, stdout: "inherit", stderr: "inherit" });
  return exitCode;
}

/** Stages the Litestream binary for embedding under its versioned name. @throws if the file is not Litestream */
async function stage(path: string, directory: string): Promise<string> {
  try {
    const environment = childEnvironment();
    const found = await prepareLitestream({ named: path, directory, environment });
    const help = await runLitestream(found, ["help"]);
    if (!help.startsWith("litestream ")) throw new Error("it is another program");
    const staged = join(directory, builtInName(found.version, (await hashFile(found.path)).sha256));
    copyFileSync(found.path, staged);
    return staged;
  } catch (error) {
    throw new Error(
      `--with-litestream ${path}: this is not a Litestream that runs here (${(error as Error).message})`,
    );
  }
}

process.exitCode = await main().catch((error) => {
  console.error((error as Error).message);
  return 1;
});
