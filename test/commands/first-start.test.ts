import { afterEach, beforeEach, expect, test } from "bun:test";
import { firstStart } from "../../src/commands/first-start.ts";
import { withOutput } from "../../src/commands/output.ts";
import { createWorld, type World } from "../harness/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

test("the sandbox key that the first start prints works at once, on the seed's demo user", async () => {
  let printed = "";
  const out = (bytes: string | Uint8Array) => {
    printed += Buffer.from(bytes).toString("utf8");
  };
  await withOutput({ out, err: out, isTerminal: false }, () =>
    firstStart(world.services, "http://127.0.0.1:8080"),
  );
  const [, key_id = "", secret = ""] = /Sandbox key +(pk_sandbox_\w+)\s+(sk_sandbox_\w+)/.exec(printed) ?? [];
  const key = { key_id, secret };
  const body = { user_id: "ext:demo-user", amount: 25, reason: "quest", source: "campaign-7" };
  const credited = await world.call("POST", "/api/partner/sandbox/salutes/credit", { key, body });
  expect([credited.status, credited.json.balance, credited.json.mode]).toEqual([200, 150.5, "sandbox"]);
});
