import { DEMO_TREASURY, DemoReader, demoSignature } from "../../../src/chain/demo-reader.ts";
import { JobRunner } from "../../../src/jobs/runner.ts";
import { rotateKey } from "../../../src/modules/access/keys/index.ts";
import { listConversions } from "../../../src/modules/ledger/conversions/index.ts";
import { switchWebhook } from "../../../src/modules/webhooks/deliveries/index.ts";
import { jobNamed, runJob } from "../../harness/app/jobs.ts";
import { makeOperator, PASSWORD, visitor } from "../../harness/app/visitor.ts";
import type { Recorder, Subject } from "./recorder.ts";

const HOUR_MS = 3_600_000;

/** Records operators' calls for audits, incidents, refusals, alarms, links and backups. */
export async function recordOperators(recorder: Recorder): Promise<void> {
  await audits(recorder);
  await incidents(recorder);
  await alarms(recorder);
  await recorder.record("change403Suppressions", {
    body: {
      action: "add",
      expected_revision: (await recorder.record("list403Suppressions")).revision,
      path_glob: "/api/**",
      reason: "disabled_key",
      owner: "olga",
      note: "The old key of acme",
      expires_at: at(recorder, 24),
    },
  });
  await recorder.record("addInboxLink", {
    body: { url: "https://status.example.com/1", issue_id: "incident:1", note: "The provider's notice" },
  });
  const { link } = await recorder.record("addInboxLink", { body: { url: "htps://status.example.com/1" } });
  await recorder.record("removeInboxLink", { params: { id: link.id } });
  await backups(recorder);
  await oldSecret(recorder);
  await webhookOff(recorder);
  await recorder.record("createPartnersPortalLink", { body: { partner: "acme", access: "read" } });
  for (const id of ["listPortalMembers", "getPortalSettings"])
    await recorder.record(id, { query: { partner: "acme" } });
  await corrections(recorder);
  await people(recorder);
  await tokens(recorder);
  await payments(recorder);
}

/** Corrections asked for by another operator, above the limit of one, are approved and cancelled. */
async function corrections(recorder: Recorder): Promise<void> {
  const { world } = recorder;
  const key = await world.createKey("acme");
  const userId = await world.createUser(key, "ida");
  const { token } = await makeOperator(world, "paul", "operator");
  const byPaul = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await world.call("POST", `/admin/ops/ledger/${path}`, { headers, body })).json;
  };
  const credit = async (amount: number): Promise<number> => {
    const body = { user_id: userId, amount, reason: "quest", source: "campaign-7" };
    return (await world.call("POST", "/api/salutes/credit", { key, body })).json.ledger_entry_id;
  };
  const reversal = (id: number) => ({ entry_ids: [id], reason: "Credited twice.", on_shortfall: "refuse" });
  const [first, second, third] = [await credit(20_000), await credit(30_000), await credit(25)];
  await recorder.record("reverseLedgerEntries", { body: { ...reversal(third), dry_run: true } });
  await recorder.record("approveLedgerReversal", {
    params: { id: (await byPaul("reversals", reversal(first))).reversal_id },
  });
  const params = { id: (await byPaul("reversals", reversal(second))).reversal_id };
  await recorder.record("cancelLedgerReversal", { params });
  await recorder.record("getLedgerReversal", { params });
  const adjustment = { partner: "acme", user_id: userId, direction: "credit", reason: "Goodwill." };
  const { adjustment_id } = await recorder.record("adjustBalance", { body: { ...adjustment, amount: 5 } });
  await recorder.record("getLedgerAdjustment", { params: { id: adjustment_id } });
  for (const id of ["approveLedgerAdjustment", "cancelLedgerAdjustment"]) {
    const asked = await byPaul("adjustments", { ...adjustment, amount: 12_000 });
    await recorder.record(id, { params: { id: asked.adjustment_id } });
  }
}

async function people(recorder: Recorder): Promise<void> {
  const { world } = recorder;
  const key = await world.createKey("acme");
  const id = await world.createUser(key, "leaving");
  const body = { user_id: id, amount: 12.5, reason: "quest" };
  await world.call("POST", "/api/salutes/credit", { key, body, idempotencyKey: "leaving-1" });
  const params = { id };
  for (const verb of ["suspendAnyUser", "reactivateAnyUser", "exportUser"])
    await recorder.record(verb, { params });
  const erasure = { balance: "forfeit", reason: "Request 2026-113 for erasure." };
  await recorder.record("eraseUser", { params, body: erasure });
}

/** A conversion that was paid, and one that was not. */
async function payments(recorder: Recorder): Promise<void> {
  const { chain } = recorder.world.services.treasury;
  const [due] = listConversions(recorder.world.services.live.read, "pending_settlement");
  if (!(chain instanceof DemoReader) || due === undefined) throw new Error("no conversion is pending");
  const signature = demoSignature("a payment");
  recorder.world.clock.advance(HOUR_MS);
  const tokens = { mint: due.mint, amount: BigInt(due.token_amount) * 10n ** 9n };
  chain.recordTransfer(signature, [{ ...tokens, from: DEMO_TREASURY, to: due.wallet_address }]);
  const rows = [
    ["conversion", due.conversion_id, signature],
    ["conversion", 99, demoSignature("another")],
  ];
  await recorder.record("importSettlements", {
    query: {},
    body: { csv: ["kind,id,signature", ...rows.map((row) => row.join(","))].join("\n") },
  });
}

