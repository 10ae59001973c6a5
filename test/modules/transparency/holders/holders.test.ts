import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { runJobs } from "../../../harness/app/jobs.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const PATH = "/api/public/holders.json";
const scan = () => runJobs(world, "public_stats", "holder_cache", "token_distribution", "holder_growth");
const read = async (query = "") => (await world.call("GET", `${PATH}${query}`)).json;

describe("GET /api/public/holders.json", () => {
  test("is unavailable before the first holder scan", async () => {
    const { status, json } = await world.call("GET", PATH);
    expect([status, json.error]).toEqual([503, "rpc_unavailable"]);
  });

  test("lists 25 owners by default, largest first, with the project's wallets labelled", async () => {
    await scan();
    const { holders, count, history, query, owners } = await read();
    expect([count, history, query, owners >= count]).toEqual([
      Math.min(25, owners),
      null,
      { limit: 25, days: null },
      true,
    ]);
    const amounts = holders.map(({ amount }: { amount: string }) => Number(amount));
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a));
    expect(holders).toContainEqual(
      expect.objectContaining({ label: { kind: "treasury", text: null, source: "settings" } }),
    );
    expect((await read("?limit=3")).holders).toEqual(holders.slice(0, 3));
    for (const wrong of ["limit=0", "limit=101", "days=366"])
      expect((await world.call("GET", `${PATH}?${wrong}`)).status).toBe(400);
  });

  test("history has one item per scanned day, with the shares of the listed and the labelled owners", async () => {
    await scan();
    const { history, owners, listed_pct } = await read("?days=7");
    expect(history).toHaveLength(1);
    const [today] = history;
    expect([today.owners, today.listed_pct]).toEqual([owners, listed_pct]);
    const kinds = today.labelled.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain("treasury");
  });
});

describe("/admin/holders", () => {
  test("an operator's label is public at once, in the audit trail, and can be removed", async () => {
    await scan();
    const owner = (await read()).holders.find(({ label }: { label: unknown }) => label === null).address;
    const labelOf = async () =>
      (await read()).holders.find(({ address }: { address: string }) => address === owner).label;
    const browser = await signedIn(world, "olga", "operator");
    await browser.open("/admin/holders");
    const label = { address: owner, kind: "exchange", text: "Example Exchange" };
    expect((await browser.submit("/admin/holders/labels", label)).status).toBe(303);
    expect(await labelOf()).toEqual({ kind: "exchange", text: "Example Exchange", source: "operators" });
    expect((await browser.open("/admin/holders")).text).toContain("exchange: Example Exchange");
    const labels = await browser.open("/admin/holders?list=labels&format=csv&columns=address,text");
    expect(labels.text).toBe(`address,text\r\n${owner},Example Exchange\r\n`);
    await browser.open("/admin/holders?list=labels");
    expect((await browser.submit("/admin/holders/labels", { address: owner })).status).toBe(303);
    expect((await browser.open("/admin/holders?list=labels")).text).toContain("No labels yet.");
    expect(await labelOf()).toBeNull();
    const trail = world.services.live.read.all(
      "SELECT action FROM audit_entries WHERE subject = ? ORDER BY id",
      owner,
    );
    expect(trail).toEqual([{ action: "holder.label" }, { action: "holder.unlabel" }]);
  });

  test("a malformed address is refused beside its field, and viewers have no form", async () => {
    const browser = await signedIn(world, "olga", "operator");
    await browser.open("/admin/holders");
    const refused = await browser.submit("/admin/holders/labels", { address: "nobody", kind: "lp" });
    expect([refused.status, refused.text.includes('aria-invalid="true"')]).toEqual([400, true]);
    const viewer = await signedIn(world, "vera", "viewer");
    expect((await viewer.open("/admin/holders")).text).not.toContain("Save label");
    expect((await viewer.submit("/admin/holders/labels", { address: "nobody" })).status).toBe(403);
  });
});
