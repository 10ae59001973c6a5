import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Unknown paths and methods (contract section 2), in process and through a real socket. */

let world: World;
let socket: SocketClient;

beforeAll(async () => {
  world = await createWorld();
  socket = openSocket(world);
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

describe("an unsupported method of a path is 405 before authentication", () => {
  test.each([
    ["PUT", "/api/salutes/balance", "GET, HEAD"],
    ["OPTIONS", "/api/salutes/balance", "GET, HEAD"],
    ["POST", "/api/salutes/balance?user_id=1", "GET, HEAD"],
    ["GET", "/api/salutes/credit", "POST"],
    ["HEAD", "/api/salutes/credit", "POST"],
    ["DELETE", "/api/salutes/ledger.csv", "GET, HEAD"],
    ["PATCH", "/healthz", "GET, HEAD"],
    // Two operations match this path, one with a parameter; each method belongs to one of them.
    ["PATCH", "/api/partner/users/1/wallets/challenge", "DELETE, POST"],
  ])("%s %s", async (method, target, allow) => {
    const inProcess = await world.call(method, target);
    expect([inProcess.status, inProcess.headers.get("allow")]).toEqual([405, allow]);
    for (const host of ["salute.example.com", "api", "x"]) {
      const answer = await socket.send(method, target, { host });
      expect([host, answer.status, answer.headers.get("allow")]).toEqual([host, 405, allow]);
      expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    }
  });

  test("a fixed path goes before an id for other methods, in both modes", async () => {
    for (const path of ["/api/partner/webhooks/dlq", "/api/partner/sandbox/webhooks/dlq"])
      expect([path, (await world.call("GET", path)).status]).toEqual([path, 401]);
    expect((await world.call("GET", "/api/partner/sandbox/webhooks/1")).status).toBe(405);
  });

  test("only partner routes include the retry behaviour", async () => {
    expect((await world.call("PUT", "/api/salutes/balance")).json.retry_class).toBe("fail_fast");
    expect((await world.call("PUT", "/healthz")).json.retry_class).toBeUndefined();
  });
});

describe("an unknown path is 404 before authentication", () => {
  test.each([
    "/nowhere",
    "/api/salutes/balance/",
    "/api/salutes/%62alance",
    "/API/salutes/balance",
    "//api/salutes/balance",
    "/api/salutes/ledgerXcsv",
  ])("%s", async (target) => {
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
      expect((await world.call(method, target)).status).toBe(404);
      expect((await socket.send(method, target)).status).toBe(404);
    }
    expect((await world.call("GET", target)).json).toEqual({
      success: false,
      error: "not_found",
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });

  test("it is logged with its request id, but without its path, which may contain a secret", async () => {
    await world.call("GET", "/claims-of-old/hush-hush", { headers: { "x-request-id": "look-for-me" } });
    world.services.log.flush();
    const line = world.logged
      .map((each) => JSON.parse(each))
      .find((each) => each.request_id === "look-for-me");
    expect(line).toMatchObject({ method: "GET", route: "unmatched", status: 404 });
    expect(world.logged.join("\n")).not.toContain("hush-hush");
  });
});

describe("a mistyped path is 404 with the nearest one", () => {
  test.each([
    ["POST", "/api/salutes/credt", "POST /api/salutes/credit"],
    ["GET", "/api/partner/uesrs", "GET /api/partner/users"],
    ["POST", "/api/partner/uesrs", "POST /api/partner/users"],
    ["GET", "/api/partner/user/17", "GET /api/partner/users/{user_id}"],
    ["GET", "/API/salutes/balance", "GET /api/salutes/balance"],
    ["GET", "/api/salutes/balance/", "GET /api/salutes/balance"],
    ["POST", "/api/v1/salutes/credit", "POST /api/salutes/credit"],
    ["POST", "/salutes/credit", "POST /api/salutes/credit"],
    ["POST", "/api/partner/salutes/credit", "POST /api/salutes/credit"],
    ["POST", "/api/partner/webhook", "POST /api/partner/webhooks"],
    ["POST", "/api/partner/sandbox/salutes/debits", "POST /api/partner/sandbox/salutes/debit"],
    ["GET", "/developer", "GET /developers"],
  ])("%s %s", async (method, target, meant) => {
    const { status, json } = await world.call(method, target, { headers: { accept: "application/json" } });
    expect([status, /mean (.*)\?/.exec(json.message)?.[1]]).toEqual([404, meant]);
  });

  test.each([
    "/nowhere/at-all",
    "/wp-login.php",
    "/.env",
    "/claims-of-old/hush-hush",
    `/api/${"x".repeat(200)}`,
    "/api/a/b/c/d/e/f/g/h/i",
  ])("%s is near to none", async (target) => {
    const { status, json } = await world.call("GET", target);
    expect([status, json.message]).toEqual([404, expect.not.stringContaining("mean")]);
  });
});

describe("with a Host of any length, or none, only the path matters", () => {
  test.each(["a", "ab", "abc", "abcd", null])("Host %p", async (host) => {
    expect((await socket.send("GET", "/healthz", { host })).status).toBe(200);
    expect((await socket.send("GET", "/zz/healthz", { host })).status).toBe(404);
    expect((await socket.send("GET", "/z/healthz", { host })).status).toBe(404);
    expect((await socket.send("GET", "/zzzzzzzzzzzzz/healthz", { host })).status).toBe(404);
    expect((await socket.send("GET", "/badges/rpc.svg", { host })).status).toBe(200);
    expect((await socket.send("POST", "/zz/api/canary/echo", { host, body: "{}" })).status).toBe(404);
    expect((await socket.send("GET", "/zz/metrics", { host })).status).toBe(404);
  });
});
