import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { listAudit } from "../../src/modules/platform/audit/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { type CommandResult, salute as run } from "../harness/processes/commands.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
  // Commands use the system's clock.
  catchUp();
});

const catchUp = () => world.clock.advance(Date.now() - world.clock.now());

afterEach(() => world.close());

const salute = (...args: string[]): Promise<CommandResult> =>
  run(["maintenance", ...args, "--data", world.dataDir]);
const TITLE = ["--title", "A larger disk"];

describe("salute maintenance", () => {
  test("add announces it beside the running server, list shows it, end ends it", async () => {
    expect((await salute("list")).out).toStartWith("No maintenance.");
    const added = await salute("add", ...TITLE, "--minutes", "30", "--checks", "rpc,jobs", "--json");
    expect([added.code, added.err]).toEqual([0, ""]);
    expect(added.json).toMatchObject({ id: 1, checks: ["rpc", "jobs"], state: "in_progress" });
    const { starts_at, ends_at } = added.json;
    expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(30 * 60_000);
    catchUp();
    expect((await world.call("GET", "/status.json")).json.checks.rpc.in_maintenance).toBe(true);
    expect((await salute("list")).out).toContain("A larger disk");
    expect((await salute("list", "--json")).json).toHaveLength(1);

    const ended = await salute("end", "1");
    expect([ended.code, ended.out]).toEqual([0, "maintenance 1 is ended\n"]);
    expect((await salute("end", "1")).code).toBe(1);
    expect(listAudit(world.services.live.read, 2)).toMatchObject([
      { actor_kind: "command", actor: "maintenance end" },
      { actor_kind: "command", actor: "maintenance add" },
    ]);
  }, 60_000);

  test("add accepts times with an offset, including future ones; end withdraws one that has not begun", async () => {
    const added = await salute(
      "add",
      ...TITLE,
      "--from",
      "2099-01-01T00:00:00+01:00",
      "--to",
      "2099-01-01T00:00Z",
    );
    expect(added.out).toBe(
      "maintenance 1 is announced: 2098-12-31T23:00:00.000Z to 2099-01-01T00:00:00.000Z\n",
    );
    expect((await salute("end", "1")).out).toBe("maintenance 1 is cancelled\n");
    expect((await salute("list", "--json")).json).toEqual([]);
  });

  test("wrong usage is exit 2, and announces nothing", async () => {
    for (const [args, words] of [
      [["add", "--minutes", "5"], "--title is needed"],
      [["add", ...TITLE], "give --to or --minutes"],
      [["add", ...TITLE, "--minutes", "5", "--to", "2099-01-01T00:00:00Z"], "give --to or --minutes"],
      [["add", ...TITLE, "--minutes", "0"], "--minutes is a whole number from 1 up"],
      [["add", ...TITLE, "--to", "tomorrow"], "--to is a time with an offset"],
      [["add", ...TITLE, "--to", "2099-13-01T00:00:00Z"], "--to is a time with an offset"],
      [["add", ...TITLE, "--to", "2020-01-01T00:00:00Z"], "must be after the start"],
      [["add", ...TITLE, "--from", "2020-01-01T00:00:00Z", "--minutes", "5"], "must not lie in the past"],
      [["add", ...TITLE, "--minutes", "5", "--checks", "printer"], "there is no check printer"],
      [["end"], "give one maintenance id"],
      [["end", "x"], "a maintenance id is a whole number"],
    ] as const) {
      const { code, err } = await salute(...args);
      expect([args, code, err]).toEqual([args, 2, expect.stringContaining(words)]);
    }
    expect((await salute("list", "--json")).json).toEqual([]);
  });
});
