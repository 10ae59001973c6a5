import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable } from "../src/build/executable.ts";
import { buildLitestream } from "../src/build/litestream.ts";

export const TARGETS = [
  "linux-x64",
  "linux-x64-musl",
  "linux-arm64",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
];

/** Builds a target's executable with its Litestream in a folder. @throws Error that names the target */
export async function buildTarget(
  target: string,
  folder: string,
): Promise<{ executable: string; litestream: string }> {
  try {
    mkdirSync(folder, { recursive: true });
    const litestream = buildLitestream(target, folder);
    const outfile = join(folder, `salute-${target}${target.startsWith("windows") ? ".exe" : ""}`);
    await buildExecutable({ outfile, target, litestream });
    return { executable: outfile, litestream: litestream.path };
  } catch (error) {
    throw new Error(`${target}: not built (${(error as Error).message})`);
  }
}
