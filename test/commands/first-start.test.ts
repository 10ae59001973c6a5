import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withOutput } from "../../src/commands/output.ts";
import { firstStart } from "../../src/commands/server/first-start.ts";
import { createWorld, type World } from "../harness/app/world.ts";

const BASE_URL = "http://127.0.0.1:8080";

let world: World;
let config: string;
beforeEach(async () => {
  config = mkdtempSync(join(tmpdir(), "salute-config-"));
  world = await createWorld({ XDG_CONFIG_HOME: config });
});
afterEach(async () => {
  await world.close();
  rmSync(config, { recursive: true, force: true });
});

async function startFirst({ services }: World = world) {
  let printed = "";
  const out = (bytes: string | Uint8Array) => {
    printed += Buffer.from(bytes).toString("utf8");
  };
  await withOutput({ out, err: out, isTerminal: false, ask: null }, () => firstStart(services, BASE_URL));
  const [, key_id = "", secret = ""] = /Sandbox key +(pk_sandbox_\w+)\s+(sk_sandbox_\w+)/.exec(printed) ?? [];
  return { printed, sandbox: { key_id, secret } };
}

test("the printed sandbox key works immediately with the seed's demo user", async () => {
  const { sandbox: key } = await startFirst();
  const body = { user_id: "ext:demo-user", amount: 25, reason: "quest", source: "campaign-7" };
  const credited = await world.call("POST", "/api/partner/sandbox/salutes/credit", { key, body });
  expect([credited.status, credited.json.balance, credited.json.mode]).toEqual([200, 150.5, "sandbox"]);
});

describe("the profiles for salute call", () => {
  const path = () => join(config, "salute", "profiles.json");
  const profiles = () => JSON.parse(readFileSync(path(), "utf8"));

  test("live and sandbox are in the user's file (0600), and a command with one is printed before the snippet", async () => {
    const { printed, sandbox } = await startFirst();
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(Object.keys(profiles())).toEqual(["live", "sandbox"]);
    expect(profiles().sandbox).toMatchObject({
      key: sandbox.key_id,
      secret: sandbox.secret,
      base_url: BASE_URL,
    });
    const call = printed.indexOf("salute call POST /api/partner/sandbox/salutes/credit --profile sandbox");
    expect(call).toBeGreaterThan(0);
    expect(printed.indexOf("pasting this:")).toBeGreaterThan(call);
    expect(printed.trimEnd()).toEndWith("\nPROGRAM");
  });

  test("of an earlier first start are replaced, those of the user are kept", async () => {
    await startFirst();
    const own = { key: "pk_live_own", secret: "sk_own" };
    writeFileSync(path(), JSON.stringify({ ...profiles(), live: own, acme: own }), { mode: 0o600 });
    const other = await createWorld({ XDG_CONFIG_HOME: config });
    const { sandbox } = await startFirst(other);
    await other.close();
    expect(profiles()).toMatchObject({ live: own, acme: own, sandbox: { key: sandbox.key_id } });
  });

  test.each([
    ["open to others", "{}", 0o644],
    ["no JSON", "{", 0o600],
    ["another one's sandbox profile", '{"live":{},"sandbox":{}}', 0o600],
  ])("are not written to a file that is %s, and the command contains the key", async (_, text, mode) => {
    mkdirSync(join(config, "salute"));
    writeFileSync(path(), text, { mode });
    const { printed, sandbox } = await startFirst();
    expect(readFileSync(path(), "utf8")).toBe(text);
    expect(printed).toContain(`--key ${sandbox.key_id} --secret ${sandbox.secret} --base-url ${BASE_URL}`);
  });

  test("are not created in production", async () => {
    const production = await createWorld({ XDG_CONFIG_HOME: config, SALUTE_ENV: "production" });
    await startFirst(production);
    await production.close();
    expect(() => statSync(path())).toThrow("ENOENT");
  });
});
