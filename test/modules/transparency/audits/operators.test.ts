import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { listThresholdChanges } from "../../../../src/modules/transparency/audits/policy/index.ts";
import { listTriage, listTriageHistory } from "../../../../src/modules/transparency/audits/triage/store.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { until } from "../../../harness/until.ts";
import { auditedWorld, listFinishedRuns, requireLatestRun, requireTokenId } from "./fixture.ts";

let world: World;
let operator: Record<string, string>;
let viewer: Record<string, string>;
beforeEach(async () => {
  world = await auditedWorld();
  operator = { authorization: `Bearer ${(await makeOperator(world, "ops", "operator")).token}` };
  viewer = { authorization: `Bearer ${(await makeOperator(world, "eve", "viewer")).token}` };
});
afterEach(() => world.close());

const post = (path: string, body: object, headers: Record<string, string> = operator) =>
  world.call("POST", `/admin/ops/audit-anomalies/${path}`, { body, headers });

const ALL = {
  runs: {},
  thresholds: { parameter: "audit.dust_recipients", new_value: 30, owner: "risk", reason: "Fewer" },
  triage: { row_id: "0000000000000000", status: "open" },
  baseline: { run: null },
};

describe("operator JSON of audits", () => {
  test("is for operators: everyone else gets 403, and nothing changes", async () => {
    for (const [path, body] of Object.entries(ALL)) {
      expect((await post(path, body, {})).status).toBe(403);
      expect((await post(path, body, viewer)).json.error).toBe("forbidden");
    }
    expect(listFinishedRuns(world)).toHaveLength(1);
    expect(listThresholdChanges(world.services.live.read, 9)).toEqual([]);
  });

  test("in safe mode nothing changes", async () => {
    await world.services.live.writer.run((tx) =>
      switchSafeMode(tx, { kind: "command", name: "test" }, "drill"),
    );
    for (const [path, body] of Object.entries(ALL))
      expect((await post(path, body)).json.error).toBe("safe_mode");
    expect(listFinishedRuns(world)).toHaveLength(1);
  });
});

describe("an Idempotency-Key", () => {
  test("belongs to a single payload", async () => {
    const { rows } = requireLatestRun(world);
    const row_id = rows[0]?.row_id ?? "";
    const changes = {
      thresholds: [ALL.thresholds, { ...ALL.thresholds, new_value: 31 }],
      triage: [
        { row_id, status: "open" },
        { row_id, status: "resolved" },
      ],
    };
    for (const [path, [first, second]] of Object.entries(changes)) {
      const keyed = { ...operator, "idempotency-key": path };
      expect((await post(path, first ?? {}, keyed)).status).toBe(200);
      const other = await post(path, second ?? {}, keyed);
      expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
    }
    expect(listThresholdChanges(world.services.live.read, 9)).toHaveLength(1);
  });
});

