import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { DEMO_MINT, DEMO_TREASURY, demoSignature } from "../../../../src/chain/demo-reader.ts";
import { ChainUnavailable } from "../../../../src/chain/errors.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { type ConversionWorld, createConversionWorld, WALLET } from "../../ledger/conversions/fixture.ts";

const HEADER = "kind,id,signature\n";

let world: ConversionWorld;
let token: string;

beforeEach(async () => {
  world = await createConversionWorld();
  await world.setPolicy({ enabled: true, salutes_per_token: "100" });
  token = (await makeOperator(world, "ops", "operator")).token;
});

afterEach(() => world.close());

/** A transaction that pays 3 tokens after the present requests. */
function pay(name: string, to = WALLET): string {
  world.clock.advance(60_000);
  const signature = demoSignature(name);
  world
    .demo()
    .recordTransfer(signature, [{ mint: DEMO_MINT, from: DEMO_TREASURY, to, amount: 3_000_000_000n }]);
  return signature;
}

const send = (body: object | string, { query = "", bearer = token, type = "text/csv", keyed = {} } = {}) =>
  world.call("POST", `/admin/ops/settlements/import${query}`, {
    body,
    nonce: null,
    idempotencyKey: null,
    headers: {
      ...keyed,
      authorization: `Bearer ${bearer}`,
      "content-type": typeof body === "string" ? type : "application/json",
    },
  });
const states = () =>
  world.rows<{ state: string }>("SELECT state FROM conversions ORDER BY id").map(({ state }) => state);
const audited = (action: string) =>
  world
    .rows<{ details: string }>(`SELECT details FROM audit_entries WHERE action = '${action}'`)
    .map(({ details }) => JSON.parse(details));

