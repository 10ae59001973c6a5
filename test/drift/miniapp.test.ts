import { expect, test } from "bun:test";
import { join } from "node:path";

/** Each page's script is served as one file. `RENEW=1 bun test test/drift/miniapp.test.ts` makes them from their modules. */
const MINIAPP = join(import.meta.dir, "../../src/modules/messenger/miniapp");
const SERVED = { "main.js": "app.client.js", "wallet-page.js": "wallet.client.js" };

async function bundle(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(MINIAPP, "app", entry)],
    target: "browser",
    external: ["/miniapp/*"],
    minify: true,
    banner: "// Made from app/*.js by test/drift/miniapp.test.ts.",
  });
  const [script] = outputs;
  if (script === undefined || outputs.length !== 1) throw new Error(`the script of ${entry} is not one file`);
  return script.text();
}

for (const [entry, served] of Object.entries(SERVED))
  test(`${served} is the bundle of its modules`, async () => {
    const made = await bundle(entry);
    const path = join(MINIAPP, served);
    if (Bun.env.RENEW === "1") await Bun.write(path, made);
    else expect(await Bun.file(path).text()).toBe(made);
  });
