import { describe, expect, test } from "bun:test";
import client from "../../clients/typescript/package.json";
import { RELEASES } from "../../drizzle/releases.ts";
import { version } from "../../package.json";
import { cutChangelog, requireLater } from "../../release/changelog.ts";
import { parseChangelog } from "../../src/modules/developers/changelog/parse.ts";

describe("the changelog", () => {
  const text =
    "# Changelog\n\n## 0.1.0 (unreleased)\n\n- One (unreleased).\n\n## 0.0.9 (2026-01-01)\n\n- Old.\n";

  test("the unreleased part becomes the release's, and nothing else changes", () => {
    const cut = cutChangelog(text, "1.0.0", "2026-11-30");
    expect(cut).toBe(text.replace("## 0.1.0 (unreleased)", "## 1.0.0 (2026-11-30)"));
    expect(parseChangelog(cut, 5)[0]).toMatchObject({ version: "1.0.0", released: true });
  });

  test("without an unreleased part, or with a day that is none, nothing is cut", () => {
    const cut = cutChangelog(text, "1.0.0", "2026-11-30");
    expect(() => cutChangelog(cut, "1.1.0", "2026-12-01")).toThrow("no unreleased changes");
    for (const day of ["today", "2026-13-01"])
      expect(() => cutChangelog(text, "1.0.0", day)).toThrow("not a day");
  });
});

test("a version is three numbers, and later than the last release's", () => {
  requireLater("1.0.0", "0.0.0");
  requireLater("1.10.0", "1.9.9");
  for (const wrong of ["", "1.0", "v1.0.0", "1.0.0-rc.1", "01.0.0"])
    expect(() => requireLater(wrong, "0.0.0")).toThrow("not a version");
  for (const earlier of ["1.9.9", "1.9.8"]) expect(() => requireLater(earlier, "1.9.9")).toThrow("not later");
});

test("the API and its client have one version, and no release is later", () => {
  expect(client.version).toBe(version);
  for (const release of RELEASES) expect(Bun.semver.order(release.version, version)).toBeLessThanOrEqual(0);
});