async function claimed(): Promise<number> {
  const issued = await world.call("POST", "/api/partner/donation-claim", {
    key: world.key,
    body: { campaign: "Autumn", amount: "3", currency: "TOKEN", recipient: { name: "Zoe" } },
  });
  await world.call("POST", `/claim/${issued.json.claim_code}`, {
    body: new URLSearchParams({ wallet_address: WALLET }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  return issued.json.claim_id;
}

test("conversions and claims are settled by their transactions, refused rows stop no others", async () => {
  const [first, second] = [await world.pending(), await world.pending()];
  const claim = await claimed();
  const [one, two] = [pay("one"), pay("two")];
  const csv = `${HEADER}conversion,${first},${one}\nconversion,${second},${demoSignature("none")}\nclaim,${claim},${two}\nconversion,99,${demoSignature("other")}\ngift,1,x\n`;
  const { status, json } = await send(csv);
  expect(status).toBe(200);
  expect(json).toMatchObject({ dry_run: false, count: 5, settled: 2, already_settled: 0, refused: 3 });
  expect(
    json.results.map((row: Record<string, unknown>) => [row.index, row.kind, row.id, row.status, row.error]),
  ).toEqual([
    [0, "conversion", first, "settled", null],
    [1, "conversion", second, "refused", "state_conflict"],
    [2, "claim", claim, "settled", null],
    [3, "conversion", 99, "refused", "not_found"],
    [4, null, null, "refused", "invalid_payload"],
  ]);
  expect(json.results[1].message).toContain("no finalized, successful transaction");
  expect(states()).toEqual(["settled", "pending_settlement"]);
  expect(audited("conversion.settle")).toMatchObject([{ signature: one }]);
  expect(audited("claim.settle")).toMatchObject([{ signature: two }]);
  expect(audited("settlement.import")).toEqual([{ count: 5, settled: 2, already_settled: 0, refused: 3 }]);
});

test("a dry run proves each payment and settles none; the import itself can be repeated", async () => {
  const id = await world.pending();
  const csv = `${HEADER}conversion,${id},${pay("one")}\n`;
  const dry = (await send({ csv }, { query: "?dry_run=1" })).json;
  expect(dry).toMatchObject({ dry_run: true, verified: 1, settled: 0, refused: 0 });
  expect([states(), audited("settlement.import")]).toEqual([["pending_settlement"], []]);
  expect((await send({ csv })).json).toMatchObject({ settled: 1, verified: 0 });
  for (const query of ["", "?dry_run=1"])
    expect((await send({ csv }, { query })).json.results[0]).toMatchObject({
      status: "already_settled",
      error: null,
    });
  expect(audited("conversion.settle")).toHaveLength(1);
});

test("with an Idempotency-Key, equal requests at once and later settle once and have one answer", async () => {
  const csv = `${HEADER}conversion,${await world.pending()},${pay("one")}\n`;
  const asked = spyOn(world.demo(), "getTokenTransfers");
  const keyed = { keyed: { "idempotency-key": "friday" } };
  const twins = await Promise.all([send(csv, keyed), send(csv, keyed)]);
  expect(twins[0].json).toMatchObject({ count: 1, settled: 1, already_settled: 0 });
  const answers = [...twins, await send(csv, keyed)];
  expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(2);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  for (const other of [
    await send(`${csv}claim,1,x\n`, keyed),
    await send(csv, { ...keyed, query: "?dry_run=1" }),
  ])
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  expect(audited("settlement.import")).toHaveLength(1);
});

test("a transaction or a payment named twice is refused the second time, in a dry run too", async () => {
  const [first, second] = [await world.pending(), await world.pending()];
  const [one, two] = [pay("one"), pay("two")];
  const csv = `${HEADER}conversion,${first},${one}\nconversion,${second},${one}\nconversion,${first},${two}\n`;
  for (const [query, state] of [
    ["?dry_run=1", "verified"],
    ["", "settled"],
  ] as const) {
    const { results } = (await send(csv, { query })).json;
    expect(results.map((row: { status: string }) => row.status)).toEqual([state, "refused", "refused"]);
    expect(results[1].message).toContain(`the earlier row of conversion ${first} has the same`);
  }
  expect(states()).toEqual(["settled", "pending_settlement"]);
});

test("while the chain cannot be read, rows are refused without asking for each", async () => {
  const ids: number[] = [];
  for (let each = 0; each < 3; each++) ids.push(await world.pending());
  const rows = Array.from({ length: 30 }, (_, row) => `conversion,${ids[row] ?? row + 100},${pay(`${row}`)}`);
  const asked = spyOn(world.demo(), "getTokenTransfers").mockRejectedValue(new ChainUnavailable("down"));
  const { json } = await send(HEADER + rows.join("\n"));
  asked.mockRestore();
  expect(json).toMatchObject({ count: 30, settled: 0, refused: 30 });
  expect(json.results.at(-1).message).toContain("this row was not tried");
  expect(states()).toEqual(["pending_settlement", "pending_settlement", "pending_settlement"]);
});

test.each([
  ["", "must be CSV whose first line"],
  ["id,signature\n1,x\n", "must be CSV whose first line"],
  [`${HEADER}conversion,1,"x\n`, "is not CSV: line"],
  [HEADER, "must have 1 to 1,000 rows"],
  [HEADER + "conversion,1,x\n".repeat(1_001), "must have 1 to 1,000 rows"],
])("400 for a text that cannot be read (%#)", async (csv, words) => {
  const { status, json } = await send(csv === "" ? { csv: "nothing" } : csv);
  expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_payload", "csv"]);
  expect(json.message).toContain(words);
});

test("403 for a viewer, 415 for other text, 400 for bytes that are not text, 503 in safe mode", async () => {
  const { token: viewer } = await makeOperator(world, "eve", "viewer");
  expect((await send(`${HEADER}claim,1,x`, { bearer: viewer })).status).toBe(403);
  const other = await send(`${HEADER}claim,1,x`, { type: "text/plain" });
  expect([other.status, other.json.message.includes("text/csv")]).toEqual([415, true]);
  const bytes = await world.call("POST", "/admin/ops/settlements/import", {
    body: new Uint8Array([0xff, 0xfe, 0x00]),
    nonce: null,
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv; charset=utf-8" },
  });
  expect([bytes.status, bytes.json.details[0].field]).toEqual([400, "body"]);
  const owner = await signedIn(world, "boss", "owner");
  await owner.open("/admin/safe-mode");
  await owner.submit("/admin/safe-mode", { state: "on", reason: "test" });
  expect((await send(`${HEADER}claim,1,x`)).status).toBe(503);
});

test("the page verifies first, states what would be settled, and then settles it", async () => {
  const id = await world.pending();
  const csv = `${HEADER}conversion,${id},${pay("one")}\nconversion,99,${demoSignature("none")}\n`;
  const operator = await signedIn(world, "second", "operator");
  expect((await operator.open("/admin/settlements")).text).toContain('href="/admin/settlements/import"');
  await operator.open("/admin/settlements/import");
  const report = await operator.submit("/admin/settlements/import", { csv });
  expect(report.status).toBe(200);
  expect(report.text).toContain("The chain proves 1 payment");
  expect(report.text).toContain("Settle 1 payment");
  expect(report.text).toContain("there is no conversion 99");
  expect(states()).toEqual(["pending_settlement"]);
  const settled = await operator.submit("/admin/settlements/import/settle", { csv });
  expect(settled.text).toContain("1 payment settled, 0 settled before, 1 refused.");
  expect(states()).toEqual(["settled"]);
  const again = await operator.submit("/admin/settlements/import", { csv });
  expect(again.text).toContain("No row can be settled.");
  const broken = await operator.submit("/admin/settlements/import", { csv: "nothing" });
  expect([broken.status, broken.text.includes("must be CSV whose first line")]).toEqual([400, true]);
});

test("a report with refused rows has the CSV in its form, which is shown again if it is refused in turn", async () => {
  const id = await world.pending();
  const paid = `${HEADER}conversion,${id},${pay("one")}`;
  const refused = `conversion,99,${demoSignature("none")}`;
  const operator = await signedIn(world, "second", "operator");
  await operator.open("/admin/settlements/import");
  const areaIn = ({ text }: { text: string }) => /<textarea[^>]*>([^<]*)<\/textarea>/.exec(text)?.[1];
  const send = (csv: string, to = "", form_page = "") =>
    operator.submit(`/admin/settlements/import${to}`, { csv, form_page });
  for (const csv of [HEADER + refused, `${paid}\n${refused}`]) expect(areaIn(await send(csv))).toBe(csv);
  const { text } = await send(HEADER + refused);
  const broken = await send("nothing", "", /name="form_page" value="([^"]+)"/.exec(text)?.[1]);
  expect([broken.status, areaIn(broken)]).toEqual([400, "nothing"]);
  expect(areaIn(await send(paid))).toBeUndefined();
  expect(areaIn(await send(`${paid}\n${refused}`, "/settle"))).toBe(`${paid}\n${refused}`);
});
