import { afterEach, expect, test } from "bun:test";
import { signedIn, visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

afterEach(() => world.close());

const PUBLIC = ["/", "/status", "/proofs", "/developers", "/docs", "/share", "/claim", "/admin"];

test("every page names a demo installation, and safe mode while it is on: operators are told why", async () => {
  world = await createWorld();
  const anyone = visitor(world);
  for (const path of PUBLIC) {
    const { text } = await anyone.open(path);
    expect(text).toContain("Development, demo chain: token figures are made up");
    expect(text).not.toContain("Safe mode");
  }
  const operator = await signedIn(world, "ops", "operator");
  await operator.open("/admin/safe-mode");
  await operator.submit("/admin/safe-mode", { state: "on", reason: "an inner reason" });
  for (const path of PUBLIC) {
    const { text } = await anyone.open(path);
    expect(text).toContain("Changes are refused for now; everything can be read.");
    expect(text).not.toContain("an inner reason");
  }
  expect((await operator.open("/admin/jobs")).text).toContain("Every change is refused: an inner reason");
});

test("in production operators' pages say so above, public pages in their last line", async () => {
  world = await createWorld({ SALUTE_ENV: "production", PUBLIC_BASE_URL: "http://localhost" });
  const operator = await signedIn(world, "ops", "operator");
  expect((await operator.open("/admin")).text).toContain('<p class="banner">Production</p>');
  const { text } = await visitor(world).open("/status");
  expect(text).toContain("<span>production</span>");
  expect(text).not.toContain('class="banner"');
});

test("what belongs to the sandbox says so", async () => {
  world = await createWorld();
  const key = await world.createKey("acme", "sandbox");
  const live = await world.createKey("acme");
  const viewer = await signedIn(world, "eve", "viewer");
  const told = "Nothing here changes live state.";
  for (const path of [
    `/admin/keys/${key.key_id}`,
    `/admin/keys/${key.key_id}/promotion`,
    "/sandbox/claim/ABCD",
  ])
    expect((await viewer.open(path)).text).toContain(told);
  expect((await viewer.open(`/admin/keys/${live.key_id}`)).text).not.toContain(told);
});
