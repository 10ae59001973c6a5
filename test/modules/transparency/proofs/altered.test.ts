import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PROOFS } from "../../../../src/modules/transparency/proofs/list.ts";
import { PROOF_JOBS, runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { getter, servedVerifier } from "../signed-log/fixture.ts";

/** The verifier of the pages finds every change of a published proof. */

describe("each member of each proof", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "0", RATE_LIMIT_LOG_PER_MIN: "0" });
    await runJobs(world, ...PROOF_JOBS, "proofs");
  });
  afterAll(() => world.close());

  /** What time alone changes: later values verify, and are held to rules of their own above. */
  const MAY_GROW = /(^|\.)slot$|^generated_at_utc$|^age_hours$/;

  test.each(PROOFS)("of $slug: changed, emptied or left out, it is found", async ({ slug }) => {
    const verifier = await servedVerifier(world);
    const path = `/api/public/${slug}.json`;
    const honest = getter(world.call);
    const answers = new Map<string, Uint8Array>();
    const get = async (asked: string) => {
      const known = answers.get(asked) ?? (await honest(asked));
      answers.set(asked, known);
      return known;
    };
    const proof = JSON.parse(new TextDecoder().decode(await get(path)));
    const verify = (lie: unknown) => {
      const bytes = new TextEncoder().encode(JSON.stringify(lie));
      return verifier.verifyPublished(
        async (asked: string) => (asked === path ? bytes : get(asked)),
        path,
        null,
        () => {},
      );
    };
    await verify(proof);
    const unseen: string[] = [];
    for (const place of placesIn(proof)) {
      for (const [name, lie] of liesAbout(proof, place)) {
        if (name === "more" && MAY_GROW.test(place.join("."))) continue;
        const isFound = await verify(lie).then(
          () => false,
          () => true,
        );
        if (!isFound) unseen.push(`${place.join(".")}: ${name}`);
      }
    }
    expect(unseen).toEqual([]);
  });
});

type Place = (string | number)[];

/** The paths of all members of a JSON value, and of those list items that can differ: the ends and one between them. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? someOf(value.length) : Object.keys(value);
  return keys.flatMap((key) => [
    [...at, key],
    ...placesIn((value as Record<string | number, unknown>)[key], [...at, key]),
  ]);
}

/** Indexes of the first, a middle and the last item. */
function someOf(length: number): number[] {
  return [...new Set([0, length >> 1, length - 1])].filter((index) => index >= 0 && index < length);
}

/** Copies of a JSON document that differ from it in one place. */
function liesAbout(document: unknown, place: Place): [string, unknown][] {
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  const changed = (change: (parent: any, key: string | number) => void) => {
    const copy = structuredClone(document);
    // biome-ignore lint/suspicious/noExplicitAny: any JSON
    const parent = place.slice(0, -1).reduce((value: any, key) => value[key], copy);
    change(parent, place.at(-1) ?? "");
    return copy;
  };
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  const value = place.reduce((each: any, key) => each[key], document);
  const lies: [string, unknown][] = [
    [
      "left out",
      changed((parent, key) => (Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key])),
    ],
  ];
  const put = (name: string, other: unknown) =>
    lies.push([name, changed((parent, key) => (parent[key] = other))]);
  put(value === null ? "filled" : "emptied", value === null ? "something" : null);
  if (typeof value === "number") {
    put("more", value + 1);
    put("less", value - 1);
    put("a little", value + 0.001);
    put("as text", String(value));
  }
  if (typeof value === "boolean") put("turned", !value);
  if (typeof value === "string") put("another text", `${value}x`);
  if (Array.isArray(value)) put("longer", [...value, value[0] ?? 1]);
  return lies;
}
