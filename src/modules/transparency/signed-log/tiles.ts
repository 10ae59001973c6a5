/** A tile is 256 nodes wide: the complete subtrees eight levels further down (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;
export const MAX_TILE_LEVEL = 63;

export interface Tile {
  index: number;
  /** 1 to 256. */
  width: number;
}

/** Number of nodes of a tile in a tree of `size`: 256 for a full tile, 0 for a missing one. */
export function tileWidth(level: number, index: number, size: number): number {
  const nodes = Math.floor(size / TILE_WIDTH ** level);
  return Math.min(TILE_WIDTH, Math.max(0, nodes - index * TILE_WIDTH));
}

/** End of a tile's path: index 1234067 is x001/x234/067; a partial tile is followed by .p/<width>. */
export function tilePath({ index, width }: Tile): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
  const groups = padded.match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

/** Parses the end of a tile's path; null if it is not exactly in the form of `tilePath`. */
export function parseTilePath(path: string): Tile | null {
  const match = /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (match?.[1] === undefined) return null;
  const index = Number(match[1].replaceAll(/[x/]/g, ""));
  const width = match[2] === undefined ? TILE_WIDTH : Number(match[2]);
  const tile = { index, width };
  return width >= 1 && tilePath(tile) === path ? tile : null;
}

/** The tile that contains a leaf in a tree of `size`, with its width. */
export function tileOfLeaf(leaf: number, size: number): Tile {
  const index = Math.floor(leaf / TILE_WIDTH);
  return { index, width: tileWidth(0, index, size) };
}
