import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { readSource } from "../../src/build/source.ts";
import { scratch } from "../harness/processes/commands.ts";

let place: ReturnType<typeof scratch>;
const { SALUTE_COMMIT, SOURCE_DATE_EPOCH } = process.env;

function set(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}

function git(...words: string[]): string {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  return Bun.spawnSync(["git", ...identity, ...words], {
    cwd: place.path,
    env: { ...process.env, GIT_COMMITTER_DATE: "2026-11-27T00:00:00Z" },
  })
    .stdout.toString()
    .trim();
}

beforeEach(() => {
  place = scratch();
  set({ SALUTE_COMMIT: undefined, SOURCE_DATE_EPOCH: undefined });
});
afterEach(() => {
  set({ SALUTE_COMMIT, SOURCE_DATE_EPOCH });
  place.remove();
});

test("the commit and its time come from git; changes are named", () => {
  git("init", "--quiet");
  writeFileSync(place.file("a"), "1");
  git("add", "a");
  git("commit", "--quiet", "-m", "a");
  const commit = git("rev-parse", "HEAD");
  expect(readSource(place.path)).toEqual({ commit, at: Date.UTC(2026, 10, 27) });
  writeFileSync(place.file("a"), "2");
  expect(readSource(place.path).commit).toBe(`${commit}+changes`);
});

test("without git, SALUTE_COMMIT and SOURCE_DATE_EPOCH name them, and the same bytes are built", () => {
  set({ SALUTE_COMMIT: "abc", SOURCE_DATE_EPOCH: "1764201600" });
  expect(readSource(place.path)).toEqual({ commit: "abc", at: 1_764_201_600_000 });
  set({ SOURCE_DATE_EPOCH: "yesterday" });
  expect(() => readSource(place.path)).toThrow("SOURCE_DATE_EPOCH");
});
