import { afterAll, beforeAll, expect, test } from "bun:test";
import { signedCreditSnippet } from "../../src/commands/snippet.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { missingPrograms, run } from "../harness/processes/programs.ts";

let world: World;
let server: ListeningWorld;
beforeAll(async () => {
  world = await createWorld();
  server = await listen(world);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

const SHELLS = ["sh", "bash", "zsh"];

for (const shell of SHELLS) {
  const missing = missingPrograms([shell, "bash", "openssl", "curl"], `pasting the snippet into ${shell}`);
  test.skipIf(missing.length > 0)(`the first start's snippet credits when pasted into ${shell}`, async () => {
    const key = await world.createKey(`pasted-${shell}`);
    await world.createUser(key, "demo-user");
    const pasted = `${signedCreditSnippet(server.baseUrl, key)}\necho "secret kept: [$SECRET]"\n`;
    const ran = await run([shell], { stdin: pasted });
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toContain('"balance":25');
    expect(ran.stdout).toContain("secret kept: []");
  });
}
