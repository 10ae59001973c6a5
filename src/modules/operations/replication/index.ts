export { builtInName, findBuiltIn } from "./built-in.ts";
export { syncDatabase } from "./client.ts";
export { endChild } from "./end-child.ts";
export { type FoundEpoch, findEpoch, isReplicaEmpty, replicaPosition } from "./find-epoch.ts";
export {
  detectVersion,
  findOnPath,
  type Program,
  prepareLitestream,
  resolveOrigin,
  runLitestream,
} from "./program.ts";
export { Replicator } from "./replicator.ts";
export { fetchReplica, restoreReplica } from "./restore-replica.ts";
export { MIN_VERSION, REPLICATED, replicaUrl } from "./rules.ts";
export { runDrill } from "./run-drill.ts";
export { controlSocket, forgetReplica, hasReplicatedTo, lagSeconds, readReplication } from "./state.ts";
