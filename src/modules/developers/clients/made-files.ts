import { resolve } from "node:path";
import { embeddedBytes } from "../../../kit/process/embedded.ts";

/** Name under which the build embeds the files that are made for the npm package. */
export const EMBEDDED_NPM_FILES = "npm-files";

const MAKE = resolve(import.meta.dir, "../../../../clients/generator/npm-files.ts");

let made: Promise<Record<string, string>> | null = null;

/** The npm package's compiled files and commands, by path: from the executable, or else made from the sources, in 1 s. */
export function madeFiles(): Promise<Record<string, string>> {
  made ??= read().catch((error) => {
    made = null;
    throw error;
  });
  return made;
}

async function read(): Promise<Record<string, string>> {
  const bytes = embeddedBytes(EMBEDDED_NPM_FILES);
  if (bytes !== null) return JSON.parse(new TextDecoder().decode(bytes));
  const child = Bun.spawn([process.execPath, MAKE], { stdout: "pipe", stderr: "pipe" });
  const [text, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`the npm package was not made: ${errors.trim()}`);
  return JSON.parse(text);
}
