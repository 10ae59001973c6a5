export { refreshHolderGrowth, refreshTokenDistribution } from "./derive-from-holders.ts";
export type {
  Concentration,
  Conservation,
  DistributionBucket,
  FigureKind,
  FiguresByKind,
  HolderCache,
  HolderCounts,
  HolderGrowth,
  HoldersDetail,
  MintAuthorities,
  MintPower,
  PublicStats,
  TokenDistribution,
  TopHolder,
  TransactionSync,
  WalletAmount,
} from "./figures.ts";
export { FIGURE_KINDS } from "./figures.ts";
export { ageHours, isStale, STALE_AFTER_HOURS } from "./freshness.ts";
export { HoldersDetailShape } from "./model.ts";
export { readStoredStats, type StoredStats } from "./public-stats.ts";
export type { Attempt, Disagreement, Figure, Reading, RpcHealth } from "./read.ts";
export { listHolderDays, readFigure, readRpcHealth } from "./read.ts";
export { identifyToken, NoSource, refresh, type TokenWork } from "./refresh.ts";
export { refreshHolderCache } from "./refresh-holder-cache.ts";
export { refreshMintAuthorities } from "./refresh-mint-authorities.ts";
export { namedWallets, refreshPublicStats } from "./refresh-public-stats.ts";
export { tokenRoutes } from "./routes.partner.ts";
export { publicTokenRoutes } from "./routes.public.ts";
export { type AuthorityReview, type ReviewStatus, reviewAuthorities } from "./rules.ts";
export type { HolderDayRow, RpcAddressRow } from "./store.ts";
export { findTokenId } from "./store.ts";
export { StoredAnswer } from "./stored-answer.ts";
export { type TrackedToken, WALLET_ROLES, type WalletRole } from "./tracked-token.ts";
