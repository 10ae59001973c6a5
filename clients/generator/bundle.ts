import { resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");
/** Files of the server and what stands for them in Node.js. */
const REPLACED = [
  [/src\/kit\/crypto\/hashes\.ts$/, "clients/cli/hashes.ts"],
  [/src\/kit\/formats\/checked-json\.ts$/, "clients/cli/checked-json.ts"],
] as const;

/** The commands for partners' developers as one file for Node.js, by its path in the npm package. @throws AggregateError */
export async function bundleCommands(): Promise<Record<string, string>> {
  const { outputs } = await Bun.build({
    entrypoints: [resolve(ROOT, "clients/cli/main.ts")],
    root: ROOT,
    target: "node",
    format: "esm",
    plugins: [
      {
        name: "files for Node.js",
        setup(build) {
          for (const [filter, path] of REPLACED) {
            const contents = Bun.file(resolve(ROOT, path)).text();
            build.onLoad({ filter }, async () => ({ contents: await contents, loader: "ts" }));
          }
        },
      },
    ],
  });
  const [bundle] = outputs;
  if (bundle === undefined) throw new Error("the bundle is empty");
  return { "bin/salute.js": await bundle.text() };
}
