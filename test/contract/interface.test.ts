import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { openIncident } from "../../src/modules/status/incidents/index.ts";
import { PROOF_JOBS, runJobs } from "../harness/app/jobs.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { PARTNER_CHANGES, PARTNER_READS, PUBLIC_READS, type Spec } from "./interface-fields.ts";

const WALLET = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

let world: World;
let key: IssuedKey;
let ids: Record<string, string>;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
  await runJobs(world, ...PROOF_JOBS, "audit_run", "status_snapshot", "proofs");
  world.clock.advance(60_000);
  await runJobs(world, "status_snapshot");
  key = await world.createKey("acme");
  const made = await world.call("POST", "/api/partner/users", {
    key,
    body: { external_id: "zoe-1", username: "zoe", display_name: "Zoe" },
  });
  const user = String(made.json.user.id);
  await world.call("POST", `/api/partner/users/${user}/wallets`, {
    key,
    body: { blockchain: "solana", wallet_address: WALLET, label: "main" },
  });
  const webhook = await world.call("POST", "/api/partner/webhooks", {
    key,
    body: { event_type: "*", target_url: "https://partner.example/all" },
  });
  ids = { user, wallet: WALLET, webhook: String(webhook.json.webhook.id) };
  const credit = { user_id: user, amount: 10, reason: "seed", source: "test" };
  await world.call("POST", "/api/salutes/credit", { key, body: credit });
  await world.services.live.writer.run((tx) =>
    openIncident(
      tx,
      { kind: "operator", name: "zoe", role: "operator", session: null },
      {
        title: "Slow",
        severity: "warn",
        state: "investigating",
        checks: [],
        isPublic: true,
        message: null,
      },
    ),
  );
});
afterAll(() => world.close());

const named = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  bit: (value) => value === 0 || value === 1,
  time: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  decimal: (value) => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value),
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** Paths at which a value breaks the promise. */
function faultsOf(value: unknown, spec: Spec, path = ""): string[] {
  if (typeof spec === "string") {
    if (spec.endsWith("?") && value === null) return [];
    const kind = spec.replace("?", "");
    return KINDS[kind]?.(value) === true ? [] : [`${path} is ${JSON.stringify(value)}, not ${spec}`];
  }
  if (Array.isArray(spec)) {
    if (!Array.isArray(value) || value.length === 0) return [`${path} is not a list with items`];
    return value.flatMap((item, index) => faultsOf(item, spec[0], `${path}[${index}]`));
  }
  if (typeof value !== "object" || value === null) return [`${path} is ${JSON.stringify(value)}`];
  const members = new Map(Object.entries(value));
  return Object.entries(spec).flatMap(([name, each]) => {
    if (name === "*") return [...members].flatMap(([own, item]) => faultsOf(item, each, `${path}.${own}`));
    return members.has(name)
      ? faultsOf(members.get(name), each, `${path}.${name}`)
      : [`${path}.${name} is missing`];
  });
}

describe("the published interface, independent of the operations' own shapes", () => {
  test.each(Object.entries(PARTNER_CHANGES))("%s", async (operation, { body, answer }) => {
    const [method = "", target = ""] = operation.split(" ");
    const sent = body === undefined ? undefined : JSON.parse(named(JSON.stringify(body)));
    const { status, json } = await world.call(method, named(target), { key, ...(sent && { body: sent }) });
    expect([status < 300, status < 300 ? null : json]).toEqual([true, null]);
    expect(faultsOf(json, answer)).toEqual([]);
  });

  test.each(Object.entries(PARTNER_READS))("GET %s", async (target, spec) => {
    const { status, json } = await world.call("GET", named(target), { key });
    expect([status, faultsOf(json, spec)]).toEqual([200, []]);
  });

  test.each(Object.entries(PUBLIC_READS))("GET %s", async (target, spec) => {
    const { status, json } = await world.call("GET", target);
    expect([status, faultsOf(json, spec)]).toEqual([200, []]);
  });

  test("a failure has success false and its code in error", async () => {
    const { status, json } = await world.call("GET", "/api/partner/users/999999", { key });
    expect([status, json.success, json.error]).toEqual([404, false, "user_not_found"]);
  });
});
