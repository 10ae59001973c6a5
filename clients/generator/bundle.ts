import { resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");
const BUN_HASHES = /src\/kit\/crypto\/hashes\.ts$/;

/** The commands for partners' developers as one file for Node.js, by its path in the npm package. @throws AggregateError */
export async function bundleCommands(): Promise<Record<string, string>> {
  const { outputs } = await Bun.build({
    entrypoints: [resolve(ROOT, "clients/cli/main.ts")],
    root: ROOT,
    target: "node",
    format: "esm",
    plugins: [
      {
        name: "hashes of Node.js",
        setup(build) {
          const contents = Bun.file(resolve(ROOT, "clients/cli/hashes.ts")).text();
          build.onLoad({ filter: BUN_HASHES }, async () => ({ contents: await contents, loader: "ts" }));
        },
      },
    ],
  });
  const [bundle] = outputs;
  if (bundle === undefined) throw new Error("the bundle is empty");
  return { "bin/salute.js": await bundle.text() };
}
