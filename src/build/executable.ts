import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { npmFiles } from "../../clients/generator/npm-files.ts";
import type { Environment } from "../compose/environment.ts";
import { GROUPS } from "../compose/modules.ts";
import { operationsOfThisBuild } from "../compose/operations-of-build.ts";
import { createDatabase, EMBEDDED_DATABASE } from "../db/migrations/empty-database.ts";
import { VERSION } from "../kit/process/version.ts";
import { EMBEDDED_NPM_FILES } from "../modules/developers/clients/index.ts";
import {
  DOCUMENT_FILES,
  type DocumentFile,
  EMBEDDED_BASE_URL,
  embeddedName,
  loadDocument,
  toYaml,
} from "../modules/developers/openapi/index.ts";
import { hashFile } from "../modules/operations/backups/index.ts";
import { builtInName } from "../modules/operations/replication/index.ts";
import type { LitestreamProgram } from "./litestream.ts";
import { readSource } from "./source.ts";

export const ROOT = resolve(import.meta.dir, "../..");
const FLAGS = [
  "--compile",
  "--minify",
  "--bytecode",
  // Places the functions that a recorded run called next to each other (`bun run build:order`): 6 MB less are resident.
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
  "src/modules/operations/backups/archive/pack-worker.ts",
  "src/modules/operations/invariants/answer-worker.ts",
  "src/modules/transparency/audits/runs/detection/worker.ts",
  "src/modules/webhooks/deliveries/sending/posting/post-worker.ts",
  "src/pages/drawing/png-worker.ts",
];

/** Smaller by a tenth at level 19, for twenty times the time. */
const LITESTREAM_LEVEL = 9;

export interface Build {
  outfile: string;
  /** Such as linux-arm64-musl; null for this machine. */
  target: string | null;
  litestream: LitestreamProgram | null;
}

/** Builds an executable. @throws Error with the compiler's last line if it fails */
export async function buildExecutable({ outfile, target, litestream }: Build): Promise<void> {
  const files = [stageBytes(EMBEDDED_DATABASE, createDatabase())];
  for (const settings of [{}, { SALUTE_ENV: "production" }]) files.push(...(await stageDocuments(settings)));
  files.push(stageBytes(EMBEDDED_NPM_FILES, JSON.stringify(await npmFiles())));
  if (litestream !== null) files.push(await stageLitestream(litestream));
  const { commit, at } = readSource(ROOT);
  const command = [
    ...[process.execPath, "build", ...FLAGS, ...(target === null ? [] : ["--target", `bun-${target}`])],
    ...["--define", `SALUTE_BUILT_AT="${at}"`, "--define", `SALUTE_COMMIT="${commit ?? ""}"`],
    ...["--outfile", outfile, ...ENTRIES, "--loader", ".embedded:file", ...files],
  ];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: ROOT, stdout: "inherit", stderr: "pipe" });
  if (exitCode !== 0) throw new Error(stderr.toString().trim().split("\n").at(-1));
}

/** Always at the same path, which the executable contains: builds of the same sources are equal. */
function stageBytes(name: string, bytes: Uint8Array | string, level = 19): string {
  const path = join(ROOT, `node_modules/.cache/salute/${name}.embedded`);
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.${process.pid}`;
  writeFileSync(next, Bun.zstdCompressSync(bytes, { level }));
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
    const document = made.get(part) ?? (await loadDocument(operations, { part, ...common }));
    made.set(part, document);
    const text = file.form === "json" ? JSON.stringify(document) : await toYaml(document);
    staged.push(stageBytes(embeddedName(operations, file), text));
  }
  return staged;
}

/** Under its versioned name. */
async function stageLitestream({ path, version }: LitestreamProgram): Promise<string> {
  const { sha256 } = await hashFile(path);
  return stageBytes(builtInName(version, sha256), readFileSync(path), LITESTREAM_LEVEL);
}
