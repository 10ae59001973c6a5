import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sha256Hex } from "../../src/kit/crypto/seal.ts";
import { findByToken } from "../../src/modules/access/operators/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { type RunOptions, salute } from "../harness/processes/commands.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const run = (args: string[], options?: RunOptions) =>
  salute(["operators", ...args, "--data", world.dataDir], options);
const create = (name: string, role: string, options?: RunOptions) =>
  run(["create", "--name", name, "--role", role, "--json"], options);
const admits = (token: string) => findByToken(world.services.live.read, sha256Hex(token), Date.now());

describe("operators create", () => {
  test("--json prints only name, role, token and link; the token is valid", async () => {
    const { code, json } = await create("ops", "operator");
    expect(code).toBe(0);
    expect(json).toEqual({
      name: "ops",
      role: "operator",
      token: expect.stringMatching(/^op_[1-9A-HJ-NP-Za-km-z]{43,44}$/),
      password_link: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:8080\/admin\/password\/[1-9A-HJ-NP-Za-km-z]{43,44}$/,
      ),
    });
    expect(admits(json.token)).toEqual({ name: "ops", role: "operator" });
  });

  test.each([
    [{ PORT: "9000" }, "http://127.0.0.1:9000/"],
    [{ PUBLIC_BASE_URL: "https://salute.example.com/", PORT: "9000" }, "https://salute.example.com/admin/"],
  ])("with %p the link begins with %s", async (env, start) => {
    expect((await create("ops", "owner", { env })).json.password_link).toStartWith(start);
  });

  test("an existing name is exit 1, a malformed one is wrong usage", async () => {
    await create("ops", "viewer");
    expect(await create("ops", "owner")).toMatchObject({
      code: 1,
      out: "",
      err: "there is already an operator ops\n",
    });
    expect(await create("o ps", "owner")).toMatchObject({
      code: 2,
      err: "--name must be 1 to 40 of A-Z a-z 0-9 . _ -, starting with a letter or digit\n",
    });
  });
});

describe("operators disable and reset", () => {
  test("disable revokes the token immediately; reset issues another, and the old one stays revoked", async () => {
    const first = (await create("ops", "operator")).json;
    expect(await run(["disable", "--name", "ops"])).toMatchObject({ code: 0, out: "ops is disabled\n" });
    expect(admits(first.token)).toBeNull();
    const second = (await run(["reset", "--name", "ops", "--json"])).json;
    expect(Object.keys(second)).toEqual(["name", "role", "token", "password_link"]);
    expect([admits(first.token), admits(second.token)]).toEqual([null, { name: "ops", role: "operator" }]);
  });

  test("an unknown name is exit 1", async () => {
    for (const verb of ["disable", "reset"])
      expect(await run([verb, "--name", "nobody"])).toMatchObject({
        code: 1,
        err: `no operator nobody; see: salute operators list --data ${world.dataDir}\n`,
      });
  });
});

describe("operators list", () => {
  test("an array by name, with expiry of token and link, without secrets", async () => {
    expect((await run(["list", "--json"])).json).toEqual([]);
    const { token } = (await create("zoe", "viewer")).json;
    await create("ann", "owner");
    const last = await run(["disable", "--name", "ann"]);
    expect([last.code, last.err]).toEqual([1, expect.stringContaining("is the last owner")]);
    await run(["disable", "--name", "ann", "--force"]);
    const { json, out } = await run(["list", "--json"]);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(json).toEqual([
      {
        name: "ann",
        role: "owner",
        status: "disabled",
        token_expires_at: null,
        link_expires_at: null,
        created_at: time,
        updated_at: time,
      },
      {
        name: "zoe",
        role: "viewer",
        status: "active",
        token_expires_at: time,
        link_expires_at: time,
        created_at: time,
        updated_at: time,
      },
    ]);
    expect(out).not.toContain(token);
  });

  test("a directory without databases is exit 1, and none are created", async () => {
    const { code, err } = await salute(["operators", "list", "--data", `${world.dataDir}/elsewhere`]);
    expect([code, err.includes("holds no databases")]).toEqual([1, true]);
    expect(await Bun.file(`${world.dataDir}/elsewhere/live.db`).exists()).toBe(false);
  });
});

test("operators delete ends the token, keeps the name from others, and needs --force for the last owner", async () => {
  const { token } = (await create("bot", "operator")).json;
  expect(await run(["delete", "--name", "bot"])).toMatchObject({ code: 0, out: "bot is deleted\n" });
  expect(admits(token)).toBeNull();
  expect(await create("bot", "operator")).toMatchObject({
    code: 1,
    err: "choose another name: bot was deleted, and the audit trail keeps the name\n",
  });
  await create("ann", "owner");
  expect((await run(["delete", "--name", "ann"])).code).toBe(1);
  expect((await run(["delete", "--name", "ann", "--force"])).code).toBe(0);
  expect((await run(["delete", "--name", "ann"])).code).toBe(1);
});

describe("operators tokens", () => {
  test("create prints a token once, list shows it with its role, revoke ends it", async () => {
    const { code, json } = await run([
      "create",
      "--name",
      "bot",
      "--role",
      "operator",
      "--no-token",
      "--json",
    ]);
    expect([code, Object.keys(json)]).toEqual([0, ["name", "role", "password_link"]]);
    const made = await run([
      "tokens",
      "create",
      "--name",
      "bot",
      "--token",
      "ci",
      "--role",
      "viewer",
      "--json",
    ]);
    expect(Object.keys(made.json)).toEqual(["token_id", "token", "expires_at"]);
    expect(admits(made.json.token)).toEqual({ name: "bot", role: "viewer" });
    const listed = (await run(["tokens", "list", "--name", "bot", "--json"])).json;
    expect(listed).toMatchObject([{ token_id: 1, name: "ci", role: "viewer", last_used_at: null }]);
    expect((await run(["tokens", "revoke", "--name", "bot", "--id", "1"])).out).toBe(
      "token 1 of bot is revoked\n",
    );
    expect(admits(made.json.token)).toBeNull();
  });

  test.each([
    [["create", "--name", "nobody", "--token", "ci", "--role", "viewer"], 1],
    [["create", "--name", "bot", "--token", "ci", "--role", "king"], 2],
    [["create", "--name", "bot", "--token", "ci", "--role", "owner"], 2],
    [["create", "--name", "bot", "--token", "ci", "--role", "viewer", "--days", "soon"], 2],
    [["revoke", "--name", "bot", "--id", "7"], 1],
    [["revoke", "--name", "bot", "--id", "x"], 2],
  ])("%p is exit %p", async (args, code) => {
    await create("bot", "operator");
    expect((await run(["tokens", ...args])).code).toBe(code);
  });
});

test("commands are recorded in the audit trail, without secrets", async () => {
  const { token, password_link } = (await create("ops", "operator")).json;
  await run(["disable", "--name", "ops"]);
  const trail = world.services.live.read.all<{
    actor: string;
    action: string;
    subject: string;
    details: string;
  }>("SELECT actor, action, subject, details FROM audit_entries ORDER BY id");
  expect(trail.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ["operators create", "operator.create", "ops"],
    ["operators create", "operator.token_create", "ops"],
    ["operators disable", "operator.disable", "ops"],
  ]);
  const text = JSON.stringify(trail);
  expect(text.includes(token) || text.includes(password_link.split("/").at(-1))).toBe(false);
});
