export { builtInName, findBuiltIn } from "./built-in.ts";
export {
  findOnPath,
  type Origin,
  originOf,
  type Program,
  prepareLitestream,
  runLitestream,
} from "./program.ts";
export { Replicator } from "./replicator.ts";
export { restoreReplica } from "./restore-replica.ts";
export { MIN_VERSION, versionIn } from "./rules.ts";
export { runDrill } from "./run-drill.ts";
export { lagSeconds, type Replication, readReplication } from "./state.ts";
