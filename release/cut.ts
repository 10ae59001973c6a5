import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checksumOf, RELEASES } from "../drizzle/releases.ts";
import { version as before } from "../package.json";
import { ROOT } from "../src/build/executable.ts";
import { cutChangelog, requireLater } from "./changelog.ts";

/**
 * `bun run release:cut VERSION [--date 2026-11-30]`: makes a clean checkout the release of that version. It gives the changelog's
 * unreleased part the version and the day (UTC), sets the version of the API and its clients, records the migrations in
 * drizzle/releases.json, from when on they must not change, makes everything generated from the version, and has the
 * built executable make the data directory that later versions are tested with. It commits nothing.
 */

const EXAMPLES = "src/modules/developers/openapi/recorded-examples";
const ROWS = "drizzle/rows.sql";

function main(): void {
  const { values, positionals } = parseArgs({
    options: { date: { type: "string", default: new Date().toISOString().slice(0, 10) } },
    allowPositionals: true,
  });
  const [version = ""] = positionals;
  requireLater(version, RELEASES.at(-1)?.version ?? "0.0.0");
  requireClean("commit or stash the changes first");
  run("bun", "run", "migration");
  requireClean("bun run migration made something else: commit that first");
  const changelog = cutChangelog(read("CHANGELOG.md"), version, values.date);
  write("CHANGELOG.md", changelog);
  for (const file of ["package.json", "clients/typescript/package.json"])
    write(file, read(file).replace(`"version": "${before}"`, `"version": "${version}"`));
  for (const file of readdirSync(join(ROOT, EXAMPLES)).map((name) => `${EXAMPLES}/${name}`))
    write(file, read(file).replaceAll(new RegExp(`\\b${RegExp.escape(before)}\\b`, "g"), version));
  record(version);
  run("bun", "run", "clients");
  run("bun", "run", "golden");
  run("bunx", "biome", "check", "--write", ".");
  makeDirectory(version);
  console.log(`salute ${version} is cut. What has changed, to be tested and committed:`);
  run("git", "status", "--short", "--untracked-files=all");
}

function record(version: string): void {
  const names = readdirSync(join(ROOT, "drizzle")).filter((file) => /^\d{4}_.*\.sql$/.test(file));
  const migrations = Object.fromEntries(
    names
      .sort()
      .map((file) => file.replace(".sql", ""))
      .map((name) => [name, checksumOf(name)]),
  );
  write("drizzle/releases.json", `${JSON.stringify([...RELEASES, { version, migrations }], null, 2)}\n`);
  rmSync(join(ROOT, ROWS), { force: true });
}

function makeDirectory(version: string): void {
  const folder = join(ROOT, "dist/cut");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "salute");
  try {
    run("bun", "run", "build", "--outfile", program, "--without-litestream");
    process.env.SALUTE_BINARY = program;
    run("bun", "test/upgrades/make-directory.ts", join(ROOT, `test/upgrades/${version}.tar.zst`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error if the work tree differs from the commit */
function requireClean(reason: string): void {
  const { stdout, success } = Bun.spawnSync(["git", "status", "--porcelain"], { cwd: ROOT });
  if (!success || stdout.length > 0) throw new Error(`the work tree is not clean: ${reason}\n${stdout}`);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function write(file: string, text: string): void {
  writeFileSync(join(ROOT, file), text);
}

/** @throws Error if the command fails */
function run(...[program = "", ...words]: string[]): void {
  const command = [program === "bun" ? process.execPath : program, ...words];
  const { exitCode } = Bun.spawnSync(command, {
    cwd: ROOT,
    env: process.env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (exitCode !== 0) throw new Error(`${program} ${words.join(" ")} failed`);
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
