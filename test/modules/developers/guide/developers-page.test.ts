import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { join, resolve } from "node:path";
import { allOperations } from "../../../../src/compose/operations.ts";
import { EVENT_TYPES } from "../../../../src/modules/webhooks/events/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import vectors from "../../../vectors/partner-signing.json";

const SNIPPETS = resolve(import.meta.dir, "../../../../src/modules/developers/guide/snippets");
const FILES = ["sign.sh", "sign.ts", "sign.py", "sign.go", "sign.php"];
const RECEIVERS = ["receive.ts", "receive.py", "receive.go", "receive.sh"];

let world: World;
beforeAll(async () => {
  world = await createWorld({
    IDEMPOTENCY_RETENTION_DAYS: "45",
    PARTNER_RATE_LIMIT_PER_MINUTE: "777",
    PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
  });
});
afterAll(() => world.close());

/** Content of the page's code blocks, as copied by a reader. */
async function codeBlocks(page = "/developers"): Promise<string[]> {
  const { text } = await world.call("GET", page);
  const texts: string[] = [];
  await new HTMLRewriter()
    .on("figure.code code", {
      element() {
        texts.push("");
      },
      text(chunk) {
        texts.push((texts.pop() ?? "") + chunk.text);
      },
    })
    .transform(new Response(text))
    .text();
  return texts.map((each) =>
    each.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );
}

describe("GET /developers", () => {
  test("shows every program exactly as in its file", async () => {
    const blocks = await codeBlocks();
    for (const file of FILES) expect(blocks).toContain(await Bun.file(join(SNIPPETS, file)).text());
  });

  test("shows an example that matches the published vectors", async () => {
    const mutation = vectors.cases.find(({ name }) => name === "mutation");
    expect(mutation).toBeDefined();
    const blocks = await codeBlocks();
    expect(blocks).toContain(mutation?.canonical ?? "");
    expect(blocks).toContain(mutation?.signature ?? "");
    expect((await world.call("GET", "/developers")).text).toContain(vectors.secret);
  });

  test("shows the response to a credit with exactly the real members", async () => {
    const key = await world.createKey("acme");
    await world.createUser(key, "demo-user");
    const body = { user_id: "ext:demo-user", amount: 25, reason: "quest" };
    const { json } = await world.call("POST", "/api/salutes/credit", { key, body });
    const shown = (await codeBlocks()).find((block) => block.includes('"ledger_entry_id"')) ?? "{}";
    expect(Object.keys(JSON.parse(shown))).toEqual(Object.keys(json));
  });

  test("shows the real refusal of a used nonce", async () => {
    const key = await world.createKey("beta");
    const call = () =>
      world.call("POST", "/api/partner/users", {
        key,
        body: { external_id: "u1" },
        nonce: "00112233445566ff",
      });
    await call();
    const { json } = await call();
    const shown = JSON.parse(
      (await codeBlocks()).find((block) => block.includes('"replay_detected"')) ?? "{}",
    );
    expect({ ...shown, request_id: "" }).toEqual({ ...json, request_id: "" });
  });

  test("lists every code of the catalog with its retry behaviour", async () => {
    const { text } = await world.call("GET", "/developers");
    const key = await world.createKey("acme");
    const { entries } = (await world.call("GET", "/api/partner/errors.json", { key })).json;
    expect(entries.length).toBeGreaterThan(25);
    for (const { error_code, http_status } of entries) {
      expect(text).toContain(
        `<code>${error_code}</code></th><td data-head="Status"><div>${http_status}</div></td>`,
      );
    }
  });

  test("shows this server's settings", async () => {
    const { text } = await world.call("GET", "/developers");
    expect(text).toContain("45 days; forever for a ledger entry");
    expect(text).toContain(">777<");
    expect(text).toContain(">no limit<");
  });

  test("mentions the sandbox only if the build has it", async () => {
    const paths = allOperations(world.services).map(({ path }) => path);
    const { text } = await world.call("GET", "/developers");
    expect(text.includes("/api/partner/sandbox/")).toBe(
      paths.includes("/api/partner/sandbox/salutes/credit"),
    );
  });
});

describe("GET /developers/webhooks", () => {
  test("shows every receiver exactly as in its file, and an example with a valid signature", async () => {
    const blocks = await codeBlocks("/developers/webhooks");
    for (const file of RECEIVERS) expect(blocks).toContain(await Bun.file(join(SNIPPETS, file)).text());
    const body = blocks.find((block) => block.startsWith('{"event_id"')) ?? "";
    const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    expect(blocks).toContain(createHmac("sha256", secret).update(`1795255200.${body}`).digest("hex"));
  });

  test("lists every event type and this server's settings", async () => {
    const own = await createWorld({ WEBHOOK_MAX_ATTEMPTS: "9", WEBHOOK_TIMEOUT_SECONDS: "7" });
    const { text } = await own.call("GET", "/developers/webhooks");
    for (const type of EVENT_TYPES) expect(text).toContain(`<code>${type}</code>`);
    expect(text).toContain("At most 9 attempts");
    expect(text).toContain("within 7 seconds");
    await own.close();
  });

  test("it and the OpenAPI document drop duplicates by the signed event_id, never by a header", async () => {
    const { text } = await world.call("GET", "/developers/webhooks");
    expect(text).toContain("Store the body's <code>event_id</code>");
    expect(text).toContain("Do not use <code>X-Webhook-Id</code> for this.");
    const openapi = await world.call("GET", "/api/openapi.json");
    for (const { post } of Object.values<{ post: { description: string } }>(openapi.json.webhooks))
      expect(post.description).toContain("drop duplicates by the body's event_id, which is signed");
    const byHeader = /\b(drop|store|dedupe)[^.:]*(by |<code>)X-Webhook-Id/i;
    expect(text).not.toMatch(byHeader);
    expect(openapi.text).not.toMatch(byHeader);
  });

  test("mentions only paths that exist in the build", async () => {
    const { text } = await world.call("GET", "/developers/webhooks");
    const paths = new Set(allOperations(world.services).map(({ path }) => path));
    const named = [...text.matchAll(/\/api\/[a-zA-Z_/-]+/g)].map(([path]) =>
      path.replace("WEBHOOK_ID", "{webhook_id}").replace("EVENT_ID", "{event_id}"),
    );
    expect(named.length).toBeGreaterThan(5);
    for (const path of named) expect(paths).toContain(path);
  });
});

describe("GET /developers/snippets/{file}", () => {
  test("serves each program as text", async () => {
    for (const file of [...FILES, ...RECEIVERS]) {
      const { status, headers, text } = await world.call("GET", `/developers/snippets/${file}`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(text).toBe(await Bun.file(join(SNIPPETS, file)).text());
    }
  });

  test("404 for an unknown file", async () => {
    const { status, json } = await world.call("GET", "/developers/snippets/..%2Fsnippets.ts");
    expect(status).toBe(404);
    expect(json.message).toContain("sign.sh");
  });
});
