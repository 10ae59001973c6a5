import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../package.json";
import { readSource } from "../src/build/source.ts";
import { hashFile } from "../src/modules/operations/backups/index.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { writeClients } from "./clients/write-clients.ts";
import { readProductionPackages } from "./lock-file.ts";

/**
 * `bun run release [--out dist/release] [--targets linux-x64,darwin-arm64]`: builds an executable for each target whose
 * Bun runtime is available, the clients' packages for npm and PyPI with their provenance, SHA256SUMS and a bill of materials. Other targets are reported; the host's target is
 * required.
 */
const ROOT = resolve(import.meta.dir, "..");

const TARGETS = [
  "linux-x64",
  "linux-x64-musl",
  "linux-arm64",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
];

const HOST = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

interface Artifact {
  file: string;
  sha256: string;
  bytes: number;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { out: { type: "string", default: "dist/release" }, targets: { type: "string" } },
  });
  const out = resolve(ROOT, values.out);
  const wanted = values.targets?.split(",") ?? TARGETS;
  const unknown = wanted.find((target) => !TARGETS.includes(target));
  if (unknown !== undefined) throw new Error(`--targets: ${unknown} is not one of ${TARGETS.join(", ")}`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const built: Artifact[] = [];
  for (const target of wanted) {
    const made = await buildFor(target, out);
    if (made !== null) built.push(made);
    else if (target === HOST) return 1;
  }
  built.push(await described(out, writeBill(out)));
  const source = { root: ROOT, version, at: sourceTime(ROOT) };
  const clients = await Promise.all((await writeClients(out, source)).map((file) => described(out, file)));
  for (const { file, bytes } of clients) console.log(`${file}: ${bytes} bytes`);
  const sums = [...built, ...clients].map(({ sha256, file }) => `${sha256}  ${file}\n`).join("");
  writeFileSync(join(out, "SHA256SUMS"), sums);
  console.log(`${out}: salute ${version}, ${built.length - 1} of ${wanted.length} targets, SHA256SUMS`);
  return built.length > 1 ? 0 : 1;
}

/** Builds one executable; null, after printing the reason, if it cannot be built here. */
async function buildFor(target: string, out: string): Promise<Artifact | null> {
  const file = `salute-${version}-${target}${target.startsWith("windows") ? ".exe" : ""}`;
  const command = [process.execPath, "src/build/main.ts", "--outfile", join(out, file)];
  if (target !== HOST) command.push("--target", `bun-${target}`);
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  if (exitCode === 0) {
    const made = await described(out, file);
    console.log(`${file}: ${made.bytes} bytes`);
    return made;
  }
  const words = stderr.toString().trim().split("\n").at(-1);
  console.log(`${target}: not built, its Bun runtime is not available here (${words})`);
  return null;
}

function writeBill(out: string): string {
  const file = `salute-${version}.cdx.json`;
  const packages = readProductionPackages(join(ROOT, "bun.lock"));
  const bill = billOfMaterials(packages, { version, bunVersion: Bun.version, at: readSource(ROOT).at });
  writeFileSync(join(out, file), `${JSON.stringify(bill, null, 2)}\n`);
  return file;
}

async function described(out: string, file: string): Promise<Artifact> {
  return { file, ...(await hashFile(join(out, file))) };
}

process.exitCode = await main().catch((error) => {
  console.error((error as Error).message);
  return 1;
});
