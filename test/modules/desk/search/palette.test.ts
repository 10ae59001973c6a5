import { afterEach, beforeEach, expect, test } from "bun:test";
import { ACTIONS } from "../../../../src/modules/desk/search/actions.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const searchAs = async (role: "viewer" | "operator" | "owner") => {
  const headers = { authorization: `Bearer ${(await makeOperator(world, `the-${role}`, role)).token}` };
  return async (q: string): Promise<{ kind: string; title: string; path: string | null }[]> =>
    (await world.call("GET", `/admin/search?q=${encodeURIComponent(q)}`, { headers })).json.results;
};

test("pages, actions and settings are found by words of their names, those of the role", async () => {
  const viewer = await searchAs("viewer");
  const owner = await searchAs("owner");
  expect(await viewer("deliver")).toContainEqual(
    expect.objectContaining({ kind: "page", title: "Deliveries", path: "/admin/deliveries" }),
  );
  expect((await viewer("operators")).filter(({ kind }) => kind === "page")).toEqual([]);
  expect((await owner("operators")).map(({ kind }) => kind)).toContain("page");
  const backup = (hits: { title: string }[]) => hits.filter(({ title }) => title === "Make a backup").length;
  expect([backup(await owner("make backup")), backup(await viewer("make backup"))]).toEqual([1, 0]);
  expect(await viewer("backup_encr")).toContainEqual(
    expect.objectContaining({
      kind: "setting",
      title: "BACKUP_ENCRYPTION_KEY",
      path: "/admin/ops/config#BACKUP_ENCRYPTION_KEY",
    }),
  );
});

test("a prefix limits the search to a kind, and users are shown by their names", async () => {
  const find = await searchAs("viewer");
  const key = await world.createKey("acme");
  const body = { external_id: "acme-7", display_name: "Ada Lovelace" };
  await world.call("POST", "/api/partner/users", { key, body });
  expect((await find("acme")).map(({ kind }) => kind)).toEqual(["partner", "user"]);
  expect(await find("ext:acme-7")).toEqual([
    expect.objectContaining({ kind: "user", title: "Ada Lovelace, acme-7" }),
  ]);
  expect((await find("partner:acme")).map(({ kind }) => kind)).toEqual(["partner"]);
  expect(await find("constructor:acme")).toEqual([]);
});

test("every action leads to a page that answers its role", async () => {
  for (const role of ["viewer", "operator", "owner"] as const) {
    const visitor = await signedIn(world, role, role);
    for (const { label, path } of ACTIONS.filter((action) => action.role === role)) {
      const [page = "", place] = path.split("#");
      const { status, text } = await visitor.open(page);
      expect([label, status]).toEqual([label, 200]);
      if (place !== undefined) expect([label, text.includes(`id="${place}"`)]).toEqual([label, true]);
    }
  }
});
