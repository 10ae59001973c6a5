import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { FIRST_LOG, LATER_LOGS, type LogPaths, logOf, notFound, notSigned, treeOf } from "./log-paths.ts";
import { readEntryBundle, readObject, readProof, readTile } from "./read.ts";
import { ServedLogs } from "./served-log.ts";
import type { SignedLog } from "./signed-log.ts";
import { type LogRow, lastEntryAt } from "./store.ts";
import { MAX_TILE_LEVEL, parseTilePath } from "./tiles.ts";
import verifier from "./verifier.client.js" with { type: "text" };

const CHECKPOINT_SECONDS = 5;

const VERIFIER_SECONDS = 300;

/** One year: log content never changes. */
const IMMUTABLE = "public, max-age=31536000, immutable";

const Index = Type.String({
  pattern: "^(0|[1-9][0-9]{0,14})$",
  description: "Index of the entry, from 0.",
  examples: ["0"],
});

/** The log as static files (C2SP tlog-tiles), the logged objects, and the verifier. */
export function signedLogRoutes(signedLog: SignedLog, startedAt: number): Operation[] {
  const sql = signedLog.db.read;
  const logs = ServedLogs.of(signedLog);
  const routesOf = (paths: LogPaths) => [
    checkpointRoute(sql, logs, paths),
    vkeyRoute(logs, paths),
    proofRoute(sql, logs, paths),
    ...tileRoutes(sql, logs, paths),
  ];
  return [...routesOf(FIRST_LOG), objectRoute(sql), verifierRoute(startedAt), ...routesOf(LATER_LOGS)];
}

function checkpointRoute(
  sql: Sql,
  logs: ServedLogs,
  { prefix, suffix, about, logId, params: shape }: LogPaths,
): Operation {
  return readOperation({
    id: `getLogCheckpoint${suffix}`,
    method: "GET",
    path: `${prefix}/checkpoint`,
    group: "log",
    summary: `Read the newest signed checkpoint${about}`,
    description:
      "A signed note (C2SP tlog-checkpoint): origin, number of entries, root hash, and the log's Ed25519 signature. Each checkpoint extends all earlier ones.",
    access: anyone("log"),
    ...(Object.keys(shape).length === 0 ? {} : { params: Type.Object(shape) }),
    response: {
      mediaType: "text/plain",
      description: "The signed note.",
      example:
        "salute.example/log\n1\n0Nc2CrefWKseHj/mStd+LqC8B+NrX0btIiPt2SmN+ek=\n\n\u2014 salute.example/log Uw2QOkn8srV1yJGh…\n",
    },
    errors: ["not_found"],
    validators: true,
    read: ({ params, now }) => {
      const { note, row, isForeign } = logOf(logs, logId(params), now);
      if (note === null) throw notSigned();
      const changedAt = isForeign ? null : lastEntryAt(sql, row.id);
      return new Cacheable(note, changedAt ?? row.opened_at, CHECKPOINT_SECONDS);
    },
  });
}

function vkeyRoute(logs: ServedLogs, { prefix, suffix, about, logId, params: shape }: LogPaths): Operation {
  return readOperation({
    id: `getLogVkey${suffix}`,
    method: "GET",
    path: `${prefix}/vkey`,
    group: "log",
    summary: `Read the key that verifies the checkpoints${about}`,
    description:
      "A verifier key (C2SP signed-note). Fetch it once and save it: a key fetched anew for each verification proves nothing.",
    access: anyone("log"),
    ...(Object.keys(shape).length === 0 ? {} : { params: Type.Object(shape) }),
    response: {
      mediaType: "text/plain",
      description: "One line.",
      example: "salute.example/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k\n",
    },
    errors: ["not_found"],
    validators: true,
    read: ({ params, now }) => {
      const { vkey, row } = logOf(logs, logId(params), now);
      if (vkey === null) throw notSigned();
      return new Cacheable(`${vkey}\n`, row.opened_at, CHECKPOINT_SECONDS);
    },
  });
}

