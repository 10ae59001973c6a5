import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseChangelog } from "../../../../src/modules/developers/changelog/parse.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";

let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

const FILE = readFileSync(join(import.meta.dir, "../../../../CHANGELOG.md"), "utf8");

test("unreleased changes have the build's date, releases their own; wrapped changes are joined", () => {
  const text =
    "# Changelog\n\n## 1.1.0 (unreleased)\n\n- One `thing`\n  goes on.\n- Two.\n\n## 1.0.0 (2026-11-01)\n\n- First.\n";
  expect(parseChangelog(text, 5)).toEqual([
    {
      version: "1.1.0",
      released: false,
      date: 5,
      groups: [{ subject: null, changes: ["One `thing` goes on.", "Two."] }],
    },
    {
      version: "1.0.0",
      released: true,
      date: Date.UTC(2026, 10, 1),
      groups: [{ subject: null, changes: ["First."] }],
    },
  ]);
  expect(() => parseChangelog("## soon\n", 5)).toThrow("soon");
});

test("changes are grouped by subject; those before the first subject have none", () => {
  const text =
    "## 1.0.0 (unreleased)\n\n- Any.\n\n### Webhooks\n- One\n  goes on.\n- Two.\n\n### Status\n\n- Three.\n";
  expect(parseChangelog(text, 5)[0]?.groups).toEqual([
    { subject: null, changes: ["Any."] },
    { subject: "Webhooks", changes: ["One goes on.", "Two."] },
    { subject: "Status", changes: ["Three."] },
  ]);
});

test("page, JSON and RSS contain every change of CHANGELOG.md", async () => {
  world = await createWorld();
  const count = FILE.match(/^- /gm)?.length ?? 0;
  const { json } = await world.call("GET", "/developers/changelog.json");
  const [newest] = parseChangelog(FILE, world.clock.now());
  if (newest === undefined) throw new Error("there is no release");
  const date = new Date(newest.date);
  expect(json.releases[0]).toMatchObject({
    version: newest.version,
    released: newest.released,
    date: date.toISOString().slice(0, 10),
  });
  expect(json.releases.flatMap(({ changes }: { changes: string[] }) => changes)).toHaveLength(count);
  expect(JSON.stringify(json)).not.toContain("###");
  const page = await world.call("GET", "/developers/changelog");
  expect(page.text.match(/<li>/g)?.length).toBeGreaterThanOrEqual(count);
  expect(page.text).toContain("<h3>Webhooks</h3>");
  const feed = await world.call("GET", "/developers/changelog.rss");
  expect(feed.text).toContain(
    `<title>salute ${newest.version}${newest.released ? "" : " (unreleased)"}</title>`,
  );
  expect(feed.text).toContain("\nWebhooks\n");
  expect(feed.text).toContain(`<pubDate>${date.toUTCString()}</pubDate>`);
  const lastModified = "Sat, 21 Nov 2026 10:00:00 GMT";
  await expectValidators(
    world,
    "/developers/changelog.json",
    {},
    { lastModified, cacheControl: "public, max-age=300" },
  );
});
