import { newWallet } from "../../harness/app/wallets.ts";
import type { Recorder, Subject } from "./recorder.ts";

const USER = { user_id: "ext:demo-user" };

/** Records a partner's calls with a live key, where a policy of conversions permits them. */
export async function recordPartner(recorder: Recorder<Subject>): Promise<void> {
  const { record } = bound(recorder);
  await record("getConversionPolicy");
  await users(recorder, (id) => id);
  await record("lookUpUsers", { query: { q: "zoe" } });
  await salutes(recorder, (id) => id);
  await webhooks(recorder, (id) => id);
  const wallet = await wallets(recorder, (id) => id);
  await claims(recorder, (id) => id);
  await record("getUsage", { query: { hours: "24" } });
  await convert(recorder, wallet);
}

/** Records a partner's calls with a sandbox key. */
export async function recordSandbox(recorder: Recorder<Subject>): Promise<void> {
  const twin = (id: string) => `sandbox${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  for (const part of [users, salutes, webhooks, wallets, claims]) await part(recorder, twin);
  await recorder.record("sandboxGetConversionPolicy");
  await recorder.record("sandboxLookUpUsers", { query: { q: "zoe" } });
  await recorder.record("sandboxGetUsage", { query: { hours: "24" } });
  await recorder.record("sandboxConvertSalutes", { body: { user_id: 1, amount: 100 } });
}

type NameOf = (id: string) => string;

function isTwin(named: NameOf): boolean {
  return named("createUser") !== "createUser";
}

function bound(recorder: Recorder<Subject>) {
  return { record: recorder.record.bind(recorder) };
}

async function users(recorder: Recorder<Subject>, named: NameOf): Promise<void> {
  const { record } = bound(recorder);
  const zoe = { username: "zoe", display_name: "Zoe", email: "zoe@example.com" };
  // Sandbox files are seeded with a demo-user.
  const external_id = isTwin(named) ? "zoe" : "demo-user";
  await record(named("createUser"), { body: { external_id, ...zoe } });
  await record(named("updateUser"), { params: USER, body: { display_name: "Zoe K." } });
  await record(named("getUser"), { params: USER, query: { include_wallets: "1" } });
  await record(named("createUser"), { body: { external_id: "left" } });
  await record(named("deleteUser"), { params: { user_id: "ext:left" } });
  await record(named("listUsers"), { query: { limit: "2" } });
}

async function salutes(recorder: Recorder<Subject>, named: NameOf): Promise<void> {
  const { record } = bound(recorder);
  await record(named("creditSalutes"), { idempotencyKey: "order-1001" });
  await record(named("debitSalutes"), { idempotencyKey: "order-1002" });
  await record(named("getSalutesBalance"), { query: USER });
  await record(named("listLedger"), { query: USER });
}

async function webhooks(recorder: Recorder<Subject>, named: NameOf): Promise<void> {
  const { record } = bound(recorder);
  const { webhook } = await record(named("createWebhook"));
  const params = { webhook_id: webhook.id };
  await record(named("listWebhooks"));
  await record(named("updateWebhook"), { params });
  await record(named("rotateWebhookSecret"), { params });
  await record(named("testWebhook"), { params });
  await record(named("recoverWebhook"), { params, body: { since: "2026-01-01T00:00:00Z" } });
  await record(named("listEvents"));
  const [event] = (await record(named("listWebhookEvents"))).events;
  await record(named("getWebhookEvent"), { params: { event_id: event.id } });
  await record(named("listWebhookAttempts"), { params: { event_id: event.id } });
  await record(named("replayWebhookEvents"), { body: { event_ids: [event.id] } });
  await record(named("verifyWebhookSignature"));
  await record(named("deleteWebhook"), { params });
}

async function wallets(recorder: Recorder<Subject>, named: NameOf): Promise<string> {
  const { record } = bound(recorder);
  const wallet = newWallet();
  const wallet_address = wallet.address;
  const linked = { blockchain: "solana" };
  const asked = { params: USER, body: { wallet_address } };
  const challenge = await record(named("issueWalletChallenge"), asked);
  const signature = Buffer.from(wallet.sign(challenge.text)).toString("base64");
  const proof = { challenge_id: challenge.challenge_id, signature };
  await record(named("linkWallet"), {
    params: USER,
    body: { ...linked, wallet_address, is_primary: true, proof },
  });
  await record(named("getWalletVerification"), { params: { wallet_address } });
  await record(named("getWalletInfo"), { params: { wallet_address } });
  const other = newWallet().address;
  await record(named("linkWallet"), { params: USER, body: { ...linked, wallet_address: other } });
  await record(named("unlinkWallet"), { params: { ...USER, wallet_address: other } });
  return wallet_address;
}

async function claims(recorder: Recorder<Subject>, named: NameOf): Promise<void> {
  const { record } = bound(recorder);
  const { claim_code } = await record(named("issueDonationClaim"));
  await record(named("getDonationClaim"), { params: { claim_code } });
  await record(named("listDonationClaims"));
  await record(named("cancelDonationClaim"), { params: { claim_code } });
}

async function convert(recorder: Recorder<Subject>, wallet_address: string): Promise<void> {
  await recorder.record("creditSalutes", { body: { ...USER, amount: 500, reason: "quest" } });
  await recorder.record("convertSalutes", { body: { ...USER, amount: 300, wallet_address } });
}
