import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import { SETTINGS } from "../../../../src/compose/settings/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Marker that is valid in every setting's format. */
const MARK = "PLANTEDsecret";
const SECRETS: Record<string, string> = {
  SMTP_URL: `smtp://ops:${MARK}1@127.0.0.1:1`,
  ALERT_WEBHOOK_URL: `https://hooks.example/${MARK}2`,
  ALERT_ESCALATION_URL: `https://hooks.example/${MARK}3`,
  HEARTBEAT_URL: `https://beat.example/${MARK}4`,
  SOLANA_RPC_URLS: `https://rpc.example/${MARK}5`,
  TOKEN_MINT: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
};

let world: World;
let headers: Record<string, string>;
let ownerToken: string;

beforeAll(async () => {
  world = await createWorld(SECRETS);
  ownerToken = (await makeOperator(world, "owner", "owner")).token;
  headers = { authorization: `Bearer ${ownerToken}` };
  const key = await world.createKey("acme");
  await world.call("GET", "/api/partner/capabilities", { key });
  await world.call("POST", "/admin/ops/incidents", {
    headers,
    body: { title: "Late", severity: "bad", public: true, message: "We look." },
    nonce: null,
    idempotencyKey: null,
  });
  await world.call("GET", `/api/partner/capabilities?token=${MARK}6`, {
    headers: { "x-partner-key": key.key_id, "x-partner-signature": `${MARK}7`, "x-partner-timestamp": "1" },
  });
  for (const job of ["preflight", "digest", "link_inbox"]) await runJob(world, job);
});

afterAll(() => world.close());

/** Operators' JSON and page routes without an id. */
const targets = (): string[] =>
  allOperations(world.services)
    .filter(
      ({ method, path, access }) => method === "GET" && access.kind === "operator" && !path.includes("{"),
    )
    .map(({ path }) => {
      if (path.endsWith("detail.json")) return `${path}?id=1`;
      if (path === "/admin/search") return `${path}?q=acme`;
      return path;
    });

describe("secrets planted in the settings, a key and a refused request", () => {
  test("appear in no answer of the desk, neither JSON nor page", async () => {
    const asked = targets();
    expect(asked.length).toBeGreaterThan(40);
    for (const target of asked) {
      for (const accept of ["application/json", "text/html"]) {
        const { text, status } = await world.call("GET", target, { headers: { ...headers, accept } });
        expect([target, status < 500, text.includes(MARK), text.includes(ownerToken)]).toEqual([
          target,
          true,
          false,
          false,
        ]);
      }
    }
  });

  test("appear in the guards' env rows only as set, under each setting's name", async () => {
    const { json } = await world.call("GET", "/admin/ops/preflight-guards.json?include_env_rows=1", {
      headers,
    });
    const env = json.rows.filter(({ section }: { section: string }) => section === "env");
    expect(env.map(({ field }: { field: string }) => field)).toEqual(
      Object.values(SETTINGS).map(({ variable }) => variable),
    );
    const values = Object.fromEntries(env.map(({ field, value }: Record<string, string>) => [field, value]));
    expect(values.SMTP_URL).toBe("(set)");
    const tokens = json.rows.filter(({ section }: { section: string }) => section === "token");
    expect(tokens.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining([
        "smtp_url",
        "alert_webhook_url",
        "alert_escalation_url",
        "heartbeat_url",
        "master_key",
      ]),
    );
    for (const { value } of tokens) expect(["set", "unset", "default"]).toContain(value);
  });

  test("appear in no log line", () => {
    expect(world.logged.filter((line) => line.includes(MARK))).toEqual([]);
  });
});
