import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { buildApp } from "../../src/app.ts";
import type { ConnectionCaps } from "../../src/http/routing/connection-caps.ts";
import { ConnectionLimits } from "../../src/http/routing/connection-limits.ts";
import type { HttpApp } from "../../src/http/routing/http-app.ts";
import { descriptorLimit } from "../../src/kit/network/descriptor-count.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { until } from "../harness/until.ts";

/** Caps of connections, in all and per address. */

const REQUEST = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

let world: World;
let app: HttpApp;
let open: Client[];

beforeEach(async () => {
  world = await createWorld({ TRUSTED_PROXIES: "127.0.0.9" });
  open = [];
});

afterEach(async () => {
  for (const { socket } of open) socket.destroy();
  await app.stop(true);
  await world.close();
});

function listen(caps: Partial<ConnectionCaps>): void {
  app = buildApp(world.services);
  app.listen(
    { port: 0, hostname: "0.0.0.0" },
    { total: 100, perAddress: 100, descriptors: descriptorLimit(), ...caps },
  );
}

test("connections that have ended do not count, however soon the next one comes", async () => {
  listen({ perAddress: 2 });
  for (let each = 0; each < 20; each++) {
    const client = connectFrom("127.0.0.1", REQUEST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    expect([each, await outcome(client)]).toEqual([each, "200"]);
    await until(() => client.isClosed);
  }
});

interface Client {
  socket: Socket;
  received: string;
  isClosed: boolean;
}

function connectFrom(localAddress: string, text = REQUEST): Client {
  const socket = connect({ port: app.server?.port ?? 0, host: "127.0.0.1", localAddress });
  const client: Client = { socket, received: "", isClosed: false };
  socket.on("data", (data) => {
    client.received += data.toString();
  });
  socket.on("close", () => {
    client.isClosed = true;
  });
  socket.on("error", () => undefined);
  socket.write(text);
  open.push(client);
  return client;
}

/** The status of the first answer; `closed` for a connection that ends without one. */
function outcome(client: Client): Promise<string> {
  return until(() => /^HTTP\/1.1 (\d+)/.exec(client.received)?.[1] ?? (client.isClosed ? "closed" : null));
}

async function outcomes(clients: Client[]): Promise<Record<string, number>> {
  const found = await Promise.all(clients.map(outcome));
  return Object.fromEntries(
    Object.entries(Object.groupBy(found, (each) => each)).map(([name, all]) => [name, all?.length ?? 0]),
  );
}

const several = (count: number, address: string, text = REQUEST) =>
  Array.from({ length: count }, () => connectFrom(address, text));

describe("the cap per address", () => {
  test("refuses later connections with 503 and Connection: close, and those of other addresses not at all", async () => {
    listen({ perAddress: 3 });
    expect(await outcomes(several(3, "127.0.0.2"))).toEqual({ 200: 3 });
    const [late] = several(1, "127.0.0.2");
    if (late === undefined) throw new Error("no connection");
    expect(await outcome(late)).toBe("503");
    expect(late.received.toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(late.received).toContain('"error":"overloaded"');
    await until(() => late.isClosed || null);
    expect(await outcomes(several(3, "127.0.0.3"))).toEqual({ 200: 3 });
  });

  test("an ended connection makes room for another", async () => {
    listen({ perAddress: 2 });
    const [first, second] = several(2, "127.0.0.2");
    if (first === undefined || second === undefined) throw new Error("no connection");
    expect(await outcomes([first, second])).toEqual({ 200: 2 });
    first.socket.destroy();
    await until(async () => ((await outcome(connectFrom("127.0.0.2"))) === "200" ? true : null));
    expect(second.isClosed).toBe(false);
  });

  test("does not count for trusted proxies", async () => {
    listen({ perAddress: 2 });
    expect(await outcomes(several(8, "127.0.0.9"))).toEqual({ 200: 8 });
  });

  test("ends later connections that send nothing", async () => {
    listen({ perAddress: 3 });
    const early = several(3, "127.0.0.2");
    expect(await outcomes(early)).toEqual({ 200: 3 });
    const silent = several(5, "127.0.0.2", "");
    await until(() => silent.every(({ isClosed }) => isClosed) || null);
    expect(early.map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
  });
});

describe("the cap in all", () => {
  test("does not count files that were opened meanwhile", async () => {
    listen({});
    const port = app.server?.port ?? 0;
    const { log, trustedProxies } = world.services.http;
    const caps = { total: 4, perAddress: 4, descriptors: descriptorLimit() };
    const limits = new ConnectionLimits({ port, caps, trustedProxies, log });
    const files = Array.from({ length: 20 }, () => openSync("/dev/null", "r"));
    limits.look();
    const client = connectFrom("127.0.0.2");
    await new Promise((resolve) => client.socket.once("connect", resolve));
    limits.look();
    expect(await outcome(client)).toBe("200");
    limits.stop();
    for (const file of files) closeSync(file);
  });

  test("holds over addresses; refused connections end, accepted ones go on, and room is given away again", async () => {
    listen({ total: 4 });
    const early = [...several(2, "127.0.0.2"), ...several(2, "127.0.0.3")];
    expect(await outcomes(early)).toEqual({ 200: 4 });
    const late = several(10, "127.0.0.4");
    expect((await outcomes(late))["200"]).toBeUndefined();
    await until(() => late.every(({ isClosed }) => isClosed) || null);
    for (const client of early) {
      client.received = "";
      client.socket.write(REQUEST);
    }
    expect(await outcomes(early)).toEqual({ 200: 4 });
    for (const { socket } of early) socket.destroy();
    await until(async () => ((await outcome(connectFrom("127.0.0.4"))) === "200" ? true : null));
  });
});
