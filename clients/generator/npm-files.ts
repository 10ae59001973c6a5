import { bundleCommands } from "./bundle.ts";
import { compileTypescript } from "./compile.ts";

/** What is made of the TypeScript client's sources for its npm package: compiled files and the commands' bundle, by path. */
export async function npmFiles(): Promise<Record<string, string>> {
  return { ...compileTypescript(), ...(await bundleCommands()) };
}

if (import.meta.main) process.stdout.write(JSON.stringify(await npmFiles()));