describe("POST …/runs", () => {
  test("audits the previous day or the requested window, and answers with the run", async () => {
    const { status, json } = await post("runs", {});
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      run: "20261121T100001Z",
      label: "2026-11-20",
      is_complete: true,
      window: { from: "2026-11-20T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" },
      overall: "warn",
    });
    expect(json.log).toEqual({ index: json.log.index, url: `/log/proof/${json.log.index}` });
    const part = await post("runs", { from: "2026-11-20T02:00:00Z", to: "2026-11-20T06:30:00+00:00" });
    expect(part.json.label).toBe("2026-11-20T02:00:00.000Z – 2026-11-20T06:30:00.000Z");
    expect(listFinishedRuns(world)).toHaveLength(3);
  });

  test("a window with one end, an empty window and a window that is too long are 400, naming the field", async () => {
    const faults = async (body: object) => (await post("runs", body)).json.details?.[0]?.field;
    expect(await faults({ from: "2026-11-20T00:00:00Z" })).toBe("to");
    expect(await faults({ to: "2026-11-20T00:00:00Z" })).toBe("from");
    expect(await faults({ from: "2026-11-20T00:00:00Z", to: "2026-11-20T00:00:00Z" })).toBe("to");
    expect(await faults({ from: "2020-11-20T00:00:00Z", to: "2026-11-20T00:00:00Z" })).toBe("to");
    expect(await faults({ from: "yesterday", to: "today" })).toBe("from");
    expect(listFinishedRuns(world)).toHaveLength(1);
  });

  test("one run at a time; a long run continues after a 202", async () => {
    Object.assign(world.services.audits, { responseWaitMs: 0 });
    const [first, second] = await Promise.all([post("runs", {}), post("runs", {})]);
    expect([first.status, first.json.status]).toEqual([202, "running"]);
    expect([second.status, second.json.error]).toEqual([409, "state_conflict"]);
    await until(() => !world.services.audits.isRunning);
    expect(listFinishedRuns(world)).toHaveLength(2);
  });

  test("the same Idempotency-Key returns the first answer and starts no second run", async () => {
    const again = { ...operator, "idempotency-key": "once" };
    const first = await post("runs", {}, again);
    const second = await post("runs", {}, again);
    expect(second.json).toEqual(first.json);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect((await post("runs", { from: "2026-11-20T00:00:00Z" }, again)).json.error).toBe(
      "idempotency_conflict",
    );
    expect(listFinishedRuns(world)).toHaveLength(2);
  });

  test("before the chain was first read there is nothing to audit", async () => {
    const fresh = await createWorld();
    const headers = { authorization: `Bearer ${(await makeOperator(fresh, "ops", "operator")).token}` };
    const answer = await fresh.call("POST", "/admin/ops/audit-anomalies/runs", { body: {}, headers });
    expect([answer.status, answer.json.error]).toEqual([503, "rpc_unavailable"]);
    await fresh.close();
  });
});

describe("POST …/thresholds", () => {
  test("changes a threshold from the next run on, keeps the history, and changes the policy version", async () => {
    const before = requireLatestRun(world).run;
    const { json } = await post("thresholds", ALL.thresholds);
    expect(json).toEqual({
      success: true,
      changed_at: "2026-11-21T10:00:00.000Z",
      parameter: "audit.dust_recipients",
      previous_value: 20,
      new_value: 30,
      owner: "risk",
      reason: "Fewer",
    });
    const run = (await post("runs", {})).json;
    expect(run.policy_version).not.toBe(before.policyVersion);
    const after = requireLatestRun(world).run;
    expect(after.policy["audit.dust_recipients"]).toBe(30);
    expect([before.typeCounts.dust_storm, after.typeCounts.dust_storm]).toEqual([1, undefined]);
    const actions = listAudit(world.services.live.read, 2).map(({ action }) => action);
    expect(actions).toContain("audit.threshold");
  });

  test("unknown parameters and values out of range are 400 and change nothing", async () => {
    const faults = async (change: object) =>
      (await post("thresholds", { ...ALL.thresholds, ...change })).json.details?.[0]?.field;
    expect(await faults({ parameter: "audit.nothing" })).toBe("parameter");
    expect(await faults({ new_value: 0 })).toBe("new_value");
    expect(await faults({ new_value: 1.5 })).toBe("new_value");
    expect(await faults({ parameter: "audit.dust_pct", new_value: 100.1 })).toBe("new_value");
    expect(await faults({ parameter: "audit.dormant_days", new_value: 3_651 })).toBe("new_value");
    expect(await faults({ owner: "" })).toBe("owner");
    expect(await faults({ reason: undefined })).toBe("reason");
    expect(listThresholdChanges(world.services.live.read, 9)).toEqual([]);
  });
});

