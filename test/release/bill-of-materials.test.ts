import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { dependencies } from "../../package.json";
import { billOfMaterials } from "../../release/bill-of-materials.ts";
import { readProductionPackages } from "../../release/lock-file.ts";

const LOCK = resolve(import.meta.dir, "../../bun.lock");
const RELEASE = {
  version: "1.2.3",
  bunVersion: "1.4.5",
  at: Date.UTC(2026, 10, 21),
  litestream: { path: "github.com/benbjohnson/litestream", version: "0.5.17" },
};
const GO_MODULES = [
  { path: "std", version: "1.26.8", sum: "" },
  { path: "github.com/superfly/ltx", version: "v0.5.0", sum: "h1:YWJj" },
];

interface Bill {
  serialNumber: string;
  metadata: { component: { version: string } };
  components: { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const bill = () => billOfMaterials(readProductionPackages(LOCK), GO_MODULES, RELEASE) as Bill;

test("it lists all production dependencies, pinned and hashed, and no development dependencies", () => {
  const { components, metadata } = bill();
  expect(metadata.component.version).toBe("1.2.3");
  for (const [name, version] of Object.entries(dependencies))
    expect(
      components.find((each) => each.name === name && each.version === version)?.hashes?.[0],
    ).toMatchObject({
      alg: "SHA-512",
      content: expect.stringMatching(/^[0-9a-f]{128}$/),
    });
  const names = components.map(({ name }) => name);
  for (const name of ["bun", "litestream", "std", "github.com/superfly/ltx"]) expect(names).toContain(name);
  for (const name of ["typescript", "@biomejs/biome", "playwright-core", "drizzle-kit"])
    expect(names).not.toContain(name);
});

test("every dependency is a component, every component is reachable, and the result is deterministic", () => {
  const { components, dependencies: edges, serialNumber } = bill();
  const refs = new Set([...components.map(({ purl }) => purl), "pkg:generic/salute@1.2.3"]);
  expect(refs.size).toBe(components.length + 1);
  for (const { ref, dependsOn } of edges)
    for (const each of [ref, ...dependsOn]) expect(refs.has(each)).toBe(true);
  const reached = new Set(edges.flatMap(({ dependsOn }) => dependsOn));
  expect(components.filter(({ purl }) => !reached.has(purl))).toEqual([]);
  expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(bill()).toEqual(bill());
});

test("an unknown target is refused by name, and nothing is built", async () => {
  const ran = Bun.spawnSync([process.execPath, "release/main.ts", "--target", "plan9-x64"], {
    cwd: join(import.meta.dir, "../.."),
  });
  expect([ran.exitCode, ran.stderr.toString()]).toEqual([
    1,
    expect.stringContaining("plan9-x64 is not one of"),
  ]);
});
