import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type ServerProcess, serve } from "../harness/processes/server-process.ts";
import { until } from "../harness/until.ts";

/** Timeout for separate processes and locks on a loaded machine. */
setDefaultTimeout(30_000);

/** `salute serve` as a process (contract section 1). */

let served: ServerProcess;

beforeAll(async () => {
  served = await serve();
});

afterAll(() => served.stop());

describe("a body above the limit", () => {
  test.each([300_000, 5_000_000])("of %i bytes is 413 with a message and a request id", async (size) => {
    const answer = await fetch(`${served.url}/api/partner/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "x".repeat(size),
    });
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([
      413,
      expect.stringMatching(/^req_/),
    ]);
    expect(await answer.json()).toMatchObject({ success: false, error: "payload_too_large" });
  });

  test("sent to an unknown path is still 404", async () => {
    const answer = await fetch(`${served.url}/nowhere`, { method: "POST", body: "x".repeat(2_000_000) });
    expect(answer.status).toBe(404);
  });
});

test("a path above 16 KB is answered with a message and a request id", async () => {
  const answer = await fetch(`${served.url}/${"a".repeat(33_000)}`);
  expect([answer.status, (await answer.json()).error]).toEqual([404, "not_found"]);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
});

test("its log is JSON with one line per answer, including the request id", async () => {
  await fetch(`${served.url}/healthz`, { headers: { "x-request-id": "served-test-1" } });
  const found = () =>
    served.logged.map((each) => JSON.parse(each)).find((each) => each.request_id === "served-test-1");
  expect(await until(found, 20_000)).toMatchObject({
    level: "info",
    message: "request",
    route: "GET /healthz",
    status: 200,
  });
});

test("changes by a command are visible in the next answer", async () => {
  const key = (await served.command("keys", "create", "--partner", "acme", "--mode", "live")) as {
    key_id: string;
  };
  expect(await served.command("keys", "list")).toEqual(
    expect.arrayContaining([expect.objectContaining({ key_id: key.key_id, status: "active" })]),
  );
  await served.command("keys", "disable", key.key_id);
  expect(await served.command("keys", "show", key.key_id)).toMatchObject({ status: "disabled" });
});

test("SIGTERM ends it with 0", async () => {
  const other = await serve();
  expect(await other.stop()).toBe(0);
});
