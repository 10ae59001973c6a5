#!/usr/bin/env bun
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildExecutable } from "./executable.ts";
import { findLitestream, type LitestreamProgram, usableLitestream } from "./litestream.ts";

/**
 * `bun run build [--outfile dist/salute] [--target bun-linux-arm64] [--with-litestream PATH | --without-litestream]`: builds
 * the executable. Litestream goes in as --with-litestream names it, or else as Go builds it from its module, or else as it
 * is installed; where none of these is to be had, the executable is built without, and the output says so.
 */

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      outfile: { type: "string", default: "dist/salute" },
      target: { type: "string" },
      "with-litestream": { type: "string" },
      "without-litestream": { type: "boolean", default: false },
    },
  });
  const target = values.target?.replace(/^bun-/, "") ?? null;
  const directory = mkdtempSync(join(tmpdir(), "salute-build-"));
  try {
    const named = values["with-litestream"];
    const found = values["without-litestream"]
      ? "as asked for"
      : named === undefined
        ? await findLitestream(target, directory)
        : await namedLitestream(named, directory);
    const litestream = typeof found === "string" ? null : found;
    await buildExecutable({ outfile: values.outfile, target, litestream });
    console.log(
      typeof found === "string"
        ? `built without Litestream, which a replica needs: ${found}`
        : `Litestream ${found.version} is built in`,
    );
    return 0;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** @throws Error if it is not Litestream */
async function namedLitestream(path: string, directory: string): Promise<LitestreamProgram> {
  try {
    return await usableLitestream(resolve(path), directory);
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
