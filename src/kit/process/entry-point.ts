/**
 * URL of a thread's entry point, which the build names beside main.ts. @param path from src; the executable has it under the
 * folder of main.ts, wherever this code went
 */
export function entryPoint(path: string): URL {
  const src = import.meta.dir.includes("$bunfs") ? "./" : "../../";
  return new URL(`${src}${path}`, import.meta.url);
}
