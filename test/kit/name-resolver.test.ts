import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NameResolver } from "../../src/kit/network/name-resolver.ts";
import { systemTimers } from "../../src/kit/timers.ts";
import { ManualClock } from "../harness/app/clock.ts";
import { SCRATCH } from "../harness/processes/scratch.ts";
import { type DnsServer, startDnsServer } from "../harness/servers/dns-server.ts";

let server: DnsServer;
let clock: ManualClock;
let resolver: NameResolver;

beforeAll(async () => {
  server = await startDnsServer({
    "good.example": ["192.0.2.7", "192.0.2.8"],
    "none.example": null,
    "good.none.example": null,
    "good.example.none.example": null,
  });
});
afterAll(() => server.close());

beforeEach(() => {
  clock = new ManualClock();
  resolver = new NameResolver({
    clock,
    timers: systemTimers,
    servers: [server.address],
    hostsFile: "/nowhere",
    resolvConf: "/nowhere",
  });
  server.asked.length = 0;
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "resolved",
    (error) => error.code,
  );

describe("search domains", () => {
  const within = (text: string) => {
    const resolvConf = join(SCRATCH, `resolv-${crypto.randomUUID()}.conf`);
    writeFileSync(resolvConf, text);
    return new NameResolver({
      clock,
      timers: systemTimers,
      servers: [server.address],
      hostsFile: "/nowhere",
      resolvConf,
    });
  };

  test("complete a short name; the name itself comes last", async () => {
    const searching = within("nameserver 127.0.0.1\nsearch none.example example.\n");
    expect(await searching.resolve("good", "a")).toEqual(["192.0.2.7", "192.0.2.8"]);
    expect([...new Set(server.asked)]).toEqual(["good.none.example", "good.example"]);
  });

  test("come after the name itself where it has as many dots as ndots says; a last dot does without them", async () => {
    const searching = within("search corp.example\noptions timeout:1 ndots:1\n");
    expect(await searching.resolve("good.example", "a")).toHaveLength(2);
    expect([...new Set(server.asked)]).toEqual(["good.example"]);
    server.asked.length = 0;
    expect(await codeOf(searching.resolve("none.example.", "a"))).toBe("ENOTFOUND");
    expect([...new Set(server.asked)]).toEqual(["none.example"]);
    const deep = within("search none.example\noptions ndots:5\n");
    server.asked.length = 0;
    expect(await deep.resolve("good.example", "a")).toHaveLength(2);
    expect([...new Set(server.asked)]).toEqual(["good.example.none.example", "good.example"]);
  });
});

test("DNS servers that change while the server runs are asked from the next look-ups on", async () => {
  const [gone, resolvConf] = [await startDnsServer({}), join(SCRATCH, "resolv-of-a-moved-machine.conf")];
  writeFileSync(resolvConf, `nameserver ${gone.address}\n`);
  const moved = new NameResolver({ clock, timers: systemTimers, hostsFile: "/nowhere", resolvConf });
  expect(await codeOf(moved.resolve("good.example", "a"))).toBe("ETIMEOUT");
  writeFileSync(resolvConf, `nameserver ${server.address}\n`);
  clock.advance(5_000);
  expect(await moved.resolve("good.example", "a")).toHaveLength(2);
  gone.close();
}, 30_000);

describe("a name", () => {
  test("gives every address, asked for once by several at the same time, in any case and with a last dot", async () => {
    const asked = [resolver.resolve("good.example", "a"), resolver.resolve("GOOD.example.", "b")];
    expect(await Promise.all(asked)).toEqual([
      ["192.0.2.7", "192.0.2.8"],
      ["192.0.2.7", "192.0.2.8"],
    ]);
    expect(server.asked.filter((name) => name === "good.example").length).toBe(2);
  });

  test("that does not exist is ENOTFOUND, answered from memory for 5 s, and never for its owner's retry", async () => {
    expect(await codeOf(resolver.resolve("none.example", "a"))).toBe("ENOTFOUND");
    const asked = server.asked.length;
    expect(await codeOf(resolver.resolve("none.example", "b"))).toBe("ENOTFOUND");
    expect(server.asked.length).toBe(asked);
    clock.advance(5_000);
    await codeOf(resolver.resolve("none.example", "b"));
    expect(server.asked.length).toBeGreaterThan(asked);
    const impatient = new NameResolver({
      clock,
      timers: systemTimers,
      servers: [server.address],
      firstRetryMs: 800,
    });
    await codeOf(impatient.resolve("none.example", "a"));
    const before = server.asked.length;
    clock.advance(800);
    await codeOf(impatient.resolve("none.example", "a"));
    expect(server.asked.length).toBeGreaterThan(before);
  });

  test("of the hosts file is asked of nobody", async () => {
    const hostsFile = join(SCRATCH, "hosts-of-the-resolver");
    writeFileSync(
      hostsFile,
      "# a comment\n192.0.2.9 Receiver.internal alias # behind\n2001:db8::9 receiver.internal\n",
    );
    const own = new NameResolver({ clock, timers: systemTimers, servers: [server.address], hostsFile });
    expect(await own.resolve("receiver.internal", "a")).toEqual(["192.0.2.9", "2001:db8::9"]);
    expect(await own.resolve("alias", "a")).toEqual(["192.0.2.9"]);
    expect(await own.resolve("localhost", "a")).toEqual(["127.0.0.1", "::1"]);
    expect(server.asked).toEqual([]);
  });
});

describe("names whose servers never answer", () => {
  const silent = (owner: string, count: number) =>
    Array.from({ length: count }, (_, index) => codeOf(resolver.resolve(`${index}.silent.example`, owner)));

  test("delay neither another owner's look-ups nor password hashing, and fail", async () => {
    const waiting = silent("a", 8);
    let failed = 0;
    for (const each of waiting) void each.then(() => failed++);
    expect(await resolver.resolve("good.example", "b")).toHaveLength(2);
    await Bun.password.hash("a password", { algorithm: "argon2id" });
    expect(failed).toBe(0);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["ETIMEOUT"]));
  }, 30_000);

  test("of one owner are asked for eight at a time; the others say that they wait", async () => {
    const waiting = silent("a", 8);
    const state = { isWaiting: false };
    const ninth = codeOf(resolver.resolve("good.example", "a", state));
    expect(state.isWaiting).toBe(true);
    expect(server.asked).not.toContain("good.example");
    await Promise.all(waiting);
    expect(await ninth).toBe("resolved");
    expect(state.isWaiting).toBe(false);
  }, 30_000);
});

test("a DNS server that is not there is a failed look-up, and no refused connection of the receiver's", async () => {
  const dead = await startDnsServer({});
  dead.close();
  const own = new NameResolver({
    clock,
    timers: systemTimers,
    servers: [dead.address],
    hostsFile: "/nowhere",
  });
  expect(await codeOf(own.resolve("good.example", "a"))).toMatch(/^(DNS_ECONNREFUSED|ETIMEOUT)$/);
});
