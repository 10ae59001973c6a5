import { afterEach, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { systemClock } from "../../../../src/kit/clock.ts";
import { NameResolver } from "../../../../src/kit/network/name-resolver.ts";
import { systemTimers, type Timers } from "../../../../src/kit/timers.ts";
import { NO_PUBLIC_ADDRESS } from "../../../../src/modules/webhooks/deliveries/faults.ts";
import {
  Client,
  type ClientOptions,
  type Receipt,
} from "../../../../src/modules/webhooks/deliveries/sending/client.ts";
import { EXCERPT_BYTES } from "../../../../src/modules/webhooks/deliveries/sending/excerpt.ts";
import { startDnsServer } from "../../../harness/servers/dns-server.ts";
import {
  type Certificate,
  pour,
  startReceiver,
  TEST_AUTHORITY,
  type TestReceiver,
} from "../../../harness/servers/receivers.ts";

const open: TestReceiver[] = [];
afterEach(() => {
  for (const receiver of open.splice(0)) receiver.close();
});

async function receiver(
  answer: (socket: Socket) => void,
  options: { certificate?: Certificate; host?: string } = {},
): Promise<TestReceiver> {
  const started = await startReceiver(answer, options);
  open.push(started);
  return started;
}

/** A client whose names all lead to this machine, and whose deadline strikes when the test says so. */
function client(options: Partial<ClientOptions> = {}): Client {
  return new Client({
    clock: systemClock,
    timers: systemTimers,
    timeoutMs: 10_000,
    allowHttp: true,
    allowPrivate: true,
    ca: TEST_AUTHORITY,
    resolve: async () => ["127.0.0.1"],
    ...options,
  });
}

function post(to: Client, url: string, stop?: AbortSignal, owner = "1"): Promise<Receipt> {
  return to.post({ owner, url, headers: { "x-webhook-id": "evt_1" }, body: '{"a":1}' }, stop);
}

const ok = (socket: Socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");

/** Timers that a test makes strike. */
class ManualTimers implements Timers {
  readonly armed = new Set<() => void>();

  after(_ms: number, work: () => void): () => void {
    this.armed.add(work);
    return () => this.armed.delete(work);
  }

  strike(): void {
    for (const work of [...this.armed]) work();
  }
}

describe("what is sent", () => {
  test("a POST of the body as it is, to the path and query as they are, with the name as Host", async () => {
    const { port, received } = await receiver(ok);
    const receipt = await post(client(), `http://receiver.test:${port}/hooks/1?a=%27&b`);
    expect(receipt).toEqual({ kind: "answered", status: 200, retryAfter: null, excerpt: "ok" });
    const [head = "", body] = (received[0] ?? "").split("\r\n\r\n");
    expect(head).toStartWith("POST /hooks/1?a=%27&b HTTP/1.1\r\n");
    const lines = head.split("\r\n").slice(1);
    expect(lines).toEqual([`host: receiver.test:${port}`, "content-length: 7", "x-webhook-id: evt_1"]);
    expect(body).toBe('{"a":1}');
  });

  test("over IPv6 too", async () => {
    const { port } = await receiver(ok, { host: "::1" });
    expect(
      await post(client({ resolve: async () => ["::1"] }), `http://receiver.test:${port}/`),
    ).toMatchObject({
      status: 200,
    });
    expect(await post(client(), `http://[::1]:${port}/`)).toMatchObject({ status: 200 });
  });

  test("an address that refuses the connection is passed over for the next", async () => {
    const { port } = await receiver(ok);
    const both = client({ resolve: async () => ["::1", "127.0.0.1"] });
    expect(await post(both, `http://receiver.test:${port}/`)).toMatchObject({ status: 200 });
  });
});

describe("certificates", () => {
  test.each<[Certificate, string]>([
    ["receiver", "receiver.test"],
    ["other", "other.test"],
    ["address", "127.0.0.1"],
    ["receiver", "receiver.test."],
  ])("one of %s is taken for https://%s, which is asked for by name", async (certificate, host) => {
    const { port, connections } = await receiver(ok, { certificate });
    expect(await post(client(), `https://${host}:${port}/`)).toMatchObject({ kind: "answered", status: 200 });
    expect(connections).toEqual([host === "127.0.0.1" ? false : host.replace(/\.$/, "")]);
  });

  test.each<[Certificate, string, string]>([
    ["other", "receiver.test", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["address", "receiver.test", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["receiver", "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["expired", "receiver.test", "CERT_HAS_EXPIRED"],
    ["self-signed", "receiver.test", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ])("one of %s is refused for https://%s, and nothing is sent", async (certificate, host, code) => {
    const { port, received } = await receiver(ok, { certificate });
    expect(await post(client(), `https://${host}:${port}/`)).toEqual({
      kind: "failed",
      reasonTag: "tls_error",
      error: `no trusted connection could be made (${code})`,
    });
    expect(received).toEqual([]);
  });

  test("of an authority that is not trusted are refused", async () => {
    const { port, received } = await receiver(ok, { certificate: "receiver" });
    const receipt = await post(client({ ca: undefined }), `https://receiver.test:${port}/`);
    expect(receipt).toMatchObject({ kind: "failed", reasonTag: "tls_error" });
    expect(received).toEqual([]);
  });

  test("a connection that was verified for one name is not used for another at the same address", async () => {
    const { port, connections, received } = await receiver(ok, { certificate: "receiver" });
    const to = client();
    for (let n = 0; n < 2; n++)
      expect(await post(to, `https://receiver.test:${port}/`)).toMatchObject({ status: 200 });
    expect(connections).toEqual(["receiver.test"]);
    expect(await post(to, `https://other.test:${port}/`)).toMatchObject({ reasonTag: "tls_error" });
    expect(received.length).toBe(2);
  });

  test("what speaks no TLS is a tls_error", async () => {
    const { port } = await receiver((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await post(client(), `https://receiver.test:${port}/`)).toMatchObject({ reasonTag: "tls_error" });
  });
});

describe("targets", () => {
  const guarded = (addresses: string[]) => client({ allowPrivate: false, resolve: async () => addresses });

  test.each([[["127.0.0.1"]], [["93.184.216.34", "10.0.0.1"]], [["2606:4700::1", "::ffff:93.184.216.34"]]])(
    "a name with the addresses %p is blocked, and nothing is sent",
    async (addresses) => {
      const { port, connections } = await receiver(ok);
      expect(await post(guarded(addresses), `http://receiver.test:${port}/`)).toEqual({
        kind: "failed",
        reasonTag: "blocked_target",
        error: NO_PUBLIC_ADDRESS,
      });
      expect(connections).toEqual([]);
    },
  );

  test.each(["127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"])(
    "an address in the URL itself, %s, is checked alike",
    async (host) => {
      const { port, connections } = await receiver(ok);
      expect(await post(guarded([]), `http://${host}:${port}/`)).toMatchObject({
        reasonTag: "blocked_target",
      });
      expect(connections).toEqual([]);
    },
  );

  test("http is blocked unless it is allowed", async () => {
    const { port, connections } = await receiver(ok);
    expect(await post(client({ allowHttp: false }), `http://receiver.test:${port}/`)).toEqual({
      kind: "failed",
      reasonTag: "blocked_target",
      error: "http targets are not allowed",
    });
    expect(connections).toEqual([]);
  });

  test("the address that was checked is the one connected to, whatever the name says a moment later", async () => {
    const { port } = await receiver(ok);
    const asked: string[] = [];
    const answers = [["127.0.0.1"], ["192.0.2.1"]];
    const to = client({
      resolve: async (name) => {
        asked.push(name);
        return answers.shift() ?? [];
      },
    });
    expect(await post(to, `http://receiver.test:${port}/`)).toMatchObject({ status: 200 });
    expect(asked).toEqual(["receiver.test"]);
  });

  test("a name that does not resolve is a dns_error, and is looked up again the next time", async () => {
    const { port } = await receiver(ok);
    let isKnown = false;
    const to = client({
      resolve: async () => {
        if (isKnown) return ["127.0.0.1"];
        throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
      },
    });
    expect(await post(to, `http://receiver.test:${port}/`)).toEqual({
      kind: "failed",
      reasonTag: "dns_error",
      error: NO_PUBLIC_ADDRESS,
    });
    isKnown = true;
    expect(await post(to, `http://receiver.test:${port}/`)).toMatchObject({ status: 200 });
    expect(await post(client({ resolve: async () => [] }), `http://receiver.test:${port}/`)).toMatchObject({
      reasonTag: "dns_error",
    });
  });

  test("a receiver whose look-up waits behind its partner's others is not charged for that", async () => {
    const timers = new ManualTimers();
    const to = client({
      timers,
      resolve: async (_name, _owner, state) => {
        state.isWaiting = true;
        return new Promise<never>(() => undefined);
      },
    });
    const receipt = post(to, "https://receiver.test/");
    await Bun.sleep(0);
    timers.strike();
    expect(await receipt).toEqual({ kind: "abandoned" });
  });

  test("a partner's names whose servers never answer hold up no other partner's receiver", async () => {
    const { port } = await receiver(ok);
    const dns = await startDnsServer({ "good.example": ["127.0.0.1"] });
    const resolver = new NameResolver({
      clock: systemClock,
      timers: systemTimers,
      servers: [dns.address],
      hostsFile: "/nowhere",
      resolvConf: "/nowhere",
    });
    const to = client({ resolve: (name, owner, state) => resolver.resolve(name, owner, state) });
    const stop = new AbortController();
    let ended = 0;
    const silent = Array.from({ length: 50 }, async (_, index) => {
      await post(to, `http://${index}.silent.example/`, stop.signal);
      ended++;
    });
    expect(await post(to, `http://good.example:${port}/`, undefined, "2")).toMatchObject({ status: 200 });
    expect(ended).toBe(0);
    stop.abort();
    await Promise.all(silent);
    dns.close();
  });

  test("the system's resolver: a reserved name does not resolve, localhost is blocked", async () => {
    const to = client({ resolve: undefined, allowPrivate: false });
    expect(await post(to, "https://receiver.invalid/")).toMatchObject({ reasonTag: "dns_error" });
    expect(await post(to, "https://localhost/")).toMatchObject({ reasonTag: "blocked_target" });
  });
});

describe("answers", () => {
  test("a redirect is not followed", async () => {
    const elsewhere = await receiver(ok);
    const { port } = await receiver(
      (socket) =>
        void socket.write(
          `HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:${elsewhere.port}/\r\ncontent-length: 0\r\n\r\n`,
        ),
    );
    expect(await post(client(), `http://receiver.test:${port}/`)).toMatchObject({
      kind: "answered",
      status: 307,
    });
    expect(elsewhere.connections).toEqual([]);
  });

  test("Retry-After is handed on as it stands", async () => {
    const { port } = await receiver(
      (socket) => void socket.write("HTTP/1.1 503 Later\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n"),
    );
    expect(await post(client(), `http://receiver.test:${port}/`)).toEqual({
      kind: "answered",
      status: 503,
      retryAfter: "120",
      excerpt: null,
    });
  });

  test("of a body the first 4 KiB are kept, whole characters only, and no more is read", async () => {
    const { port } = await receiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      pour(socket, "a\0é€".repeat(10_000));
    });
    const receipt = await post(client(), `http://receiver.test:${port}/`);
    const excerpt = receipt.kind === "answered" ? (receipt.excerpt ?? "") : "";
    expect(receipt).toMatchObject({ kind: "answered", status: 200 });
    expect(excerpt.slice(0, 5)).toBe("a\ufffdé€a");
    expect(excerpt).not.toContain("\ufffd\ufffd");
    expect(Buffer.byteLength(excerpt.replaceAll("\ufffd", "\0"))).toBeWithin(
      EXCERPT_BYTES - 3,
      EXCERPT_BYTES + 1,
    );
  });

  test.each([
    ["of two lengths that disagree", "content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n"],
    ["compressed, which is not unpacked", "content-encoding: gzip\r\n\r\n"],
    ["in one endless chunk", "transfer-encoding: chunked\r\n\r\nfffffff\r\n"],
  ])("an endless body %s takes no memory", async (_, head) => {
    const { port } = await receiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${head}`);
      pour(socket, "10000\r\n".repeat(8_000));
    });
    const before = process.memoryUsage.rss();
    expect(await post(client(), `http://receiver.test:${port}/`)).toMatchObject({
      kind: "answered",
      status: 200,
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 2 ** 20);
  });

  test.each([
    ["an endless header", "HTTP/1.1 200 OK\r\nx-a: "],
    ["endless headers", "HTTP/1.1 200 OK\r\nx-a: b\r\n"],
    ["no HTTP at all", "220 mail.example ESMTP\r\n\r\n"],
  ])("%s is a failure, and takes no memory", async (_, head) => {
    const { port } = await receiver((socket) => {
      socket.write(head);
      pour(socket, head.endsWith(": ") ? "b".repeat(10_000) : "x-b: bbbbbbbbb\r\n".repeat(1_000));
    });
    const before = process.memoryUsage.rss();
    expect(await post(client(), `http://receiver.test:${port}/`)).toMatchObject({ kind: "failed" });
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 2 ** 20);
  });

  test.each<[string, (socket: Socket) => void]>([
    ["closes", (socket) => void socket.end()],
    ["resets", (socket) => void socket.resetAndDestroy()],
  ])("a receiver that %s without an answer is a connection_error", async (_, answer) => {
    const { port } = await receiver(answer);
    expect(await post(client(), `http://receiver.test:${port}/`)).toEqual({
      kind: "failed",
      reasonTag: "connection_error",
      error: "the connection was closed before an answer came",
    });
  });

  test("so is one where nobody listens", async () => {
    const { port, close } = await receiver(ok);
    close();
    expect(await post(client(), `http://receiver.test:${port}/`)).toEqual({
      kind: "failed",
      reasonTag: "connection_error",
      error: "the connection was refused",
    });
  });
});

describe("the deadline", () => {
  test.each<[string, (socket: Socket, cameIn: () => void) => void]>([
    ["says nothing", (_, cameIn) => cameIn()],
    ["stops in the head", (socket, cameIn) => void socket.write("HTTP/1.1 200 OK\r\n", () => cameIn())],
  ])("a receiver that %s is a timeout", async (_, answer) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { port } = await receiver((socket) => answer(socket, resolve));
    const timers = new ManualTimers();
    const receipt = post(client({ timers }), `http://receiver.test:${port}/`);
    await promise;
    timers.strike();
    expect(await receipt).toEqual({ kind: "failed", reasonTag: "timeout", error: "no answer within 10 s" });
  });

  test("covers TLS and the resolver", async () => {
    const timers = new ManualTimers();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { port } = await receiver(() => resolve());
    const shaking = post(client({ timers }), `https://receiver.test:${port}/`);
    await promise;
    const resolving = post(client({ timers, resolve: () => new Promise(() => {}) }), "https://slow.test/");
    timers.strike();
    expect(await shaking).toMatchObject({ reasonTag: "timeout" });
    expect(await resolving).toMatchObject({ reasonTag: "timeout" });
  });

  test("a head that says 2xx is a success, whatever becomes of the body", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { port } = await receiver((socket) => {
      socket.write("HTTP/1.1 202 Accepted\r\ncontent-length: 100\r\n\r\nbegun", () => resolve());
    });
    const timers = new ManualTimers();
    const to = client({ timers });
    const receipt = post(to, `http://receiver.test:${port}/`);
    await promise;
    // Once another answer is there, so is the head.
    expect(await post(client(), `http://receiver.test:${(await receiver(ok)).port}/`)).toMatchObject({
      status: 200,
    });
    timers.strike();
    const got = await receipt;
    expect(got).toMatchObject({ kind: "answered", status: 202, excerpt: "begun" });
    expect(timers.armed.size).toBe(0);
  });

  test("stopping abandons what has no answer yet", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { port } = await receiver(() => resolve());
    const stop = new AbortController();
    const receipt = post(client(), `http://receiver.test:${port}/`, stop.signal);
    await promise;
    stop.abort();
    expect(await receipt).toEqual({ kind: "abandoned" });
    expect(await post(client(), `http://receiver.test:${port}/`, stop.signal)).toEqual({ kind: "abandoned" });
  });
});

test("a proxy variable in the environment is not used, since config.ts removes it before the first delivery", async () => {
  const { port } = await receiver(ok);
  const proxy = await receiver((socket) => void socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
  const script = `
    import { loadConfig } from "${import.meta.dir}/../../../../src/compose/config.ts";
    import { Client } from "${import.meta.dir}/../../../../src/modules/webhooks/deliveries/sending/client.ts";
    loadConfig();
    const client = new Client({ clock: Date, timers: { after: () => () => {} }, timeoutMs: 1e4, allowHttp: true,
      allowPrivate: true, resolve: async () => ["127.0.0.1"] });
    console.log(JSON.stringify(await client.post({ owner: "1", url: "http://receiver.test:${port}/", headers: {}, body: "{}" })));
    process.exit();`;
  const variables = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
  const env = Object.fromEntries(variables.map((name) => [name, `http://127.0.0.1:${proxy.port}`]));
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdout: "pipe",
  });
  expect(JSON.parse(await new Response(child.stdout).text())).toMatchObject({
    kind: "answered",
    status: 200,
  });
  expect(proxy.connections).toEqual([]);
});