describe("POST …/triage", () => {
  test("the newest entry is effective, and earlier ones are kept", async () => {
    const { rows } = requireLatestRun(world);
    const [{ row_id } = { row_id: "" }] = rows;
    const given = {
      row_id,
      status: "investigating",
      owner: "risk",
      eta_utc: "2026-11-22T00:00:00Z",
      note: "?",
    };
    expect((await post("triage", given)).json).toEqual({
      success: true,
      signature: null,
      ...given,
      eta_utc: "2026-11-22T00:00:00.000Z",
      updated_at: "2026-11-21T10:00:00.000Z",
      operator: "ops",
    });
    await post("triage", { row_id, status: "explained" });
    const sql = world.services.live.read;
    const id = requireTokenId(world);
    expect(listTriage(sql, id, { status: null, limit: 9 }).map(({ status }) => status)).toEqual([
      "explained",
    ]);
    expect(listTriage(sql, id, { status: "investigating", limit: 9 })).toEqual([]);
    expect(listTriageHistory(sql, id, { signature: null, row_id, limit: 9 })).toHaveLength(2);
    const page = (await (await signedIn(world, "ivy", "viewer")).open("/admin/transparency/triage")).text;
    expect(page).toMatch(/1 entry<\/summary>.*investigating, risk, by ops: \?/s);
  });

  test("a transaction can be named instead of a row; unknown ones are 404, both or neither is 400", async () => {
    const { rows } = requireLatestRun(world);
    const signature = rows.find((row) => row.signature !== null)?.signature ?? "";
    expect((await post("triage", { signature, status: "false_positive" })).status).toBe(200);
    expect((await post("triage", { signature: signature.toLowerCase(), status: "open" })).status).toBe(404);
    expect((await post("triage", ALL.triage)).json.error).toBe("not_found");
    expect((await post("triage", { status: "open" })).json.details[0].field).toBe("signature");
    expect((await post("triage", { ...ALL.triage, signature, status: "open" })).json.details[0].field).toBe(
      "row_id",
    );
    expect((await post("triage", { signature, status: "closed" })).json.details[0].field).toBe("status");
  });
});

