import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { type CorrectionWorld, createCorrectionWorld } from "./fixture.ts";

let world: CorrectionWorld;
let olga: Visitor;

beforeEach(async () => {
  world = await createCorrectionWorld({ REVERSAL_APPROVAL_SALUTES: "100" });
  olga = await signedIn(world, "olga", "operator");
});

afterEach(async () => {
  expect(world.broken()).toEqual([]);
  await world.close();
});

const LEDGER = "/admin/ledger";
const NEW = `${LEDGER}/reversals/new`;

/** Hidden fields of the form with this target on a page. */
function hidden(text: string, action: string): Record<string, string> {
  const form = text.split("<form").find((each) => each.includes(`action="${action}"`)) ?? "";
  const fields = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(
    fields.flatMap(([, name = "", value = ""]) => (name === "form_token" ? [] : [[name, value]])),
  );
}

describe("from the ledger to a reversal", () => {
  test("selected entries are previewed, and reversed once a reason is given", async () => {
    const [first, second] = [await world.post("credit", 10), await world.post("credit", 20)];
    const ledger = await olga.open(LEDGER);
    expect(ledger.text).toContain('type="checkbox" name="id" value="1"');
    const selected = await olga.submit(`${LEDGER}/reversals/select`, { id: String(second) });
    expect([selected.status, selected.headers.get("location")]).toEqual([303, `${NEW}?entries=${second}`]);
    const preview = await olga.open(`${NEW}?entries=${first},${second}`);
    expect(preview.text).toContain("Reverse 2 entries of 30 salutes");
    expect(preview.text).toContain("None: no balance would go below zero.");
    const fields = hidden(preview.text, NEW);
    expect(fields).toMatchObject({ entries: "2,1", newest: "2", on_shortfall: "refuse" });
    const refused = await olga.submit(NEW, fields);
    expect([refused.status, await world.balance()]).toEqual([400, 30]);
    const done = await olga.submit(NEW, { ...fields, note: "credited twice" });
    expect(done.headers.get("location")).toBe(`${LEDGER}/reversals/1`);
    expect(await world.balance()).toBe(0);
    const page = (await olga.open(`${LEDGER}/reversals/1`)).text;
    for (const words of ["credited twice", "2 of 2 entries", "The reversal has begun.", "ledger.reverse"])
      expect(page).toContain(words);
    expect((await olga.open(LEDGER)).text).toContain("reversed by 4");
  });

  test("no selection is said on the ledger's page", async () => {
    await world.post("credit", 10);
    await olga.open(LEDGER);
    const { status, text } = await olga.submit(`${LEDGER}/reversals/select`);
    expect([status, text.includes("must select at least one entry")]).toEqual([400, true]);
  });

  test("all of a filter: the preview shows uncovered entries and what then", async () => {
    await world.post("credit", 10);
    await world.post("debit", 7);
    const ledger = (await olga.open(`${LEDGER}?reason=quest&min_amount=8`)).text;
    expect(ledger).toContain(`${NEW}?reason=quest&amp;min_amount=8`);
    const preview = (await olga.open(`${NEW}?reason=quest&min_amount=8`)).text;
    for (const words of [
      "Leaves 1 entry and reverses 0 entries.",
      "7 salutes stay missing",
      "skip: leave them, and reverse 0 entries of 0 salutes",
      "partial: take what is there, 3 of 10 salutes",
      ">Reverse the entries</button>",
    ])
      expect(preview).toContain(words);
    const fields = { ...hidden(preview, NEW), note: "x", on_shortfall: "refuse" };
    expect(fields).toMatchObject({ reason: "quest", min_amount: "8", newest: "2" });
    const refused = await olga.submit(NEW, fields);
    expect([refused.status, await world.balance()]).toEqual([409, 3]);
    await olga.open(`${NEW}?reason=quest&min_amount=8`);
    await olga.submit(NEW, { ...fields, on_shortfall: "partial" });
    expect(await world.balance()).toBe(0);
    expect((await olga.open(`${LEDGER}/reversals`)).text).toContain(`href="${LEDGER}/reversals/1"`);
  });

  test("much is examined in part first, and reversed once every entry is counted", async () => {
    const ITEMS = 100;
    const items = Array.from({ length: ITEMS }, () => ({
      operation: "credit",
      user_id: "ext:zoe",
      amount: 1,
      reason: "quest",
    }));
    for (let batch = 0; batch < 11; batch++)
      await world.call("POST", "/api/salutes/batch", { key: world.key, body: { items } });
    const part = (await olga.open(`${NEW}?reason=quest`)).text;
    expect(part).toContain("at least 1,000");
    expect(part).toContain("Examined: the newest entries, down to 101.");
    expect([part.includes('name="note"'), part.includes(`${NEW}?reason=quest&amp;whole=1`)]).toEqual([
      false,
      true,
    ]);
    const whole = (await olga.open(`${NEW}?reason=quest&whole=1`)).text;
    expect([whole.includes("at least"), whole.includes("Examined:")]).toEqual([false, false]);
    expect(whole).toContain("Ask for the reversal of 1,100 entries of 1,100 salutes");
    await olga.submit(NEW, { ...hidden(whole, NEW), note: "credited twice" });
    const { state, count, total } = await world.reversal(1);
    expect([state, count, total]).toEqual(["waiting_approval", 1_100, 1_100]);
    expect((await olga.open(`${LEDGER}/reversals/1`)).text).toContain(
      "The present balances cover the newest 1,000 entries. The others are looked at when it is approved.",
    );
  });

  test("entries made after the preview are not taken, and a changed selection is refused", async () => {
    await world.post("credit", 10);
    const preview = (await olga.open(`${NEW}?reason=quest`)).text;
    const fields = { ...hidden(preview, NEW), note: "x" };
    await world.post("credit", 5);
    await olga.submit(NEW, fields);
    expect(await world.balance()).toBe(5);
    const again = await olga.submit(NEW, fields);
    expect([again.status, again.text.includes("it was out of date, and nothing was reversed")]).toEqual([
      409,
      true,
    ]);
  });

  describe("a preview that another reversal made out of date", () => {
    const TAKEN = `were taken since: <a href="${LEDGER}/reversals/1">reversal 1</a>`;

    test("says which one, and opens the list of the entries left out", async () => {
      for (let entry = 0; entry < 6; entry++) await world.post("credit", 10);
      const at = `${NEW}?entries=1,2,3,4,5,6`;
      const tabs = [(await olga.open(at)).text, (await olga.open(at)).text];
      const answers = [];
      for (const text of tabs) answers.push(await olga.submit(NEW, { ...hidden(text, NEW), note: "twice" }));
      expect([answers.map(({ status }) => status), await world.balance()]).toEqual([[303, 409], 0]);
      for (const words of [TAKEN, "None can be reversed.", "<details open><summary>6 entries left out"])
        expect(answers[1]?.text).toContain(words);
      expect((await olga.open(at)).text).not.toContain("out of date");
    });

    test("keeps the reason in the form for the other entries, which can then be sent", async () => {
      for (let entry = 0; entry < 7; entry++) await world.post("credit", 10);
      const at = `${NEW}?reason=quest`;
      const fields = { ...hidden((await olga.open(at)).text, NEW), note: "credited twice" };
      await world.reverse({ entry_ids: [1, 2, 3, 4, 5, 6] });
      const { status, text } = await olga.submit(NEW, fields);
      expect(status).toBe(409);
      for (const words of [
        TAKEN,
        "<details open><summary>6 entries left out",
        "Reverse 1 entry of 10 salutes",
      ])
        expect(text).toContain(words);
      expect(text).toMatch(/name="note"[^>]* value="credited twice"/);
      await olga.submit(NEW, { ...hidden(text, NEW), note: "credited twice" });
      expect(await world.balance()).toBe(0);
      await world.post("credit", 1);
      const refused = await olga.submit(NEW, hidden((await olga.open(at)).text, NEW));
      expect([refused.status, refused.text.includes("out of date")]).toEqual([400, false]);
    });
  });

  test("as many other entries as were previewed are not reversed in their place", async () => {
    for (const amount of [200, 1, 2]) await world.post("credit", amount);
    await world.reverse({ entry_ids: [1] });
    const fields = { ...hidden((await olga.open(`${NEW}?reason=quest`)).text, NEW), note: "three salutes" };
    await world.admin("POST", "/admin/ops/ledger/reversals/1/cancel");
    await world.reverse({ entry_ids: [2] });
    const { status, text } = await olga.submit(NEW, fields);
    expect([status, text.includes("it was out of date, and nothing was reversed")]).toEqual([409, true]);
    expect(text).toContain("Entries of the preview from which you sent the form were taken since:");
    expect(await world.balance()).toBe(202);
  });

  test("a viewer sees no boxes and no form", async () => {
    await world.post("credit", 10);
    const vera = await signedIn(world, "vera", "viewer");
    expect((await vera.open(LEDGER)).text).not.toContain('type="checkbox" name="id"');
    expect((await vera.open(`${NEW}?entries=1`)).status).toBe(403);
  });
});

