import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { VERSION } from "../../src/kit/process/version.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { inScratch, missingPrograms, run } from "../harness/processes/programs.ts";

/** Both clients, installed by URL from a running server, like partners do. */

const ROOT = resolve(import.meta.dir, "../..");
const LICENSE = join(ROOT, "LICENSE");
/** Deno is tested if it is installed (`npm install deno`). */
const RUNTIMES = [
  ["node", "node"],
  // Node.js 18 has no global Web Crypto.
  ["node-without-crypto", "node", "--import", "data:text/javascript,delete globalThis.crypto"],
  ["bun", process.execPath],
  ...(Bun.which("deno") === null
    ? []
    : [["deno", "deno", "run", "--allow-net", "--allow-env", "--allow-read", "--no-prompt"]]),
];
const INSTALL_MS = 180_000;

/** Credits twice with one key, iterates over pages, gets a refusal and verifies a delivery; prints the results. */
const NODE_PROGRAM = `
import { InsufficientBalanceError, responseOf, Salute, SaluteError, verifyWebhook, WebhookVerificationError } from "salute-client";
import { createHmac } from "node:crypto";
const [baseUrl, keyId, secret] = process.argv.slice(2);
const salute = new Salute({ baseUrl, keyId, secret });
for (const name of ["zoe", "max", "eve"]) await salute.users.create({ external_id: name });
const credit = { user_id: "ext:zoe", amount: 25, reason: "quest" };
const first = await salute.salutes.credit(credit, { idempotencyKey: "quest-1" });
const { rateLimit } = responseOf(first);
const again = await salute.salutes.credit({ userId: "ext:zoe", amount: 25, reason: "quest" }, { idempotencyKey: "quest-1" });
const users = [];
for await (const user of salute.users.each({ limit: 1 })) users.push(user.external_id);
const refused = await salute.salutes.debit({ user_id: "ext:max", amount: 1, reason: "buy" }).catch((error) => error);
const body = JSON.stringify({ event_id: "evt_1", event_type: "webhook.test", data: {} });
const timestamp = String(Math.floor(Date.now() / 1000));
const signature = createHmac("sha256", "whsec_x").update(timestamp + "." + body).digest("hex");
const headers = { "X-Webhook-Timestamp": timestamp, "X-Webhook-Signature": signature };
const event = await verifyWebhook({ secret: ["whsec_old", "whsec_x"], headers, body });
const forged = await verifyWebhook({ secret: "whsec_x", headers, body: body + " " }).catch((error) => error);
console.log(JSON.stringify({
  balances: [first.balance, again.balance],
  entries: [first.ledger_entry_id === again.ledger_entry_id],
  requests: [rateLimit.limit, typeof rateLimit.remaining, responseOf(first).requestId.length > 7],
  users,
  refused: [refused instanceof InsufficientBalanceError, refused instanceof SaluteError, refused.code, refused.status],
  event: event.event_type,
  forged: forged instanceof WebhookVerificationError,
}));
`;

const TYPED_SETTINGS = JSON.stringify({
  compilerOptions: {
    noEmit: true,
    strict: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2022", "DOM"],
    types: [],
  },
  files: ["typed.ts"],
});

/** Compiles; each marked line would fail without its mark. */
const TYPED_PROGRAM = `
import { Salute, type CreditSalutesAnswer } from "salute-client";
const salute = new Salute({ baseUrl: "", keyId: "", secret: "" });
export async function use(): Promise<number> {
  const answer: CreditSalutesAnswer = await salute.salutes.credit({ user_id: 1, amount: 1, reason: "quest" });
  await salute.salutes.credit({ userId: "ext:zoe", amount: 1, reason: "quest" });
  // @ts-expect-error: the amount is a number
  await salute.salutes.credit({ user_id: 1, amount: "1", reason: "quest" });
  // @ts-expect-error: there is no such member
  answer.none;
  return answer.balance;
}
`;

