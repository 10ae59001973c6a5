import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outline } from "./outline.ts";

/** The outline of the OpenAPI document that was last reviewed. `bun run golden` updates it. */
export const GOLDEN = join(import.meta.dir, "openapi");
/** No directory: commands act as the last server of theirs, whose address would be in the document. */
export const NO_DATA = join(GOLDEN, "none");

/** The stored outlines by name. */
export function readGolden(): Map<string, string> {
  return new Map(
    readdirSync(GOLDEN).map((file) => [file.replace(/\.txt$/, ""), readFileSync(join(GOLDEN, file), "utf8")]),
  );
}

if (import.meta.main) {
  rmSync(GOLDEN, { recursive: true, force: true });
  mkdirSync(GOLDEN);
  const command = [process.execPath, join(import.meta.dir, "../../src/main.ts"), "openapi", "--json"];
  const { stdout } = Bun.spawnSync(command, { env: { ...process.env, DATA_DIR: NO_DATA } });
  for (const [name, text] of outline(JSON.parse(stdout.toString())))
    writeFileSync(join(GOLDEN, `${name}.txt`), text);
}
