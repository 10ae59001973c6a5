export { holderCacheCheck, publicStatsCheck, transactionSyncCheck } from "./figures.ts";
export { mintAuthorityCheck } from "./mint-authority.ts";
export { rpcCheck } from "./rpc.ts";