const PYTHON_PROGRAM = `
import hashlib, hmac, json, sys, time
from decimal import Decimal
from salute_client import (
    InsufficientBalanceError, Salute, SaluteError, WebhookVerificationError, response_of, verify_webhook,
)
base_url, key_id, secret = sys.argv[1:]
salute = Salute(base_url, key_id, secret)
for name in ["zoe", "max", "eve"]:
    salute.users.create(external_id=name)
first = salute.salutes.credit(user_id="ext:zoe", amount=Decimal("25.00"), reason="quest", idempotency_key="quest-1")
limit = response_of(first).rate_limit
again = salute.salutes.credit(user_id="ext:zoe", amount=25, reason="quest", idempotency_key="quest-1")
users = [user["external_id"] for user in salute.users.each(limit=1)]
try:
    salute.salutes.debit(user_id="ext:max", amount=1, reason="buy")
except Exception as error:
    refused = [isinstance(error, InsufficientBalanceError), isinstance(error, SaluteError), error.code, error.status]
body = json.dumps({"event_id": "evt_1", "event_type": "webhook.test", "data": {}})
timestamp = str(int(time.time()))
signature = hmac.new(b"whsec_x", f"{timestamp}.{body}".encode(), hashlib.sha256).hexdigest()
headers = {"X-Webhook-Timestamp": timestamp, "X-Webhook-Signature": signature}
event = verify_webhook(["whsec_old", "whsec_x"], headers, body)
try:
    verify_webhook("whsec_x", headers, body + " ")
    forged = False
except WebhookVerificationError:
    forged = True
print(json.dumps({
    "balances": [first["balance"], again["balance"]],
    "entries": [first["ledger_entry_id"] == again["ledger_entry_id"]],
    "requests": [limit.limit, "number" if isinstance(limit.remaining, int) else "", len(response_of(first).request_id) > 7],
    "users": users,
    "refused": refused,
    "event": event["event_type"],
    "forged": forged,
}))
`;

const METADATA_PROGRAM = `
import json, salute_client
from importlib.metadata import distribution
found = distribution("salute-client")
print(json.dumps({
    "license": found.metadata["License"],
    "text": found.read_text(found.metadata["License-File"]),
    "versions": [found.version, salute_client.__version__],
}))
`;

const EXPECTED = {
  balances: [25, 25],
  entries: [true],
  requests: [600, "number", true],
  users: ["zoe", "max", "eve"],
  refused: [true, true, "insufficient_balance", 409],
  event: "webhook.test",
  forged: true,
};

let world: World;
let server: ListeningWorld;

