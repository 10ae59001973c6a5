import { describe, expect, test } from "bun:test";
import {
  parseTilePath,
  tileOfLeaf,
  tilePath,
  tileWidth,
} from "../../../../src/modules/transparency/signed-log/tiles.ts";

/** Number of full and partial tiles per level of a tree. */
function geometry(size: number): { full: number; partial: number }[] {
  const levels: { full: number; partial: number }[] = [];
  for (let level = 0; tileWidth(level, 0, size) > 0; level++) {
    let full = 0;
    while (tileWidth(level, full, size) === 256) full++;
    levels.push({ full, partial: tileWidth(level, full, size) });
    expect(tileWidth(level, full + 1, size)).toBe(0);
  }
  return levels;
}

describe("tiles (C2SP tlog-tiles)", () => {
  test("trees of 70,000 and 256 entries have the tiles listed in the specification", () => {
    expect(geometry(70_000)).toEqual([
      { full: 273, partial: 112 },
      { full: 1, partial: 17 },
      { full: 0, partial: 1 },
    ]);
    expect(geometry(256)).toEqual([
      { full: 1, partial: 0 },
      { full: 0, partial: 1 },
    ]);
    expect(geometry(0)).toEqual([]);
  });

  test("paths have exactly the form given in the specification", () => {
    expect(tilePath({ index: 1_234_067, width: 256 })).toBe("x001/x234/067");
    expect(tilePath({ index: 0, width: 1 })).toBe("000.p/1");
    for (const index of [0, 7, 999, 1_000, 273_112, 999_999, 1_000_000, 1_234_067]) {
      for (const width of [1, 9, 255, 256]) {
        expect(parseTilePath(tilePath({ index, width }))).toEqual({ index, width });
      }
    }
    const wrong = ["", "0", "00", "0000", "x000/001", "001/234", "x001/x234", "000.p/0", "000.p/256"];
    for (const path of [...wrong, "000.p/01", "000.p", "000/", "/000", "-01", "x001/23", "000.p/1/"])
      expect(parseTilePath(path)).toBeNull();
  });

  test("a leaf's tile has the width that the tree's size allows", () => {
    expect(tileOfLeaf(0, 1)).toEqual({ index: 0, width: 1 });
    expect(tileOfLeaf(255, 256)).toEqual({ index: 0, width: 256 });
    expect(tileOfLeaf(256, 300)).toEqual({ index: 1, width: 44 });
  });
});
