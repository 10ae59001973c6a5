export type {
  Concentration,
  DistributionBucket,
  FigureKind,
  FiguresByKind,
  MintAuthorities,
  TopHolder,
  TransactionSync,
} from "./figures.ts";
export { ageHours, STALE_AFTER_HOURS } from "./freshness.ts";
export { type ChainJobParts, chainJob, FIGURE_JOBS, publicStats } from "./jobs.ts";
export { HoldersDetailShape, TokenStatus } from "./model.ts";
export { ownersOfWallets } from "./named-wallets.ts";
export { readStoredStats } from "./public-stats.ts";
export type { Reading, RpcHealth } from "./read.ts";
export { listHolderDays, readFigure, readRpcHealth } from "./read.ts";
export { refresh, type TokenWork } from "./refresh.ts";
export { tokenRoutes } from "./routes.partner.ts";
export { publicTokenRoutes } from "./routes.public.ts";
export { type AuthorityReview, reviewAuthorities } from "./rules.ts";
export type { RpcAddressRow } from "./store.ts";
export { findTokenId } from "./store.ts";
export { StoredAnswer } from "./stored-answer.ts";
export { type TrackedToken, WALLET_ROLES } from "./tracked-token.ts";
