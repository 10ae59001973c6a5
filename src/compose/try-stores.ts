import { SECOND_MS } from "../kit/clock.ts";
import { S3Store } from "../modules/operations/lease/index.ts";
import { type StoreFacts, tryStore } from "../modules/operations/stores/index.ts";
import { copyStore } from "./backup-places.ts";
import type { Config } from "./config.ts";
import { leaseStore } from "./lease.ts";

const TRIAL_MS = 5 * SECOND_MS;

/** Uploads a small object to each configured S3-compatible store, and deletes it. */
export async function tryStores(config: Config): Promise<StoreFacts["stores"]> {
  const { litestreamReplicaUrl: url } = config;
  const copies = copyStore(config);
  const replica = url === null ? null : leaseStore(config, url);
  const [ofCopies, ofReplica] = await Promise.all([
    copies === null
      ? null
      : tryStore(new S3Store({ ...copies, sessionToken: undefined, timeoutMs: TRIAL_MS })),
    replica instanceof S3Store ? tryStore(replica) : null,
  ]);
  return { copies: ofCopies, replica: ofReplica };
}
