import type { CheckName, Level } from "./rules.ts";

/** What one check found, as answers show it. */
export interface CheckResult {
  status: Level;
  /** One sentence for readers of the status page. */
  message: string;
  observed: Record<string, unknown>;
  thresholds: Record<string, number>;
  /** A path of this build that shows what the check looked at; null where there is none. */
  evidence_url: string | null;
}

/** What a check says of the facts that it was given; thresholds and evidence are added by whoever runs it. */
export interface Finding {
  status: Level;
  message: string;
  observed: Record<string, unknown>;
}

/** Looks at one thing now. What it throws counts as bad: what cannot be looked at is not known to work. */
export type Check = (now: number) => Finding | Promise<Finding>;

export type Checks = Readonly<Record<CheckName, Check>>;

/** Where to see what a check looked at; answers name it where the build has it. */
export const EVIDENCE: Readonly<Record<CheckName, string | null>> = {
  database: "/readyz",
  jobs: "/api/public/token-snapshot-jobs-rollup.json",
  reliability: "/api/public/token-snapshot-jobs-rollup.json",
  rpc: "/api/public/public-stats-cache-freshness.json",
  transaction_sync: "/api/public/transaction-sync-freshness.json",
  holder_cache: "/api/public/holder-cache-freshness.json",
  public_stats: "/api/public/public-stats-cache-freshness.json",
  mint_authority: "/api/public/token-mint-authorities.json",
  webhooks: null,
  backup: null,
};

/** What people call the checks. */
export const CHECK_TITLES: Readonly<Record<CheckName, string>> = {
  database: "Database",
  jobs: "Jobs",
  reliability: "Reliability of jobs",
  rpc: "Chain access",
  transaction_sync: "Transactions",
  holder_cache: "Holders",
  public_stats: "Public figures",
  mint_authority: "Mint authority",
  webhooks: "Webhooks",
  backup: "Backups",
};
