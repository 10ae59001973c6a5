import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { sandboxPath } from "../../src/db/files.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { sandboxReset } from "../../src/modules/sandbox/files/reset-job.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { NO_LIMIT, SANDBOX } from "../modules/sandbox/twins/script.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

const run = (trigger: string, signal = new AbortController().signal) =>
  sandboxReset.run(world.services, signal, trigger);

async function creditInSandbox(by = key): Promise<void> {
  const body = { user_id: 1, amount: 10, reason: "quest" };
  await world.call("POST", `${SANDBOX}/salutes/credit`, { key: by, body });
}

const balance = async (by = key) =>
  (await world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key: by })).json.balance;

test("the nightly job resets every sandbox file to its seed", async () => {
  expect(await run("schedule")).toBe("no partner has used the sandbox since");
  const other = await world.createKey("other", "sandbox");
  await creditInSandbox();
  await creditInSandbox(other);
  expect(await run("schedule")).toBe("2 sandbox files reset");
  expect([await balance(), await balance(other)]).toEqual([125.5, 125.5]);
  expect(await run("schedule")).toBe("no partner has used the sandbox since");
});

test("an overdue run after a start resets only files older than that start", async () => {
  await creditInSandbox();
  world.clock.advance(1_000);
  await world.restart();
  const other = await world.createKey("other", "sandbox");
  await creditInSandbox(other);
  expect(await run("overdue")).toBe("1 sandbox files reset");
  expect([await balance(), await balance(other)]).toEqual([125.5, 135.5]);
});

test("a damaged file does not keep the others from their reset, and the job fails", async () => {
  await creditInSandbox();
  writeFileSync(sandboxPath(world.dataDir, "aaa"), "no database");
  await expect(run("schedule")).rejects.toThrow("1 sandbox files reset, 1 not");
  expect(await balance()).toBe(125.5);
});

test("stops between files when aborted", async () => {
  await creditInSandbox();
  const controller = new AbortController();
  controller.abort(new Error("enough"));
  await expect(run("schedule", controller.signal)).rejects.toThrow("enough");
  expect(await balance()).toBe(135.5);
});
