import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import type { World } from "../../../harness/app/world.ts";

export const SANDBOX = "/api/partner/sandbox";

interface Step {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: object;
}

const WALLET = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

/** Calls of every kind that the sandbox takes, failures among them; each has the answer of the same step on a fresh seed. */
export const STEPS: readonly Step[] = [
  { method: "GET", path: "/verify" },
  { method: "GET", path: "/token-status" },
  { method: "GET", path: "/users?include_wallets=1" },
  { method: "GET", path: "/users?limit=1" },
  {
    method: "POST",
    path: "/users",
    body: { external_id: "kim", display_name: "Kim", email: "kim@example.com" },
  },
  { method: "POST", path: "/users", body: { external_id: "kim" } },
  { method: "GET", path: "/users/ext:kim?include_wallets=1" },
  { method: "PATCH", path: "/users/ext:kim", body: { username: "kim" } },
  { method: "POST", path: "/salutes/credit", body: { user_id: "ext:kim", amount: 12.5, reason: "quest" } },
  { method: "POST", path: "/salutes/debit", body: { user_id: "ext:kim", amount: 2.25, reason: "shop" } },
  { method: "POST", path: "/salutes/debit", body: { user_id: "ext:kim", amount: 5000, reason: "shop" } },
  { method: "GET", path: "/salutes/balance?user_id=ext:kim" },
  { method: "GET", path: "/salutes/ledger" },
  { method: "POST", path: "/users/ext:kim/wallets", body: { blockchain: "solana", wallet_address: WALLET } },
  { method: "POST", path: "/users/ext:kim/wallets/challenge", body: { wallet_address: WALLET } },
  { method: "POST", path: "/users/ext:kim/wallets/challenge", body: { wallet_address: WALLET } },
  { method: "DELETE", path: `/users/ext:kim/wallets/${WALLET}` },
  { method: "POST", path: "/users", body: { external_id: "gone" } },
  { method: "DELETE", path: "/users/ext:gone" },
  { method: "GET", path: "/users/ext:gone" },
  { method: "GET", path: "/users?q=kim" },
  {
    method: "POST",
    path: "/donation-claim",
    body: { campaign: "Drive", amount: 5, currency: "SALUTES", recipient: { user_id: 1 } },
  },
  {
    method: "POST",
    path: "/donation-claim",
    body: { campaign: "Drive", amount: "0.5", currency: "USDC", recipient: { email: "zoe@example.com" } },
  },
  { method: "GET", path: "/webhooks" },
  {
    method: "POST",
    path: "/webhooks",
    body: { event_type: "salutes.credit", target_url: "https://partner.example/in" },
  },
  { method: "POST", path: "/webhooks/3/test" },
  { method: "POST", path: "/webhooks/3/rotate-secret", body: {} },
  { method: "POST", path: "/webhooks/3/test" },
  { method: "PATCH", path: "/webhooks/3", body: { is_active: false } },
  { method: "POST", path: "/salutes/credit", body: { user_id: 2, amount: 1, reason: "held" } },
  { method: "PATCH", path: "/webhooks/3", body: { is_active: true } },
  { method: "GET", path: "/webhook-events?limit=5" },
  { method: "GET", path: "/webhook-events?user_id=1&order=asc&status=delivered" },
  { method: "GET", path: "/webhook-events/6/attempts" },
  { method: "POST", path: "/webhook-events/replay", body: { event_ids: [6, 1, 777], note: "again" } },
  { method: "DELETE", path: "/webhooks/3" },
  { method: "POST", path: "/webhooks/3/test" },
  { method: "GET", path: "/salutes/conversion-policy" },
  { method: "POST", path: "/salutes/convert", body: { user_id: 1, amount: 50 } },
  { method: "POST", path: "/clock/advance", body: { seconds: 3_000_000 } },
  { method: "GET", path: "/donation-claims" },
  { method: "GET", path: "/salutes/ledger.csv" },
  { method: "GET", path: "/webhook-simulator/scenarios" },
  { method: "GET", path: "/webhook-simulator/run" },
  { method: "POST", path: "/webhook-simulator/run", body: { scenario_id: "users_updated" } },
];

/** Runs the steps with a key. Returns the answers' bodies, without what names the request. */
export async function runSteps(
  world: World,
  key: IssuedKey,
  between: (index: number) => Promise<unknown> = async () => undefined,
  steps = STEPS,
): Promise<string[]> {
  const answers: string[] = [];
  for (const [index, { method, path, body }] of steps.entries()) {
    await between(index);
    const answer = await world.call(method, `${SANDBOX}${path}`, {
      key,
      ...(body === undefined ? {} : { body }),
      idempotencyKey: method === "GET" ? null : `step-${index}`,
    });
    answers.push(`${method} ${path} ${answer.status} ${answer.text.replaceAll(/"request_id":"[^"]*"/g, "")}`);
  }
  return answers;
}

/** A world whose limits the steps do not run into. */
export const NO_LIMIT = { PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0" };

const DIFFERENT_READS = [
  "/verify",
  "/token-status",
  "/users",
  "/salutes/balance?user_id=1",
  "/salutes/ledger",
];

/** As many different operations as the promotion report wants, for a key with the scopes read and ledger. */
export async function readDifferently(world: World, key: IssuedKey): Promise<void> {
  for (const path of DIFFERENT_READS) await world.call("GET", `${SANDBOX}${path}`, { key });
}
