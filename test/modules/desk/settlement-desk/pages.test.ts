import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { demoSignature } from "../../../../src/chain/demo-reader.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { WALLET as CLAIM_WALLET, type ClaimWorld, createClaimWorld } from "../../ledger/claims/fixture.ts";
import { type ConversionWorld, createConversionWorld, WALLET } from "../../ledger/conversions/fixture.ts";

describe("conversions", () => {
  let world: ConversionWorld;
  let operator: Visitor;

  beforeEach(async () => {
    world = await createConversionWorld();
    await world.setPolicy({ enabled: true, salutes_per_token: "100" });
    operator = await signedIn(world, "ops", "operator");
    await operator.open("/admin/settlements");
  });
  afterEach(() => world.close());

  const stateOf = (id: number) =>
    world.rows<{ state: string }>(`SELECT state FROM conversions WHERE id = ${id}`)[0]?.state;

  test("pending ones are listed with amount and wallet, and are settled with a demo transfer", async () => {
    const id = await world.pending();
    const { text } = await operator.open("/admin/settlements");
    expect(text).toContain(WALLET);
    expect((await operator.submit(`/admin/conversions/${id}/settle`, { demo: "1" })).status).toBe(303);
    expect(stateOf(id)).toBe("settled");
    await operator.open("/admin/settlements");
    expect((await operator.submit(`/admin/conversions/${id}/settle`, { demo: "1" })).status).toBe(409);
  });

  test("a signature without a payment is 409 and the conversion stays pending; failing it returns the salutes", async () => {
    const id = await world.pending();
    const before = await world.balance();
    const wrong = await operator.submit(`/admin/conversions/${id}/settle`, {
      signature: demoSignature("none"),
    });
    expect([wrong.status, stateOf(id)]).toEqual([409, "pending_settlement"]);
    const fail = (reason: string, confirm: string) =>
      operator.submit(`/admin/conversions/${id}/fail`, { reason, confirm });
    expect((await operator.open(`/admin/conversions/${id}/fail`)).text).toContain(
      "300 salutes return to the user",
    );
    expect([(await fail("wallet closed", "")).status, stateOf(id)]).toEqual([400, "pending_settlement"]);
    expect((await fail("wallet closed", String(id))).status).toBe(303);
    expect([stateOf(id), await world.balance()]).toEqual(["failed", before + 300]);
    expect((await fail("again", String(id))).status).toBe(409);
    expect((await operator.open(`/admin/conversions/${id}/fail`)).text).toContain("is failed");
  });

  test("settled ones stay available with operator, transaction and history", async () => {
    const id = await world.pending();
    const waiting = await operator.open(`/admin/conversions/${id}`);
    expect(waiting.text).toContain("Settle with a signature");
    expect(waiting.text).toContain("Return salutes");
    const sent = await operator.submit(`/admin/conversions/${id}/settle`, { demo: "1" });
    expect(sent.headers.get("location")).toBe(`/admin/conversions/${id}`);
    const { text } = await operator.open(`/admin/conversions/${id}`);
    expect(text).toContain("Conversion settled.");
    expect(text).toContain("conversion.settle");
    expect(text).toMatch(/Settled by<\/dt><dd>ops/);
    expect(text).not.toContain("Settle with a signature");
    expect((await operator.open("/admin/settlements")).text).not.toContain(`href="/admin/conversions/${id}"`);
    for (const query of ["", "?state=settled"])
      expect((await operator.open(`/admin/conversions${query}`)).text).toContain(
        `href="/admin/conversions/${id}"`,
      );
    expect((await operator.open("/admin/conversions?state=failed")).text).not.toContain(
      `href="/admin/conversions/${id}"`,
    );
    expect((await operator.open("/admin/conversions/999")).status).toBe(404);
  });

  test("a wrong signature is reported beside the field and kept in it", async () => {
    const id = await world.pending();
    await operator.open(`/admin/conversions/${id}`);
    const signature = demoSignature("none");
    const { status, text } = await operator.submit(`/admin/conversions/${id}/settle`, { signature });
    expect([status, text.includes('role="alert"'), text.includes(`value="${signature}"`)]).toEqual([
      409,
      true,
      true,
    ]);
  });

  test("a refused policy keeps its input on the settlements page, also without a Referer", async () => {
    const { status, text } = await operator.submit("/admin/conversions/policy", {
      enabled: "on",
      fee_pct: "much",
    });
    expect(status).toBe(400);
    expect(text).toContain("Save policy");
    expect(text).toMatch(/name="fee_pct"[^>]*value="much"|value="much"[^>]*name="fee_pct"/);
    expect(text).toContain('aria-invalid="true"');
  });

  test("the policy is changed with its form; an invalid number is 400", async () => {
    const fields = {
      enabled: "off",
      salutes_per_token: "250",
      min_amount: "100",
      max_amount: "10000",
      daily_limit_per_user: "20000",
      fee_pct: "1",
    };
    expect((await operator.submit("/admin/conversions/policy", fields)).status).toBe(303);
    const policy = await world.call("GET", "/api/salutes/conversion-policy", { key: world.key });
    expect(policy.json.policy ?? policy.json).toMatchObject({
      enabled: false,
      salutes_per_token: 250,
      fee_pct: 1,
    });
    expect((await operator.submit("/admin/conversions/policy", { ...fields, fee_pct: "much" })).status).toBe(
      400,
    );
    const shown = (await operator.open("/admin/settlements")).text;
    const seen = /name="seen" value="(\w+)"/.exec(shown)?.[1] ?? "";
    const change = { ...fields, seen };
    expect((await operator.submit("/admin/conversions/policy", { ...change, fee_pct: "5" })).status).toBe(
      303,
    );
    expect((await operator.submit("/admin/conversions/policy", { ...change, fee_pct: "7" })).status).toBe(
      409,
    );
  });

  test("blanks are no signature, and make no demo transfer", async () => {
    const blank = await operator.submit("/admin/conversions/1/settle", { signature: "   " });
    expect([blank.status, blank.text]).toEqual([400, expect.stringContaining("is required")]);
  });

  test("404 for an unknown one, 400 for an id that is not a number; viewers cannot settle", async () => {
    expect((await operator.submit("/admin/conversions/999/settle", { demo: "1" })).status).toBe(404);
    for (const path of ["conversions/999/fail", "claims/999/cancel"])
      expect((await operator.open(`/admin/${path}`)).status).toBe(404);
    expect((await operator.submit("/admin/conversions/999/fail", { reason: "x" })).status).toBe(404);
    expect((await operator.submit("/admin/conversions/x/settle", { demo: "1" })).status).toBe(400);
    const viewer = await signedIn(world, "eve", "viewer");
    expect((await viewer.open("/admin/settlements")).text).not.toContain('action="/admin/conversions');
    await viewer.open("/admin/account");
    expect((await viewer.submit("/admin/conversions/1/settle", { demo: "1" })).status).toBe(403);
  });
});

