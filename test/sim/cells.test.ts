import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createWorld, type World } from "../harness/app/world.ts";
import { chooseSeed } from "../harness/simulation/random.ts";
import { CELL_CHANGES_PER_SECOND, Fleet, type Growth } from "./cells-model.ts";
import { Moving } from "./partner-move.ts";
import { Random } from "./random.ts";

/** Cells by partner behind a router by key id, as docs/scale.md describes them. `SEED=…` repeats a run. */

const SCALE = join(import.meta.dir, "../../docs/scale.md");
const STEPS = [10, 100, 1_000, 10_000, 100_000, 1_000_000];
/** Seed of the run in docs/scale.md. */
const SHOWN_SEED = 17;

describe("a fleet that grows from 10 partners to 1,000,000", () => {
  const seed = chooseSeed();
  const fleet = new Fleet(new Random(seed));
  let before = 0;

  test.each(STEPS)(`%p partners fit: no shared cell exceeds its plan, few move (seed ${seed})`, (count) => {
    const growth = fleet.growTo(count);
    expect(growth.busiest).toBeLessThanOrEqual(1);
    expect(growth.moved).toBeLessThanOrEqual(Math.max(3, before / 10));
    expect(growth.cells).toBeLessThanOrEqual(
      1 + 3 * (growth.changesASecond / CELL_CHANGES_PER_SECOND) + growth.outgrown,
    );
    const placed = fleet.cells.reduce((sum, cell) => sum + cell.partners.size, 0);
    expect([growth.partners, placed]).toEqual([count, count]);
    for (const { id, cell } of fleet.partners.slice(0, 1_000))
      expect([...fleet.cellOf(cell).partners].some((partner) => partner.id === id)).toBe(true);
    before = count;
  });
});

describe("partners that move under load", () => {
  const seed = chooseSeed();

  test(`are served by one cell at a time, and nothing acknowledged is lost or counted twice (seed ${seed})`, () => {
    for (let run = 0; run < 40; run++) {
      const moving = new Moving(new Random(seed + run));
      for (let step = 0; step < 400; step++) {
        moving.step();
        if (step % 20 === 0) expect([seed + run, step, moving.faults()]).toEqual([seed + run, step, []]);
      }
      moving.drain();
      expect([seed + run, moving.faults(), moving.unaccounted()]).toEqual([seed + run, [], []]);
      expect(moving.finished).toBeGreaterThan(0);
    }
  });

  test("would lose changes if the old cell stayed writable during the copy", () => {
    let lost = 0;
    for (let run = 0; run < 20; run++) {
      const moving = new Moving(new Random(run), false);
      for (let step = 0; step < 400; step++) moving.step();
      moving.drain();
      lost += moving.unaccounted().length;
    }
    expect(lost).toBeGreaterThan(0);
  });
});

describe("two cells of this build", () => {
  const worlds: World[] = [];
  afterAll(() => Promise.all(worlds.map((world) => world.close())));

  test("serve only their own partners: routing needs only X-Partner-Key", async () => {
    const [first, second] = [await createWorld(), await createWorld()];
    worlds.push(first, second);
    const table = new Map<string, World>();
    const keyOf = async (world: World, partner: string) => {
      const key = await world.createKey(partner);
      table.set(key.key_id, world);
      return key;
    };
    const [acme, globex] = [await keyOf(first, "acme"), await keyOf(second, "globex")];
    for (const key of [acme, globex]) {
      const cell = table.get(key.key_id) ?? first;
      await cell.createUser(key, "zoe");
      const body = { user_id: "ext:zoe", amount: 5, reason: "quest", source: "test" };
      expect((await cell.call("POST", "/api/salutes/credit", { key, body })).json.balance).toBe(5);
      const other = cell === first ? second : first;
      expect((await other.call("POST", "/api/salutes/credit", { key, body })).status).toBe(401);
    }
  });
});

test("docs/scale.md shows the growth that the simulation finds", async () => {
  const fleet = new Fleet(new Random(SHOWN_SEED));
  const table = [
    "| Partners | Durable changes a second | Cells | Busiest cell, of its plan | Partners moved | Larger than a cell | One cell's failure touches | Router's table |",
    "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...STEPS.map((count) => rowOf(fleet.growTo(count))),
  ].join("\n");
  const text = await Bun.file(SCALE).text();
  const renewed = text.replace(
    /<!-- growth -->\n[\s\S]*?<!-- \/growth -->/,
    () => `<!-- growth -->\n${table}\n<!-- /growth -->`,
  );
  if (Bun.env.RENEW === "1") await Bun.write(SCALE, renewed);
  else expect(text).toBe(renewed);
});

function rowOf(growth: Growth): string {
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const percent = (value: number) =>
    `${(value * 100).toLocaleString("en", { maximumSignificantDigits: 2 })} %`;
  return `| ${[
    whole(growth.partners),
    whole(growth.changesASecond),
    whole(growth.cells),
    growth.cells === 1 ? percent(growth.changesASecond / CELL_CHANGES_PER_SECOND) : percent(growth.busiest),
    whole(growth.moved),
    whole(growth.outgrown),
    percent(growth.touched),
    `${(growth.routerBytes / 1_000_000).toLocaleString("en", { maximumSignificantDigits: 2 })} MB`,
  ].join(" | ")} |`;
}
