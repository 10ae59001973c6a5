export { builtInName, findBuiltIn } from "./built-in.ts";
export {
  findOnPath,
  originOf,
  type Program,
  prepareLitestream,
  runLitestream,
} from "./program.ts";
export { Replicator } from "./replicator.ts";
export { restoreReplica } from "./restore-replica.ts";
export { runDrill } from "./run-drill.ts";
export { lagSeconds, readReplication } from "./state.ts";