function proofRoute(
  sql: Sql,
  logs: ServedLogs,
  { prefix, suffix, about, logId, params: shape }: LogPaths,
): Operation {
  return readOperation({
    id: `getLogProof${suffix}`,
    method: "GET",
    path: `${prefix}/proof/{index}`,
    group: "log",
    summary: `Read an offline proof of an entry${about}`,
    description:
      "C2SP tlog-proof: the entry's index, its audit path, and the checkpoint. Save it as <name>.tlog-proof beside the object; it can later be verified without this server.",
    access: anyone("log"),
    params: Type.Object({ ...shape, index: Index }),
    response: {
      mediaType: "text/plain",
      description: "The proof.",
      example:
        "c2sp.org/tlog-proof@v1\nindex 0\n\nsalute.example/log\n1\n0Nc2CrefWKseHj/mStd+LqC8B+NrX0btIiPt2SmN+ek=\n\n\u2014 salute.example/log Uw2QOkn8srV1yJGh…\n",
    },
    errors: ["not_found"],
    validators: true,
    read: ({ params, now }) => {
      const log = treeOf(logs, logId(params), now);
      const proof = readProof(sql, log, Number(params.index));
      if (proof === null)
        throw notFound("no entry is published under this index; the checkpoint states the number of entries");
      return new Cacheable(proof, lastEntryAt(sql, log.id) ?? log.opened_at, CHECKPOINT_SECONDS);
    },
  });
}

/** Path endings of tiles: partial tiles have one more segment, as have tiles with an index of 1000 or more. */
const TILE_ENDS = ["{part}", "{part}/{part2}", "{part}/{part2}/{part3}"];

function tileRoutes(sql: Sql, logs: ServedLogs, paths: LogPaths): Operation[] {
  const { prefix, suffix, about, logId, params: shape } = paths;
  return TILE_ENDS.map((end, depth) => {
    const parts = end.match(/\w+/g) ?? [];
    const texts = Object.fromEntries(
      parts.map((name) => [name, Type.String({ pattern: "^[x0-9.p]{1,7}$", examples: ["000"] })]),
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
          description: "0 to 63, or entries.",
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
        return tileResponse(sql, treeOf(logs, logId(values), now), {
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

function objectRoute(sql: Sql): Operation {
  return readOperation({
    id: "getLogObject",
    method: "GET",
    path: "/log/objects/{sha256}",
    group: "log",
    summary: "Read the exact bytes of a logged object",
    description:
      "Entries reference their object by the SHA-256 of these bytes. Objects are immutable and served permanently.",
    access: anyone("log"),
    params: Type.Object({ sha256: Type.String({ pattern: "^[0-9a-f]{64}$", examples: ["0".repeat(64)] }) }),
    response: { mediaType: "*/*", description: "The exact bytes, in most cases JSON in RFC 8785 form." },
    errors: ["not_found"],
    read: ({ params }) => {
      const object = readObject(sql, params.sha256);
      if (object === null) throw notFound("no object has this SHA-256; copy it from an entry");
      return new Response(object.bytes as BodyInit, {
        headers: {
          "content-type": `${object.mediaType}; charset=utf-8`,
          "cache-control": IMMUTABLE,
          etag: `"${params.sha256}"`,
          "x-content-type-options": "nosniff",
        },
      });
    },
  });
}

function verifierRoute(startedAt: number): Operation {
  return readOperation({
    id: "getLogVerifier",
    method: "GET",
    path: "/log/verifier.js",
    group: "log",
    summary: "Read the verifier, a module without dependencies for browsers, Bun and Node.js 18 to 24",
    description:
      "Save a copy that you have reviewed as verifier.mjs. `node verifier.mjs https://host /api/public/token-mint-authorities.json <vkey>` verifies a proof from its signature to its figures: exit status 0 verified, 1 not verified, 2 impossible in this runtime.",
    access: anyone("log"),
    response: {
      mediaType: "text/javascript",
      description: "An ES module.",
      example: "export async function …",
    },
    validators: true,
    read: () => new Cacheable(verifier, startedAt, VERIFIER_SECONDS),
  });
}