describe("what waits for approval", () => {
  test("a reversal is approved by another operator on its page, and noticed on the overview", async () => {
    await world.post("credit", 200);
    const fields = hidden((await olga.open(`${NEW}?entries=1`)).text, NEW);
    await olga.submit(NEW, { ...fields, note: "x" });
    const own = (await olga.open(`${LEDGER}/reversals/1`)).text;
    expect([own.includes("Another operator must approve it."), own.includes("/approve")]).toEqual([
      true,
      false,
    ]);
    expect(own).toContain("The present balances cover every entry.");
    await world.post("debit", 0.5);
    expect((await olga.open(`${LEDGER}/reversals/1`)).text).toContain("lack 0.5 salutes for 1 entry");
    await world.post("credit", 0.5);
    expect((await olga.open("/admin")).text).toContain("Reversals that wait for a second operator");
    const paul = await signedIn(world, "paul", "operator");
    expect((await paul.open(`${LEDGER}/reversals/1`)).text).toContain(
      "Approve the reversal of 1 entry of 200 salutes",
    );
    await paul.submit(`${LEDGER}/reversals/1/approve`);
    expect(await world.balance()).toBe(0);
    expect((await paul.open(`${LEDGER}/reversals/1`)).text).toContain("The reversal is approved.");
  });

  test("a reversal that moved a part says so on its page, in the list and in the ledger", async () => {
    await world.post("credit", 450);
    await world.reverse({ entry_ids: [1], on_shortfall: "partial" });
    await world.post("debit", 260);
    const paul = await signedIn(world, "paul", "operator");
    const waits = (await paul.open(`${LEDGER}/reversals/1`)).text;
    expect(waits).toContain("for 1 entry: with partial, 190 of 450 salutes would be reversed.");
    expect(waits).toContain(">Approve the reversal</button>");
    await paul.submit(`${LEDGER}/reversals/1/approve`);
    const page = (await paul.open(`${LEDGER}/reversals/1`)).text;
    for (const line of ["<dt>Salutes</dt><dd>450", "<dt>Moved</dt><dd>190", "<dt>Missing</dt><dd>260"])
      expect(page).toContain(line);
    const list = await paul.open(`${LEDGER}/reversals`);
    for (const text of [page, list.text]) expect(text).toContain("done in part");
    const [row] = parseCsv((await paul.open(`${LEDGER}/reversals?format=csv`)).text);
    expect(row).toMatchObject({ state: "done", total: "450", moved: "190", missing: "260" });
    expect((await paul.open(LEDGER)).text).toContain("partly reversed by 3");
  });

  test("a reversal is cancelled on its page", async () => {
    await world.post("credit", 200);
    await world.reverse({ entry_ids: [1] });
    await olga.open(`${LEDGER}/reversals/1`);
    await olga.submit(`${LEDGER}/reversals/1/cancel`);
    expect((await olga.open(`${LEDGER}/reversals/1?state=left`)).text).toContain(
      "the reversal was cancelled",
    );
    expect(await world.balance()).toBe(200);
  });

  test("an adjustment is made, approved and cancelled on the page", async () => {
    const page = `${LEDGER}/adjustments`;
    expect((await olga.open(page)).text).not.toContain('name="amount"');
    const form = `${page}/new?partner=acme&user_id=1`;
    expect((await olga.open(page)).text).toContain('href="/admin/ledger/adjustments/new"');
    expect((await olga.open(form)).text).toMatch(/name="partner"[^>]* value="acme"/);
    const fields = { partner: "acme", user_id: "1", direction: "credit", reason: "goodwill" };
    const refused = await olga.submit(page, { ...fields, amount: "much" });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringMatching(/name="amount"[^>]* value="much"/),
    ]);
    await olga.open(form);
    await olga.submit(page, { ...fields, amount: "12.5" });
    expect((await olga.open(page)).text).toContain("Adjusted by entry 1.");
    for (const amount of ["200", "300"]) await olga.submit(page, { ...fields, amount });
    const paul = await signedIn(world, "paul", "operator");
    expect((await paul.open(page)).text).toContain("Approve +200 salutes");
    await paul.submit(`${page}/2/approve`);
    await paul.submit(`${page}/3/cancel`);
    expect(await world.balance()).toBe(212.5);
    expect((await paul.open("/admin")).text).not.toContain("for approval");
  });

  test.each([
    ["partner", { partner: "nobody" }, "It must be the name of a partner."],
    ["user_id", { user_id: "5" }, "It must be a user of acme."],
    ["amount", { direction: "debit" }, "It must be at most 0, the user's balance."],
    ["amount", { direction: "debit", amount: "200" }, "It must be at most 0, the user's balance."],
  ])("what is wrong with %s of an adjustment stands beside the field", async (field, over, words) => {
    const fields = { partner: "acme", user_id: "1", direction: "credit", reason: "goodwill", amount: "9" };
    await olga.open(`${LEDGER}/adjustments/new`);
    const { text } = await olga.submit(`${LEDGER}/adjustments`, { ...fields, ...over });
    expect(text).toContain(`<p id="${field}_note" class="note fault">${words}</p>`);
    expect(text).not.toContain("you have no user");
  });

  test("a viewer sees adjustments, and neither button nor form", async () => {
    const vera = await signedIn(world, "vera", "viewer");
    const list = await vera.open(`${LEDGER}/adjustments`);
    expect([list.status, list.text.includes("adjustments/new")]).toEqual([200, false]);
    expect((await vera.open(`${LEDGER}/adjustments/new`)).status).toBe(403);
  });

  test("a form answers 404 for what is not there, and 409 for what is decided or its requester approves", async () => {
    await world.post("credit", 200);
    await world.reverse({ entry_ids: [1] });
    const fields = { partner: "acme", user_id: "1", direction: "credit", reason: "goodwill", amount: "200" };
    await olga.open(`${LEDGER}/adjustments`);
    await olga.submit(`${LEDGER}/adjustments`, fields);
    const status = async (path: string, sent = {}) => (await olga.submit(`${LEDGER}/${path}`, sent)).status;
    for (const kind of ["reversals", "adjustments"]) {
      expect(await status(`${kind}/9/approve`)).toBe(404);
      expect(await status(`${kind}/9/cancel`)).toBe(404);
    }
    expect(await status("adjustments/1/approve")).toBe(409);
    expect(await status("adjustments/1/cancel")).toBe(303);
    expect(await status("adjustments/1/cancel")).toBe(409);
    expect(await status("reversals/1/cancel")).toBe(303);
    expect([await status("reversals/1/cancel"), await status("reversals/1/approve")]).toEqual([409, 409]);
    expect(await status("adjustments", { ...fields, partner: "nobody" })).toBe(404);
    expect(await status("adjustments", { ...fields, direction: "debit", amount: "99" })).toBe(303);
    expect(await status("adjustments", { ...fields, direction: "debit", amount: "102" })).toBe(409);
    expect((await olga.open(`${LEDGER}/reversals/9`)).status).toBe(404);
  });
});
