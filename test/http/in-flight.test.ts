import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { CSV_TYPE, streamText } from "../../src/http/answers/stream.ts";
import { mount } from "../../src/http/mount.ts";
import { anyone, readOperation } from "../../src/http/operation.ts";
import type { HttpApp } from "../../src/http/routing/http-app.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { until } from "../harness/until.ts";

let world: World;
let app: HttpApp;
let url: string;
/** Resolves when the endless stream may send its next chunk. */
let isOpen: boolean;

function* rows(fails: boolean) {
  yield "head\r\n";
  while (isOpen) yield `${"row,".repeat(1_000)}\r\n`;
  if (fails) throw new Error("the rows cannot be read");
  yield "last\r\n";
}

const exportOf = (path: string, fails: boolean) =>
  readOperation({
    id: path.slice(1),
    method: "GET",
    path,
    group: "test",
    summary: "Streams until it is told to end",
    access: anyone(null),
    response: { mediaType: CSV_TYPE, description: "Rows" },
    read: () => streamText(rows(fails), CSV_TYPE),
  });

const slow = readOperation({
  id: "slow",
  method: "GET",
  path: "/slow",
  group: "test",
  summary: "Answers once it is told to",
  access: anyone(null),
  response: Type.Object({ done: Type.Boolean() }),
  read: async () => {
    await until(() => !isOpen);
    return { done: true };
  },
});

beforeEach(async () => {
  world = await createWorld();
  isOpen = true;
  const operations = [exportOf("/rows", false), exportOf("/broken", true), slow];
  app = mount({ modules: () => [{ name: "test", operations }] }, world.services.http);
  app.listen({ port: 0, hostname: "127.0.0.1" });
  url = `http://127.0.0.1:${app.server?.port}`;
});

afterEach(async () => {
  await app.server?.stop(true);
  await world.close();
});

const inFlight = () => world.services.http.inFlight;

/** Whether a promise is settled. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), Bun.sleep(0).then(() => false)]);
}

describe("requests in flight", () => {
  test("include a request until it is answered; idle() waits for it", async () => {
    const answer = fetch(`${url}/slow`);
    await until(() => inFlight().count === 1);
    const idle = inFlight().idle();
    expect(await settled(idle)).toBe(false);
    isOpen = false;
    expect((await (await answer).json()).done).toBe(true);
    await idle;
    expect(inFlight().count).toBe(0);
  });

  test("include a stream until its last byte; idle() waits for it, unlike the server's stop", async () => {
    const response = await fetch(`${url}/rows`);
    expect(inFlight().count).toBe(1);
    void app.server?.stop(false);
    const idle = inFlight().idle();
    expect(await settled(idle)).toBe(false);
    isOpen = false;
    expect((await response.text()).endsWith("last\r\n")).toBe(true);
    await idle;
  });

  test("exclude a stream after its client disconnects", async () => {
    const controller = new AbortController();
    const response = await fetch(`${url}/rows`, { signal: controller.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    await inFlight().idle();
  });

  test("exclude a stream after it fails", async () => {
    const response = await fetch(`${url}/broken`);
    isOpen = false;
    await response.text().catch(() => "");
    await inFlight().idle();
  });

  test("exclude HEAD of a stream once it is answered", async () => {
    expect((await fetch(`${url}/rows`, { method: "HEAD" })).status).toBe(200);
    await inFlight().idle();
  });

  test("exclude a refusal once it is answered", async () => {
    expect((await fetch(`${url}/slow?include_meta=maybe`)).status).toBe(400);
    expect(inFlight().count).toBe(0);
  });
});
