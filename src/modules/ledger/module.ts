import type { ChainReader } from "../../chain/chain-reader.ts";
import type { Database } from "../../db/database.ts";
import type { Tx } from "../../db/sql.ts";
import type { MutationStore } from "../../http/mutation.ts";
import type { RateLimiter } from "../../http/rate-limit.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { Module } from "../module.ts";
import type { Postbox } from "../platform/mail/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { keep } from "../platform/retention/index.ts";
import {
  type CodeVault,
  type CurrencySettings,
  claimCurrencies,
  claimExpiry,
  claimPageRoutes,
  claims,
  claimsRoutes,
  forgetRecipient,
  forgetRecipients,
  watchDueClaims,
} from "./claims/index.ts";
import { conversions, conversionsRoutes } from "./conversions/index.ts";
import {
  adjustments,
  continueReversals,
  correctionNotices,
  correctionRoutes,
  reversals,
} from "./corrections/index.ts";
import { deskEntryRoutes } from "./desk-entries/index.ts";
import {
  ledgerCheck,
  ledgerProof,
  references,
  salutesRoutes,
  searchable,
  watchSuspects,
} from "./entries/index.ts";
import { balances, hours, months } from "./entry-scan/index.ts";
import { openLedger } from "./open.ts";
import { settlementNotices } from "./settlement-notices.ts";
import { settlements } from "./settlements/index.ts";
import { inclusionRoutes, solvencyJob } from "./solvency/index.ts";
import { userDeletionRoutes } from "./user-deletion/index.ts";
import { userDeskRoutes } from "./user-desk/index.ts";
import { usersRoutes } from "./users/index.ts";
import { purgeChallenges, walletRoutes } from "./wallets/index.ts";

export interface LedgerParts {
  config: CurrencySettings & { claimMissesLimit: number; reversalApprovalSalutes: number };
  live: Database;
  clock: Clock;
  log: Logger;
  chain: ChainReader | null;
  claimCodes: CodeVault;
  /** The mint of payments; null if none is configured in production. */
  tokenMint: string | null;
  keyring: Keyring;
  /** Adds the proofs of a job that has just run to the signed log. */
  logJobProofs: (job: string) => Promise<void>;
  mail: { postbox: Postbox } | null;
  /** Erases what other modules store of a deleted user's person. */
  forgetUser: (tx: Tx, userId: number) => void;
  http: { limiter: RateLimiter; mutations: MutationStore; safeModeReason: () => string | null };
}

const SUSPECT_LOOK_MS = 2 * SECOND_MS;
const DUE_LOOK_MS = SECOND_MS;
const REVERSALS_LOOK_MS = SECOND_MS;

/** Partners' users, their wallets, and every movement of salutes: entries, conversions, claims, settlements. */
export const ledger: Module<LedgerParts> & { open: typeof openLedger } = {
  name: "ledger",
  open: openLedger,
  operations: ({ chain, claimCodes, config, forgetUser, http, keyring, live, mail, tokenMint }, { site }) => [
    ...usersRoutes,
    ...userDeletionRoutes(forgetUser),
    ...userDeskRoutes({ forgetUser, approvalLimit: config.reversalApprovalSalutes }),
    ...walletRoutes(chain),
    ...salutesRoutes(() => http.mutations),
    ...inclusionRoutes(live, keyring),
    ...deskEntryRoutes(site, live),
    ...correctionRoutes({ site, live, approvalLimit: config.reversalApprovalSalutes }),
    ...conversionsRoutes(chain),
    ...claimsRoutes({
      codes: claimCodes,
      postbox: mail?.postbox ?? null,
      currencies: claimCurrencies(config, tokenMint, chain?.mode === "demo"),
    }),
    ...claimPageRoutes({
      site,
      codes: claimCodes,
      limiter: () => http.limiter,
      missesPerMinute: () => config.claimMissesLimit,
    }),
  ],
  checks: [ledgerCheck],
  jobs: [claimExpiry, ledgerProof, solvencyJob],
  retention: [
    keep({
      rows: "wallet challenges",
      windows: { challenges: { tables: ["wallet_challenges"], kept: 7 * DAY_MS, after: "expiry" } },
      purge: (tx, { challenges }, { chunk }) => purgeChallenges(tx, challenges, chunk),
    }),
    keep({
      rows: "recipients of claims",
      // For questions about a claim's outcome. The claim itself is kept.
      windows: {
        recipients: { tables: ["donation_claims"], kept: 90 * DAY_MS, after: "the claim's end" },
      },
      purge: (tx, { recipients }, { chunk }) => forgetRecipients(tx, recipients, chunk),
    }),
  ],
  invariants: [
    balances,
    references,
    searchable,
    hours,
    months,
    reversals,
    adjustments,
    settlements,
    conversions,
    claims,
  ],
  forgetUser: forgetRecipient,
  sealed: [{ table: "donation_claims", context: "code_hash", columns: ["code_sealed"] }],
  background: (parts) => [
    startPolling({
      everyMs: SUSPECT_LOOK_MS,
      what: "balances",
      log: parts.log,
      work: () => watchSuspects(parts),
    }),
    startPolling({
      everyMs: DUE_LOOK_MS,
      what: "overdue claims",
      log: parts.log,
      work: (signal) => watchDueClaims(parts, signal),
    }),
    startPolling({
      everyMs: REVERSALS_LOOK_MS,
      what: "reversals",
      log: parts.log,
      work: (signal) => continueReversals(parts, signal),
    }),
  ],
  notices: ({ live, tokenMint }) => [
    ...settlementNotices(live.read, tokenMint),
    ...correctionNotices(live.read),
  ],
  navigation: [
    { path: "/admin/ledger", label: "Ledger", group: "Money", order: 38 },
    { path: "/admin/ledger/reversals", label: "Reversals", group: "Money", order: 38.3 },
    { path: "/admin/ledger/adjustments", label: "Adjustments", group: "Money", order: 38.6 },
  ],
  groups: [
    { name: "users", order: 20, description: "Your users, linked by your own external_id." },
    { name: "wallets", order: 30, description: "Wallets of users, with proofs of ownership." },
    {
      name: "salutes",
      order: 40,
      description: "Balances and the append-only ledger: credit, debit, read, convert.",
    },
    {
      name: "donation",
      order: 60,
      description: "Donation claims: a code that its holder turns into salutes or a payment.",
    },
  ],
};
