import { expect, test } from "bun:test";
import { join } from "node:path";

/** The mini-app's script is served as one file. `RENEW=1 bun test test/drift/miniapp.test.ts` makes it from its modules. */
const MINIAPP = join(import.meta.dir, "../../src/modules/messenger/miniapp");
const SERVED = join(MINIAPP, "app.client.js");

async function bundle(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(MINIAPP, "app/main.js")],
    target: "browser",
    external: ["/miniapp/*"],
    minify: true,
    banner: "// Made from app/*.js by test/drift/miniapp.test.ts.",
  });
  const [script] = outputs;
  if (script === undefined || outputs.length !== 1) throw new Error("the mini-app's script is not one file");
  return script.text();
}

test("the mini-app's script is the bundle of its modules", async () => {
  const made = await bundle();
  if (Bun.env.RENEW === "1") await Bun.write(SERVED, made);
  else expect(await Bun.file(SERVED).text()).toBe(made);
});
