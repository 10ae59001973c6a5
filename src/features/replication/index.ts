export type { Program } from "./program.ts";
export { Replicator } from "./replicator.ts";
export { restoreReplica } from "./restore-replica.ts";
export { lagSeconds, type Replication, readReplication } from "./state.ts";
