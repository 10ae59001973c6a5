import { expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld } from "../../../harness/app/world.ts";

const PLANTED = "planted7secret7planted7secret7planted";
const ADDRESSES = { ALERT_WEBHOOK_URL: "w", ALERT_ESCALATION_URL: "e", HEARTBEAT_URL: "h" };

const READ = [
  "/admin/ops/403-digest",
  "/admin/ops/403-digest/export.json",
  "/admin/ops/403-digest/export.csv",
  "/admin/ops/403-digest/suppressions",
  "/admin/ops/403-digest/suppressions/export.json",
  "/admin/ops/403-digest/probe-trend.png",
  "/admin/ops/readiness/403-noise/export.json?include_windows_meta=1",
  "/admin/ops/readiness/403-noise/export.csv?include_points=1",
  "/admin/ops/readiness/synthetic-zero-history.csv",
  "/admin/ops/alerts-monitor",
  "/admin/ops/alerts-monitor/export.json",
  "/admin/ops/alerts-monitor/runs/export",
  "/admin/ops/alerts-monitor/export.zip",
  "/admin/ops/alerts-monitor/export-usage.json",
  "/admin/ops/alerts-monitor/export-usage.csv",
  "/admin/ops/alerts-monitor/export-usage.svg",
];

test("secrets in refused requests and settings appear in no answer, page, export or log of the desk", async () => {
  const settings = Object.entries(ADDRESSES).map(([name, at]) => [
    name,
    `http://127.0.0.1:9/${at}/${PLANTED}`,
  ]);
  const world = await createWorld(Object.fromEntries(settings));
  try {
    const key = await world.createKey("acme", "live", { scopes: ["read"] });
    const refused: Record<string, string>[] = [
      { "user-agent": `sk_live_${PLANTED}/1.0` },
      { authorization: `Bearer op_${PLANTED}` },
      { cookie: `salute_session=${PLANTED}` },
      { "x-csrf-token": PLANTED },
    ];
    for (const headers of refused)
      expect((await world.call("GET", `/admin/jobs?token=${PLANTED}`, { headers })).status).toBe(403);
    const body = { user_id: 1, amount: 1, reason: PLANTED };
    expect((await world.call("POST", "/api/salutes/credit", { key, body })).status).toBe(403);
    await runJob(world, "alerts_monitor");

    const { token } = await makeOperator(world, "eve", "viewer");
    const browser = await signedIn(world, "ann", "viewer");
    const secrets = [PLANTED, token, key.secret, "127.0.0.1:9"];
    for (const target of READ) {
      const headers = { authorization: `Bearer ${token}` };
      const { status, bytes } = await world.call("GET", target, { headers });
      expect([target, status]).toEqual([target, 200]);
      const files = target.endsWith(".zip") ? Object.values(unzipSync(bytes)) : [bytes];
      const { text } = await browser.open(target);
      const said = [...files.map((file) => new TextDecoder().decode(file)), text].join("\n");
      for (const secret of secrets) expect([target, said.includes(secret)]).toEqual([target, false]);
    }
    world.services.log.flush();
    for (const secret of secrets) expect(world.logged.join("\n")).not.toContain(secret);
  } finally {
    await world.close();
  }
});
