import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");

/** Compiles the TypeScript client to JavaScript and declarations, by path. @throws Error with tsc's output */
export function compileTypescript(): Record<string, string> {
  const directory = mkdtempSync(join(tmpdir(), "salute-clients-"));
  try {
    const command = ["bunx", "tsc", "-p", "clients/typescript", "--outDir", directory];
    const { stdout, success } = Bun.spawnSync(command, { cwd: ROOT });
    if (!success) throw new Error(stdout.toString());
    return Object.fromEntries(
      readdirSync(directory)
        .sort()
        .map((name) => [`dist/${name}`, declarationsOf(readFileSync(join(directory, name), "utf8"))]),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Rewrites imports of sources, which the package does not contain. */
function declarationsOf(text: string): string {
  return text.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"');
}
