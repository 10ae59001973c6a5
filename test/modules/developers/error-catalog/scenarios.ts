import type { Environment } from "../../../../src/compose/config.ts";
import { LOOPBACK } from "../../../../src/http/exchange.ts";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { retention, runJob } from "../../../harness/app/jobs.ts";
import { newNonce } from "../../../harness/app/signing.ts";
import type { ReceivedAnswer, World } from "../../../harness/app/world.ts";
import { until } from "../../../harness/until.ts";

interface Scenario {
  environment?: Environment;
  /** Provokes the code, for a partner with the user ext:zoe, and returns the response that carries it. */
  run(world: World, key: IssuedKey): Promise<ReceivedAnswer>;
}

const CREDIT = "/api/salutes/credit";
const ENTRY = { user_id: "ext:zoe", amount: 5, reason: "quest" };

const WALLET = "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG";

const link = (world: World, key: IssuedKey, user: string) =>
  world.call("POST", `/api/partner/users/ext:${user}/wallets`, {
    key,
    body: { blockchain: "solana", wallet_address: WALLET },
  });

const credit = (world: World, key: IssuedKey, options: object = {}) =>
  world.call("POST", CREDIT, { key, body: ENTRY, ...options });

/** A way to provoke each code, by requests or by the state of the service. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  invalid_payload: { run: (world, key) => credit(world, key, { body: { ...ENTRY, amount: -1 } }) },
  invalid_query: { run: (world, key) => world.call("GET", "/api/salutes/ledger?limit=0", { key }) },
  currency_not_supported: {
    run: (world, key) =>
      world.call("POST", "/api/partner/donation-claim", {
        key,
        body: { campaign: "Drive", amount: 5, currency: "EUR", recipient: { name: "Zoe" } },
      }),
  },
  idempotency_key_required: { run: (world, key) => credit(world, key, { idempotencyKey: null }) },
  nonce_required: { run: (world, key) => credit(world, key, { nonce: null }) },
  unauthorized: { run: (world) => world.call("GET", "/api/partner/status") },
  forbidden: {
    run: async (world) => credit(world, await world.createKey("acme", "live", { scopes: ["read"] })),
  },
  timeout: {
    run: async (world) => {
      const key = await world.createKey("acme", "sandbox");
      return world.call("GET", "/api/partner/sandbox/users", {
        key,
        headers: { "x-sandbox-fault": "timeout" },
      });
    },
  },
  not_found: { run: (world) => world.call("GET", "/api/nowhere") },
  user_not_found: {
    run: (world, key) => world.call("GET", "/api/salutes/balance?user_id=ext:nobody", { key }),
  },
  wallet_not_found: {
    run: (world, key) => world.call("DELETE", `/api/partner/users/ext:zoe/wallets/${WALLET}`, { key }),
  },
  run_not_found: {
    run: (world) => world.call("GET", "/transparency/audit-anomalies/runs.json?run=20200101T000000Z"),
  },
  claim_not_found: {
    run: (world, key) => world.call("GET", "/api/partner/donation-claims/7Q4M-9XKD-2PTV-H8R4", { key }),
  },
  deprecation_not_found: {
    run: (world) => world.call("GET", "/developers/migration-status.json?id=none"),
  },
  webhook_not_found: { run: (world, key) => world.call("DELETE", "/api/partner/webhooks/7", { key }) },
  events_expired: {
    run: async (world, key) => {
      world.clock.advance(31 * DAY_MS);
      await runJob(world, retention.name);
      return world.call("GET", "/api/partner/events?after=0", { key });
    },
  },
  method_not_allowed: { run: (world) => world.call("DELETE", CREDIT) },
  replay_detected: {
    run: async (world, key) => {
      const nonce = newNonce();
      await credit(world, key, { nonce });
      return credit(world, key, { nonce });
    },
  },
  idempotency_replay: {
    run: async (world, key) => {
      await credit(world, key, { idempotencyKey: "order-1" });
      return credit(world, key, { idempotencyKey: "order-1" });
    },
  },
  idempotency_conflict: {
    run: async (world, key) => {
      await credit(world, key, { idempotencyKey: "order-1" });
      return credit(world, key, { idempotencyKey: "order-1", body: { ...ENTRY, amount: 6 } });
    },
  },
  insufficient_balance: {
    run: (world, key) => world.call("POST", "/api/salutes/debit", { key, body: ENTRY }),
  },
  batch_refused: {
    run: (world, key) =>
      world.call("POST", "/api/salutes/batch", { key, body: { items: [{ operation: "debit", ...ENTRY }] } }),
  },
  external_id_taken: {
    run: (world, key) => world.call("POST", "/api/partner/users", { key, body: { external_id: "zoe" } }),
  },
  wallet_taken: {
    run: async (world, key) => {
      await world.createUser(key, "yan");
      await link(world, key, "yan");
      return link(world, key, "zoe");
    },
  },
  conversion_disabled: {
    run: (world, key) =>
      world.call("POST", "/api/salutes/convert", { key, body: { user_id: "ext:zoe", amount: 5 } }),
  },
  state_conflict: {
    run: async (world, key) => {
      await world.services.live.writer.run((tx) =>
        tx.run("UPDATE partner_keys SET daily_credit_limit = 1, revision = revision + 1"),
      );
      return credit(world, key);
    },
  },
  payload_too_large: {
    environment: { MAX_BODY_BYTES: "1024" },
    run: (world, key) => credit(world, key, { body: { ...ENTRY, source: "x".repeat(2_000) } }),
  },
  unsupported_media_type: {
    run: (world, key) => credit(world, key, { headers: { "content-type": "text/plain" } }),
  },
  rate_limited: {
    environment: { PARTNER_RATE_LIMIT_PER_MINUTE: "2" },
    run: async (world, key) => {
      await credit(world, key);
      return credit(world, key);
    },
  },
  server_error: {
    run: async (world, key) => {
      await world.services.live.writer.run((tx) =>
        tx.run("UPDATE partner_keys SET secret_sealed = 'damaged', revision = revision + 1"),
      );
      return credit(world, key);
    },
  },
  overloaded: {
    environment: { MAX_BODY_BYTES_UNDER_WAY: "262144" },
    run: async (world, key) => {
      const slow = new Request("http://localhost/api/salutes/credit", {
        method: "POST",
        headers: { "content-length": "262144" },
        body: new ReadableStream({ type: "bytes" }),
      });
      void world.services.http.uploads.read(slow, LOOPBACK).catch(() => undefined);
      return credit(world, key);
    },
  },
  db_unavailable: { run: whileAnotherProcessWrites },
  rpc_unavailable: {
    environment: { SALUTE_ENV: "production" },
    run: (world, key) => world.call("GET", `/api/partner/wallet-info/${WALLET}`, { key }),
  },
  safe_mode: {
    run: async (world, key) => {
      await world.services.live.writer.run((tx) =>
        switchSafeMode(tx, { kind: "command", name: "test" }, "drill"),
      );
      return credit(world, key);
    },
  },
};

/** A change while another connection holds the file's write lock, until the writer gives up. */
async function whileAnotherProcessWrites(world: World, key: IssuedKey): Promise<ReceivedAnswer> {
  const { Database } = await import("bun:sqlite");
  const other = new Database(world.services.live.path);
  other.run("BEGIN IMMEDIATE");
  let answered: ReceivedAnswer | null = null;
  const asked = credit(world, key).then((answer) => {
    answered = answer;
    return answer;
  });
  await until(() => {
    world.clock.advance(1_000);
    return answered !== null;
  });
  other.run("ROLLBACK");
  other.close();
  return asked;
}