async function webhookOff(recorder: Recorder): Promise<void> {
  const { world } = recorder;
  const key = await world.createKey("acme");
  const body = { event_type: "salutes.debit", target_url: "https://partner.example/hooks/debits" };
  const { webhook } = (await world.call("POST", "/api/partner/webhooks", { key, body })).json;
  await world.services.live.writer.run((tx) => switchWebhook(tx, webhook.id, "gone"));
  await recorder.record("enableAnyWebhook", { params: { id: webhook.id } });
}

async function oldSecret(recorder: Recorder): Promise<void> {
  const { world } = recorder;
  const { key_id } = await world.createKey("acme");
  await world.services.live.writer.run((tx) =>
    rotateKey(tx, { kind: "command", name: "olga" }, { keyring: world.services.keyring, keyId: key_id }),
  );
  await recorder.record("endOldSecret", { params: { key_id } });
}

async function backups(recorder: Recorder): Promise<void> {
  const runner = new JobRunner(recorder.world.services, [jobNamed("backup")], () => ({
    stop: () => undefined,
  }));
  runner.start();
  const { id } = await recorder.record("runBackup");
  await recorder.record("getBackup", { params: { id } });
  await runner.stop(0);
}

function at({ world }: Recorder, hours: number): string {
  return new Date(world.clock.now() + hours * HOUR_MS).toISOString();
}

async function audits(recorder: Recorder): Promise<void> {
  await recorder.record("changeAuditThreshold", {
    body: {
      parameter: "audit.rapid_sequence_count",
      new_value: 12,
      owner: "olga",
      reason: "Market makers move ten times a minute",
    },
  });
  const { rows } = await recorder.record("exportAuditAnomalies");
  const { signature } = rows.find((row: { signature: string | null }) => row.signature !== null);
  await recorder.record("triageAnomaly", {
    body: { signature, status: "explained", owner: "olga", note: "The listing of November" },
  });
  const { runs } = await recorder.record("listAuditRuns");
  await recorder.record("pinAuditBaseline", { body: { run: runs[0].run } });
}

/** An incident with its updates. */
export async function incidents(recorder: Recorder<Subject>): Promise<void> {
  const { incident } = await recorder.record("openIncident");
  const params = { incident_id: incident.id };
  const updated = await recorder.record("updateIncident", {
    params,
    body: { state: "identified", message: "The RPC provider answers slowly; deliveries are not affected." },
  });
  const [update] = updated.incident.updates.filter(
    (each: { message: string | null }) => each.message !== null,
  );
  await recorder.record("withdrawIncidentText", { params: { ...params, update_id: update.id } });
  await recorder.record("resolveIncident", { params, body: { message: "It answers again." } });
  await recorder.record("getIncidentDetail", { query: { id: String(incident.id) } });
}

async function alarms(recorder: Recorder): Promise<void> {
  const { world } = recorder;
  const body = { rule: "http_p99_ms", until: at(recorder, 1) };
  await recorder.record("silenceAlert", { body });
  for (let times = 0; times < 60; times++)
    await world.call("POST", "/admin/sign-in", { body: "name=olga&password=wrong", headers: FORM });
  for (let times = 0; times < 3; times++) {
    await runJob(world, "alerts_monitor");
    world.clock.advance(HOUR_MS / 12);
  }
  await recorder.record("acknowledgeAlert", { body: { rule: "login_failures" } });
  await makeOperator(world, "rosa", "operator");
  await recorder.record("setOnCallPlan", {
    body: {
      zone: "Europe/Berlin",
      rotation: [{ operator: "rosa", from: "mon 09:00", to: "fri 17:00" }],
      contacts: [{ operator: "rosa", email: "rosa@example.com" }],
      escalation: { after_minutes: 15 },
    },
  });
  await recorder.record("getOnCallPlan");
}

async function tokens(recorder: Recorder): Promise<void> {
  const by = ({ token }: { token: string }) => ({ headers: { authorization: `Bearer ${token}` } });
  const rita = by(await makeOperator(recorder.world, "rita", "operator"));
  const [{ token_id }] = (await recorder.record("listOperatorTokens", rita)).tokens;
  await recorder.record("revokeOperatorToken", { params: { token_id }, ...rita });
  const made = await makeOperator(recorder.world, "rosalind", "operator");
  await visitor(recorder.world).submit(made.linkPath, { password: PASSWORD, repeated: PASSWORD });
  const [{ session_id }] = (await recorder.record("listOperatorSessions", by(made))).sessions;
  await recorder.record("endOperatorSession", { params: { session_id }, ...by(made) });
}

const FORM = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
