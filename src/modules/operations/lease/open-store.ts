import { fileURLToPath } from "node:url";
import { SECOND_MS } from "../../../kit/clock.ts";
import { S3Store } from "./client.ts";
import { FileStore } from "./file-store.ts";
import type { LeaseStore } from "./model.ts";

/** URL of a replica, and the credentials of its store. */
export interface ReplicaLocation {
  /** LITESTREAM_REPLICA_URL. */
  url: string;
  /** Environment with the store's credentials, under Litestream's names. */
  environment: Readonly<Record<string, string>>;
  leaseSeconds: number;
}

/** Lower limit of the timeout, which is normally the interval between two checks. */
const LEAST_TIMEOUT_MS = 4 * SECOND_MS;

/** Opens the store of a replica. Returns the reason, for people, if it supports no lease. */
export function openStore({ url, environment, leaseSeconds }: ReplicaLocation): LeaseStore | string {
  const [path = "", query = ""] = url.split("?", 2);
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+]*):\/\/(.*)$/i.exec(path) ?? [];
  if (scheme === "file") {
    return URL.canParse(path) ? new FileStore(fileURLToPath(path)) : `${path} is not a valid file URL`;
  }
  if (scheme !== "s3")
    return `a replica on ${scheme === "" ? "this path" : `${scheme}://`} has no lease: only S3 and file:// support one`;
  const [bucket = "", ...folders] = rest.split("/");
  const options = new URLSearchParams(query);
  const accessKeyId = environment.LITESTREAM_ACCESS_KEY_ID || environment.AWS_ACCESS_KEY_ID;
  const secretAccessKey = environment.LITESTREAM_SECRET_ACCESS_KEY || environment.AWS_SECRET_ACCESS_KEY;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return "a lease needs the store's credentials: set LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY";
  const prefix = folders.filter((folder) => folder !== "").join("/");
  return new S3Store({
    bucket,
    endpoint: options.get("endpoint") ?? undefined,
    region: options.get("region") ?? environment.AWS_REGION ?? undefined,
    accessKeyId,
    secretAccessKey,
    sessionToken: environment.AWS_SESSION_TOKEN,
    prefix: prefix === "" ? "" : `${prefix}/`,
    timeoutMs: Math.max((leaseSeconds * SECOND_MS) / 3, LEAST_TIMEOUT_MS),
  });
}
