import { fileURLToPath } from "node:url";
import { SECOND_MS } from "../../../kit/clock.ts";
import { S3Store } from "./client.ts";
import { FileStore } from "./file-store.ts";
import type { LeaseStore } from "./model.ts";

/** Where a replica is, and what its store is opened with. */
export interface ReplicaPlace {
  /** As LITESTREAM_REPLICA_URL. */
  url: string;
  /** Holds the store's credentials, under the names that Litestream reads. */
  environment: Readonly<Record<string, string>>;
  leaseSeconds: number;
}

/** A look is over before the next but one begins; a store that is asked at all has this long at least. */
const LEAST_TIMEOUT_MS = 4 * SECOND_MS;

/** The store of a replica; the reason in words where salute cannot use it for a lease. */
export function openStore({ url, environment, leaseSeconds }: ReplicaPlace): LeaseStore | string {
  const [path = "", query = ""] = url.split("?", 2);
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+]*):\/\/(.*)$/i.exec(path) ?? [];
  if (scheme === "file") {
    return URL.canParse(path) ? new FileStore(fileURLToPath(path)) : `${path} is no file address`;
  }
  if (scheme !== "s3")
    return `a replica on ${scheme === "" ? "this path" : `${scheme}://`} has no lease: S3 and file:// have one`;
  const [bucket = "", ...folders] = rest.split("/");
  const options = new URLSearchParams(query);
  const accessKeyId = environment.LITESTREAM_ACCESS_KEY_ID || environment.AWS_ACCESS_KEY_ID;
  const secretAccessKey = environment.LITESTREAM_SECRET_ACCESS_KEY || environment.AWS_SECRET_ACCESS_KEY;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return "a lease needs the store's keys: LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY";
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
