import { describe, expect, test } from "bun:test";
import { sha256Hex } from "../../../src/kit/crypto/seal.ts";
import { parseRounds, verifyRound } from "../../../src/modules/messenger/fair-play/index.ts";
// @ts-expect-error The page's script has no types.
import { verifyRound as verifyInPage } from "../../../src/modules/messenger/miniapp/draws.client.js";
import { drawLayout, drawSegment } from "../../../src/modules/messenger/seeds/index.ts";

describe("a published round", () => {
  const server_seed = "5".repeat(64);
  const fairness = {
    algorithm: "reject-v1",
    server_seed,
    server_seed_hash: sha256Hex(server_seed),
    client_seed: "c",
  } as const;
  const seeds = { algorithm: "reject-v1", serverSeed: server_seed, clientSeed: "c", nonce: 1 } as const;
  const rules = { tiles: 9, mines: 2, targets: 2, reward_per_target: 1.5, clear_bonus: 4 };
  const layout = drawLayout(seeds, rules);
  const cellsOf = (wanted: string) =>
    layout.flatMap((content, cell) => (content === wanted ? [{ cell, content }] : []));
  const [targets, mines] = [cellsOf("target"), cellsOf("mine")];
  const grid = {
    ...{ id: 1, nonce: 1, game_key: "recon-grid", fairness, rules, layout, revealed: targets },
    ...{ state: "cleared", found: 2, earned: 7 },
  } as const;
  const segments = [1, 2, 3].map((weight) => ({
    weight,
    label: `s${weight}`,
    reward: { kind: "salutes", amount: weight },
  }));
  const segment_index = drawSegment(seeds, [1, 2, 3]);
  const wheel = {
    ...{ id: 2, nonce: 1, game_key: "spin-wheel", fairness, segments, segment_index },
    ...{ label: segments[segment_index]?.label, reward: segments[segment_index]?.reward },
  } as const;
  const hit = {
    ...grid,
    revealed: [...targets.slice(1), ...mines.slice(1)],
    state: "hit",
    found: 1,
    earned: 1.5,
  };

  /** By the command's code, and by that of the page. */
  async function verdictsOf(round: object): Promise<(boolean | null | string)[]> {
    const byPage = (await verifyInPage(round)).ok;
    try {
      const [parsed] = parseRounds(JSON.stringify(round));
      return [parsed === undefined ? null : verifyRound(parsed).ok, byPage];
    } catch (error) {
      return [(error as Error).message, byPage];
    }
  }

  test.each([
    ["a wheel's", wheel],
    ["a cleared grid's", grid],
    ["a grid's that hit a mine", hit],
    ["an expired grid's", { ...grid, revealed: [], state: "expired", found: 0, earned: 0 }],
    ["a grid's that was given up", { ...grid, revealed: [], state: "abandoned", found: 0, earned: 0 }],
  ])("%s is right", async (_, round) => expect(await verdictsOf(round)).toEqual([true, true]));

  test.each([
    ["another segment", { ...wheel, segment_index: (segment_index + 1) % 3 }],
    ["another label", { ...wheel, label: "JACKPOT" }],
    ["another reward", { ...wheel, reward: { kind: "salutes", amount: 5_000 } }],
    ["no layout", { ...grid, layout: null }],
    ["a short layout", { ...grid, layout: layout.slice(1) }],
    ["other earnings", { ...grid, earned: 500 }],
    ["another end", { ...grid, state: "expired" }],
    ["more found than revealed", { ...grid, found: 3 }],
    ["a cell revealed after the end", { ...grid, revealed: [...targets, ...mines.slice(1)] }],
    ["a cell revealed twice", { ...hit, revealed: [...targets.slice(1), ...targets.slice(1)] }],
    ["nothing revealed", { ...grid, revealed: [] }],
    ["more than fits", { ...grid, rules: { ...rules, mines: 9 } }],
  ])("with %s is wrong", async (_, round) => expect(await verdictsOf(round)).toEqual([false, false]));

  test.each([
    ["segments", { ...wheel, segments: undefined, rules: { ...rules, tiles: 0, mines: 0, targets: 0 } }],
    ["segments.0.weight", { ...wheel, segments: [{ weight: 5e9 }] }],
    ["segments", { ...wheel, segments: [] }],
    ["rules.mines", { ...grid, rules: { ...rules, mines: 1e12 } }],
    ["rules.tiles", { ...grid, rules: { ...rules, tiles: 3e8 } }],
    ["game_key", { ...wheel, game_key: "x\u001b[2K" }],
  ])("is refused for its %s, and takes no time", async (field, round) => {
    const [refusal, byPage] = await verdictsOf(round);
    expect(refusal).toContain(`a value that is not a round: ${field}`);
    expect(byPage).toBe(false);
  });
});