describe("claims", () => {
  let world: ClaimWorld;
  let operator: Visitor;

  beforeEach(async () => {
    world = await createClaimWorld();
    operator = await signedIn(world, "ops", "operator");
    await operator.open("/admin/settlements");
  });
  afterEach(() => world.close());

  async function claimed(): Promise<{ id: number; code: string }> {
    const { json } = await world.issueToken({});
    await world.take(json.claim_code, { wallet_address: CLAIM_WALLET });
    return { id: json.claim_id, code: json.claim_code };
  }

  test("pending ones are listed without their code, and are settled with a demo transfer", async () => {
    const { id, code } = await claimed();
    const { text } = await operator.open("/admin/settlements");
    expect([text.includes(CLAIM_WALLET), text.includes(code)]).toEqual([true, false]);
    expect((await operator.submit(`/admin/claims/${id}/settle`, { demo: "1" })).status).toBe(303);
    expect((await world.read(code)).json.status).toBe("redeemed");
    expect((await operator.submit(`/admin/claims/${id}/settle`, { demo: "1" })).status).toBe(409);
    expect((await operator.submit(`/admin/claims/${id}/cancel`, { confirm: String(id) })).status).toBe(409);
  });

  test("closed ones have a page with payment and history, without the code", async () => {
    const { id, code } = await claimed();
    await operator.open(`/admin/claims/${id}`);
    await operator.submit(`/admin/claims/${id}/settle`, { demo: "1" });
    const { text } = await operator.open(`/admin/claims/${id}`);
    expect([text.includes("claim.settle"), text.includes(code)]).toEqual([true, false]);
    expect((await operator.open("/admin/claims?state=redeemed")).text).toContain(
      `href="/admin/claims/${id}"`,
    );
  });

  test("cancelling closes a claim; 404 for an unknown one", async () => {
    const { id, code } = await claimed();
    expect((await operator.open(`/admin/claims/${id}/cancel`)).text).toContain("the recipient waits");
    const cancelled = await operator.submit(`/admin/claims/${id}/cancel`, {
      reason: "sent twice",
      confirm: String(id),
    });
    expect(cancelled.status).toBe(303);
    expect((await world.read(code)).json.status).toBe("cancelled");
    expect((await operator.submit("/admin/claims/999/settle", { demo: "1" })).status).toBe(404);
    expect((await operator.submit("/admin/claims/999/cancel")).status).toBe(404);
    expect((await operator.open("/admin/claims/999")).status).toBe(404);
  });
});
