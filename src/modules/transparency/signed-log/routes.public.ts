import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import {
  FIRST_LOG,
  IMMUTABLE,
  LATER_LOGS,
  type LogPaths,
  notFound,
  notSigned,
  requireLog,
  requireTree,
} from "./log-paths.ts";
import { readObject, readProof } from "./read.ts";
import { tileRoutes } from "./routes.tiles.ts";
import { ServedLogs } from "./served-log.ts";
import type { SignedLog } from "./signed-log.ts";
import { lastEntryAt } from "./store.ts";
import verifier from "./verifier.client.js" with { type: "text" };

const CHECKPOINT_SECONDS = 5;

const VERIFIER_SECONDS = 300;

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
      description: "The newest checkpoint, a signed note.",
      example:
        "salute.example/log\n1\n0Nc2CrefWKseHj/mStd+LqC8B+NrX0btIiPt2SmN+ek=\n\n\u2014 salute.example/log Uw2QOkn8srV1yJGh…\n",
    },
    errors: ["not_found"],
    validators: true,
    read: ({ params, now }) => {
      const { note, row, isForeign } = requireLog(logs, logId(params), now);
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
      description: "The verifier key, in one line.",
      example: "salute.example/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k\n",
    },
    errors: ["not_found"],
    validators: true,
    read: ({ params, now }) => {
      const { vkey, row } = requireLog(logs, logId(params), now);
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
      description: "The offline proof, as text.",
      example:
        "c2sp.org/tlog-proof@v1\nindex 0\n\nsalute.example/log\n1\n0Nc2CrefWKseHj/mStd+LqC8B+NrX0btIiPt2SmN+ek=\n\n\u2014 salute.example/log Uw2QOkn8srV1yJGh…\n",
    },
    errors: ["not_found"],
    validators: true,
    read: ({ params, now }) => {
      const log = requireTree(logs, logId(params), now);
      const proof = readProof(sql, log, Number(params.index));
      if (proof === null)
        throw notFound("no entry is published under this index; the checkpoint states the number of entries");
      return new Cacheable(proof, lastEntryAt(sql, log.id) ?? log.opened_at, CHECKPOINT_SECONDS);
    },
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
    params: Type.Object({
      sha256: Type.String({
        pattern: "^[0-9a-f]{64}$",
        description: "SHA-256 of the object's bytes, in lower-case hex, as log entries name it.",
        examples: ["0".repeat(64)],
      }),
    }),
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
      description: "The verifier, as an ES module.",
      example: "export async function …",
    },
    validators: true,
    read: () => new Cacheable(verifier, startedAt, VERIFIER_SECONDS),
  });
}