beforeAll(async () => {
  world = await createWorld();
  server = await listen(world);
  world.services.listensOn(Number(new URL(server.baseUrl).port));
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

interface Client {
  language: string;
  url: string;
  sha256: string;
  bytes: number;
  version: string;
}

async function clientOf(language: string): Promise<Client> {
  const { json } = await world.call("GET", "/developers/sdk-manifest.json");
  return json.clients.find((each: Client) => each.language === language);
}

describe("clients", () => {
  test("the manifest lists the files with size and hash, and builds are deterministic", async () => {
    const { version, clients, count } = (await world.call("GET", "/developers/sdk-manifest.json")).json;
    expect([count, clients.map(({ language }: Client) => language)]).toEqual([2, ["typescript", "python"]]);
    for (const { url, sha256, bytes, version: own } of clients as Client[]) {
      const file = await world.call("GET", new URL(url).pathname);
      expect(createHash("sha256").update(file.bytes).digest("hex")).toBe(sha256);
      expect([file.bytes.length, own]).toEqual([bytes, version]);
    }
    expect((await world.call("GET", "/developers/sdk/other.tgz")).status).toBe(404);
  });

  const npm = missingPrograms(["npm", "node"], "the install by npm").length > 0;
  test.skipIf(npm)(
    "npm installs the TypeScript client by URL; Node, Bun and Deno credit a user with it, and its types hold",
    () =>
      inScratch(async (scratch) => {
        const { url } = await clientOf("typescript");
        await Bun.write(join(scratch, "package.json"), '{"name":"x","version":"1.0.0","type":"module"}');
        const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--cache", join(scratch, "cache")];
        const installed = await run(["npm", "install", url, ...flags], { cwd: scratch });
        expect(installed).toMatchObject({ exitCode: 0 });
        const folder = join(scratch, "node_modules/salute-client");
        const { license, version } = await Bun.file(join(folder, "package.json")).json();
        expect([license, version]).toEqual(["Apache-2.0", VERSION]);
        expect(await Bun.file(join(folder, "LICENSE")).text()).toBe(await Bun.file(LICENSE).text());
        const { VERSION: ofAgent } = await import(join(folder, "dist/version.js"));
        expect(ofAgent).toBe(VERSION);
        await Bun.write(join(scratch, "typed.ts"), TYPED_PROGRAM);
        await Bun.write(join(scratch, "tsconfig.json"), TYPED_SETTINGS);
        const typed = await run(["bunx", "tsc", "-p", scratch], { cwd: ROOT });
        expect(typed).toMatchObject({ exitCode: 0, stdout: "" });
        const program = join(scratch, "use.mjs");
        await Bun.write(program, NODE_PROGRAM);
        for (const [name, ...runtime] of RUNTIMES) {
          const key = await world.createKey(`by-${name}`);
          const ran = await run([...runtime, program, server.baseUrl, key.key_id, key.secret], {
            cwd: scratch,
          });
          expect({ stderr: ran.stderr, ...JSON.parse(ran.stdout || "{}") }).toEqual({
            stderr: "",
            ...EXPECTED,
          });
        }
      }),
    INSTALL_MS,
  );

  test.skipIf(npm)(
    "npx runs the commands by the client's URL, as the manifest says, without a project",
    () =>
      inScratch(async (scratch) => {
        const { tool } = (await world.call("GET", "/developers/sdk-manifest.json")).json;
        const [program, yes, url, command] = tool.npx.split(" ");
        expect([program, yes, command]).toEqual(["npx", "--yes", "listen"]);
        const key = await world.createKey("by-npx", "sandbox");
        const environment = {
          SALUTE_KEY: key.key_id,
          SALUTE_SECRET: key.secret,
          PUBLIC_BASE_URL: server.baseUrl,
          npm_config_cache: join(scratch, "cache"),
        };
        const args = ["trigger", "users.created", "--sandbox", "ci-1", "--json"];
        const ran = await run([program, yes, url, ...args], { cwd: scratch, environment });
        expect({ exitCode: ran.exitCode, ...JSON.parse(ran.stdout || "{}") }).toMatchObject({
          exitCode: 0,
          event_type: "users.created",
        });
      }),
    INSTALL_MS,
  );

  const python = missingPrograms(["python3"], "the install by pip").length > 0;
  test.skipIf(python)(
    "pip installs the Python client by URL into a venv, and credits a user with it",
    () =>
      inScratch(async (scratch) => {
        const { url } = await clientOf("python");
        const venv = join(scratch, "venv");
        expect(await run(["python3", "-m", "venv", venv])).toMatchObject({ exitCode: 0 });
        const flags = ["--no-index", "--no-deps", "--disable-pip-version-check", "--no-cache-dir"];
        const installed = await run([join(venv, "bin/pip"), "install", ...flags, url]);
        expect(installed).toMatchObject({ exitCode: 0 });
        const metadata = await run([join(venv, "bin/python"), "-c", METADATA_PROGRAM]);
        expect(JSON.parse(metadata.stdout || "{}")).toEqual({
          license: "Apache-2.0",
          text: await Bun.file(LICENSE).text(),
          versions: [VERSION, VERSION],
        });
        const program = join(scratch, "use.py");
        await Bun.write(program, PYTHON_PROGRAM);
        const key = await world.createKey("by-python");
        const ran = await run([join(venv, "bin/python"), program, server.baseUrl, key.key_id, key.secret]);
        expect({ stderr: ran.stderr, ...JSON.parse(ran.stdout || "{}") }).toEqual({
          stderr: "",
          ...EXPECTED,
        });
      }),
    INSTALL_MS,
  );
});