describe("POST …/baseline", () => {
  test("pins a complete run and unpins it", async () => {
    const { run } = requireLatestRun(world).run;
    expect((await post("baseline", { run })).json).toEqual({ success: true, run });
    expect((await post("baseline", { run: null })).json).toEqual({ success: true, run: null });
  });

  test("unknown runs are 404, incomplete ones 409, malformed ones 400", async () => {
    expect((await post("baseline", { run: "20260101T000000Z" })).json.error).toBe("run_not_found");
    expect((await post("baseline", { run: "latest" })).status).toBe(400);
    const later = await post("runs", { from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z" });
    expect(later.json).toMatchObject({ is_complete: false, overall: "other", log: null });
    expect((await post("baseline", { run: later.json.run })).json.error).toBe("state_conflict");
  });
});

describe("/admin/transparency", () => {
  test("shows runs, thresholds and triage, and its forms work", async () => {
    const browser = await signedIn(world, "olga", "operator");
    const page = await browser.open("/admin/transparency");
    expect(page.text).toContain("audit.dormant_days");
    const shown = async (path = "") => (await browser.open(`/admin/transparency${path}`)).text;
    expect(await shown("/runs")).toContain("20261121T100000Z");
    expect((await browser.submit("/admin/transparency/runs")).status).toBe(303);
    expect(await shown("/runs")).toContain("Audit started. Its run is listed here once it has finished.");
    const { run } = requireLatestRun(world).run;
    expect((await browser.submit("/admin/transparency/baseline", { run })).status).toBe(303);
    const pinned = await shown("/runs");
    expect(pinned).toContain(`Baseline pinned: ${run}.`);
    expect(pinned).toContain(`Pinned baseline: ${run}`);
    const { parameter, new_value, owner, reason } = ALL.thresholds;
    const fields = { parameter, new_value: String(new_value), owner, reason };
    expect((await browser.submit("/admin/transparency/thresholds", fields)).status).toBe(303);
    expect(await shown()).toContain("audit.dust_recipients is now 30, from the next run on.");
    const [row] = requireLatestRun(world).rows;
    const said = { row_id: row?.row_id ?? "", status: "open", assignee: "Zoe", note: "look" };
    expect((await browser.submit("/admin/transparency/triage", said)).status).toBe(303);
    const saved = await shown("/triage?status=open");
    expect(saved).toContain("Triage saved.");
    expect(saved).toContain("Zoe");
    expect(await shown("/triage?status=resolved")).not.toContain("Zoe");
    expect(await shown("/triage?columns=status,owner,note,earlier&format=csv")).toBe(
      "status,owner,note,earlier\r\nopen,Zoe,look,0\r\n",
    );
    expect(await shown("/runs?columns=run,overall&sort=run&format=csv")).toStartWith(
      "run,overall\r\n20261121T100000Z,",
    );
    expect(await shown("/runs?before=20261121T100000Z")).not.toContain("<table");
  });

  test("a rejected form keeps its input and shows the error beside its field", async () => {
    const browser = await signedIn(world, "olga", "operator");
    await browser.open("/admin/transparency");
    const wrong = { parameter: "audit.nothing", new_value: "7", owner: "risk", reason: "because" };
    const answer = await browser.submit("/admin/transparency/thresholds", wrong);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('value="audit.nothing"');
    expect(answer.text).toContain('aria-invalid="true"');
    const half = await browser.submit("/admin/transparency/runs", { from: "2026-11-20T00:00:00Z" });
    expect([half.status, half.text.includes("is required together with from")]).toEqual([400, true]);
    const unknown = await browser.submit("/admin/transparency/baseline", { run: "20260101T000000Z" });
    expect(unknown.status).toBe(404);
    expect((await browser.submit("/admin/transparency/triage", { status: "open", row_id: "0" })).status).toBe(
      404,
    );
    expect(listThresholdChanges(world.services.live.read, 9)).toEqual([]);
  });

  test("a run in progress and an incomplete run are conflicts; safe mode rejects forms", async () => {
    const browser = await signedIn(world, "olga", "operator");
    await browser.open("/admin/transparency");
    const window = { from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z" };
    await browser.submit("/admin/transparency/runs", window);
    const { run } = listFinishedRuns(world)[0] ?? { run: "" };
    const pinned = await browser.submit("/admin/transparency/baseline", { run });
    expect([pinned.status, pinned.text.includes("is incomplete")]).toEqual([409, true]);
    expect((await browser.submit("/admin/transparency/baseline", { run: "latest" })).status).toBe(400);
    expect((await browser.submit("/admin/transparency/triage", { status: "open" })).status).toBe(400);
    Object.assign(world.services.audits, { responseWaitMs: 0 });
    await browser.submit("/admin/transparency/runs");
    expect((await browser.submit("/admin/transparency/runs")).status).toBe(409);
    await until(() => !world.services.audits.isRunning);
    await world.services.live.writer.run((tx) =>
      switchSafeMode(tx, { kind: "command", name: "test" }, "drill"),
    );
    const forms = {
      runs: {},
      baseline: {},
      thresholds: { parameter: "audit.dust_pct", new_value: "1", owner: "a", reason: "b" },
      triage: { status: "open", row_id: "0" },
    };
    for (const [form, fields] of Object.entries(forms))
      expect((await browser.submit(`/admin/transparency/${form}`, fields)).status).toBe(503);
  });

  test("is for operators and accepts no parameters", async () => {
    expect((await world.call("GET", "/admin/transparency")).status).toBe(403);
    expect((await world.call("GET", "/admin/transparency?day=1", { headers: viewer })).status).toBe(400);
  });

  test("a viewer sees no forms and cannot submit one", async () => {
    const browser = await signedIn(world, "vera", "viewer");
    const page = await browser.open("/admin/transparency");
    expect([page.status, page.text.includes("Change threshold")]).toEqual([200, false]);
    for (const form of ["runs", "baseline", "thresholds", "triage"])
      expect((await browser.submit(`/admin/transparency/${form}`)).status).toBe(403);
  });
});
