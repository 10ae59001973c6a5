import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { IMMUTABLE, type LogPaths, notFound, requireTree } from "./log-paths.ts";
import { readEntryBundle, readTile } from "./read.ts";
import type { ServedLogs } from "./served-log.ts";
import type { LogRow } from "./store.ts";
import { MAX_TILE_LEVEL, parseTilePath } from "./tiles.ts";

/** Path endings of tiles: partial tiles have one more segment, as have tiles with an index of 1000 or more. */
const TILE_ENDS = ["{part}", "{part}/{part2}", "{part}/{part2}/{part3}"];

/** The tiles of hashes and entries. */
export function tileRoutes(sql: Sql, logs: ServedLogs, paths: LogPaths): Operation[] {
  const { prefix, suffix, about, logId, params: shape } = paths;
  return TILE_ENDS.map((end, depth) => {
    const parts = end.match(/\w+/g) ?? [];
    const texts = Object.fromEntries(
      parts.map((name) => [
        name,
        Type.String({
          pattern: "^[x0-9.p]{1,7}$",
          examples: ["000"],
          description: "Next part of the tile's index, or the end of a partial tile's name.",
        }),
      ]),
    );
    return readOperation({
      id: `getLogTile${depth === 0 ? "" : depth + 1}${suffix}`,
      method: "GET",
      path: `${prefix}/tile/{level}/${end}`,
      group: "log",
      summary: `Read ${TILE_KINDS[depth]}${about}`,
      description:
        "C2SP tlog-tiles: <level>/<index>, followed by .p/<width> for a partial tile. The index is written in groups of three digits, all but the last prefixed with x: 1234067 is x001/x234/067. The level `entries` holds the entries themselves, each prefixed by its length as a big-endian uint16.",
      access: anyone("log"),
      params: Type.Object({
        ...shape,
        level: Type.String({
          pattern: "^(0|[1-9][0-9]?|entries)$",
          examples: ["0"],
          description: "Level of the tile: 0 to 63, or entries.",
        }),
        ...texts,
      }),
      response: {
        mediaType: "application/octet-stream",
        description: "1 to 256 hashes, 32 bytes each; or entries.",
      },
      errors: ["not_found"],
      read: ({ params, now }) => {
        const values: Record<string, unknown> = params;
        return tileResponse(sql, requireTree(logs, logId(values), now), {
          level: String(values.level),
          path: parts.map((name) => values[name]).join("/"),
        });
      },
    });
  });
}

const TILE_KINDS = [
  "a full tile of hashes or entries",
  "a partial tile, or one with an index of 1000 or more,",
  "a partial tile with an index of 1000 or more",
];

function tileResponse(sql: Sql, log: LogRow, { level, path }: { level: string; path: string }): Response {
  const tile = parseTilePath(path);
  const isValid = tile !== null && (level === "entries" || Number(level) <= MAX_TILE_LEVEL);
  const bytes = !isValid
    ? null
    : level === "entries"
      ? readEntryBundle(sql, log, tile)
      : readTile(sql, log, { level: Number(level), ...tile });
  if (bytes === null)
    throw notFound(
      "no tile has this level, index and width; the existing tiles follow from the checkpoint's size",
    );
  return new Response(bytes as BodyInit, {
    headers: { "content-type": "application/octet-stream", "cache-control": IMMUTABLE },
  });
}
