import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { Database } from "../../../../src/db/database.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { NO_LIMIT, runSteps, SANDBOX } from "./script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

/** What the sandbox must never do (contract section 10): touch live state, or send anything. */

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  const live = await world.createKey("acme");
  await world.createUser(live, "demo-user");
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

function liveBytes(): string[] {
  return ["live.db", "live.db-wal"].map((name) => {
    const path = join(world.dataDir, name);
    return existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "none";
  });
}

/** Handles of this process on live.db and what belongs to it. */
function liveHandles(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(world.dataDir, "live.db"));
    } catch {
      return false;
    }
  }).length;
}

describe("a day in the sandbox", () => {
  test("leaves the bytes of live.db and its WAL alone, counts and evidence included", async () => {
    await world.services.usage.flush();
    const before = liveBytes();
    await runSteps(world, key);
    await world.call("GET", `${SANDBOX}/promotion-report`, { key });
    await world.services.usage.flush();
    await world.services.evidence.flush();
    expect(liveBytes()).toEqual(before);
  });

  test("opens no connection to live.db, writes nothing by the one that is open, and reads there only whether it is safe mode", async () => {
    const { live } = world.services;
    const open = spyOn(Database, "open");
    const writes = spyOn(live.writer, "run");
    const reads = [spyOn(live.read, "get"), spyOn(live.read, "all"), spyOn(live.read, "iterate")];
    const handles = liveHandles();
    await runSteps(world, key);
    expect(liveHandles()).toBe(handles);
    expect(open.mock.calls.map(([path]) => path)).toEqual([join(world.dataDir, "sandbox", "acme.db")]);
    expect(writes).not.toHaveBeenCalled();
    // The highest ids are read by the timer that keeps the marks of live.db (db/damage/marks.ts), whoever calls meanwhile.
    const statements = new Set(
      reads
        .flatMap((spy) => spy.mock.calls.map(([text, name]) => `${text} ${name}`))
        .filter((statement) => !statement.includes("id_floors")),
    );
    expect([...statements]).toEqual(["SELECT value FROM settings WHERE name = ? safe_mode"]);
    for (const spy of [open, writes, ...reads]) spy.mockRestore();
  });

  test("sends no packet: no request, no socket, no look-up of a name", async () => {
    const request = spyOn(globalThis, "fetch");
    const socket = spyOn(Socket.prototype, "connect");
    const connect = spyOn(Bun, "connect");
    const udp = spyOn(Bun, "udpSocket");
    const dns = spyOn(Bun.dns, "lookup");
    const spies = [request, socket, connect, udp, dns];
    await runSteps(world, key);
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  test("makes nothing that live reads show", async () => {
    const live = await world.createKey("acme");
    const before = await world.call("GET", "/api/partner/users", { key: live });
    await runSteps(world, key);
    expect((await world.call("GET", "/api/partner/users", { key: live })).json).toEqual(before.json);
    expect((await world.call("GET", "/api/salutes/ledger", { key: live })).json.count).toBe(0);
  });
});

describe("keys and routes of the two modes", () => {
  test("a sandbox key on a live route is told the sandbox's, where there is one", async () => {
    const body = { user_id: 1, amount: 1, reason: "quest" };
    const answer = await world.call("POST", "/api/salutes/credit", { key, body });
    expect([answer.status, answer.json.error, answer.json.use]).toEqual([
      403,
      "forbidden",
      "/api/partner/sandbox/salutes/credit",
    ]);
    const user = await world.call("GET", "/api/partner/users/7", { key });
    expect(user.json.use).toBe("/api/partner/sandbox/users/{user_id}");
    expect(user.json.message).toContain("/api/partner/sandbox/users/{user_id}");
    const convert = await world.call("POST", "/api/salutes/convert", {
      key,
      body: { user_id: 1, amount: 1 },
    });
    expect([convert.status, convert.json.use]).toEqual([403, `${SANDBOX}/salutes/convert`]);
  });

  test("a live key on a sandbox route is told the live one", async () => {
    const live = await world.createKey("acme");
    const answer = await world.call("GET", `${SANDBOX}/salutes/balance?user_id=1`, { key: live });
    expect([answer.status, answer.json.use]).toEqual([403, "/api/salutes/balance"]);
    expect((await world.call("GET", `${SANDBOX}/verify`, { key: live })).status).toBe(403);
  });

  test("a refusal makes no sandbox file, nor does what a key reads of itself", async () => {
    await world.call("GET", "/api/salutes/ledger", { key });
    await world.call("GET", "/api/partner/capabilities", { key });
    await world.call("GET", "/api/partner/errors.json", { key });
    expect(existsSync(join(world.dataDir, "sandbox"))).toBe(false);
  });
});

test("safe mode refuses sandbox mutations too, and no reads", async () => {
  const { switchSafeMode } = await import("../../../../src/modules/platform/state/index.ts");
  await world.services.live.writer.run((tx) =>
    switchSafeMode(tx, { kind: "command", name: "test" }, "drill"),
  );
  const body = { user_id: 1, amount: 1, reason: "quest" };
  expect((await world.call("POST", `${SANDBOX}/salutes/credit`, { key, body })).json.error).toBe("safe_mode");
  expect((await world.call("GET", `${SANDBOX}/salutes/ledger`, { key })).status).toBe(200);
});
