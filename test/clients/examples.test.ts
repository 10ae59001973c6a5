import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { resolve } from "node:path";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { run } from "../harness/processes/programs.ts";

/** The programs of examples/, run like a partner does, against the sandbox of a server. */

// Each example is a process.
setDefaultTimeout(60_000);

const ROOT = resolve(import.meta.dir, "../..");

let world: World;
let server: ListeningWorld;

beforeEach(async () => {
  world = await createWorld();
  server = await listen(world);
});
afterEach(async () => {
  await server.stop();
  await world.close();
});

test.each([
  ["TypeScript", [process.execPath, "examples/partner.ts"]],
  ["Python", ["python3", "examples/partner.py"]],
])("the example in %s credits once, is refused once, and reads its ledger", async (_, command) => {
  const key = await world.createKey("acme", "sandbox");
  const { exitCode, stdout, stderr } = await run(command, {
    cwd: ROOT,
    environment: {
      SALUTE_URL: server.baseUrl,
      SALUTE_KEY_ID: key.key_id,
      SALUTE_SECRET: key.secret,
      PYTHONPATH: resolve(ROOT, "clients/python"),
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({
    is_applied_once: true,
    refused: "insufficient_balance",
    deltas: [-10, 25],
    balance: 15,
  });
  const users = world.services.live.read.get<{ count: number }>("SELECT count(*) AS count FROM users");
  expect(users).toEqual({ count: 0 });
});
