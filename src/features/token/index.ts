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
export type { Attempt, Disagreement, Figure, Reading, RpcHealth } from "./read.ts";
export { listHolderDays, readFigure, readRpcHealth } from "./read.ts";
export { type AuthorityReview, type ReviewStatus, reviewAuthorities } from "./rules.ts";
export type { HolderDayRow, RpcAddressRow } from "./store.ts";
export { type TrackedToken, WALLET_ROLES, type WalletRole } from "./tracked-token.ts";
