import type { CheckName } from "../../status/system/index.ts";

/** What an alarm means and what to do. Commands and settings stand in backticks. */
export interface RunbookEntry {
  means: string;
  /** In the order in which to try them. */
  steps: readonly string[];
}

/** An entry for every check of the status, and one for a process that is not ready at all. */
export const RUNBOOK: Readonly<Record<CheckName | "readiness", RunbookEntry>> = {
  readiness: {
    means:
      "The process cannot do its work: a database takes no changes, or no jobs run. Partners get 503 db_unavailable, lose nothing, and try again.",
    steps: [
      "Ask `/readyz` what is wrong; the log says why.",
      "A full disk: make room, such as old files of `backups/`. salute goes on by itself once there is space.",
      "A read-only or failing disk: move the data directory to another one, or `salute restore` to a new directory.",
      "No jobs: start the process again. What they owe, they do at the start.",
    ],
  },
  database: {
    means:
      "Bad: a database cannot be written, or its schema is not this executable's. Warn: safe mode is on, or the write-ahead log has grown.",
    steps: [
      "`salute doctor` names the file and the fix.",
      "Safe mode: `salute check`, and then `salute safe-mode off`, or `salute resume` after a restore.",
      "A large write-ahead log: something keeps a database open to read for long, such as a copy or a shell of sqlite3. End it.",
    ],
  },
  jobs: {
    means:
      "A job begins late, or its last runs failed. Figures, backups and clean-up grow old until it succeeds.",
    steps: [
      "`salute jobs list` shows what the last run said.",
      "`salute jobs run NAME` tries it now, and prints the failure.",
      "Late without a failure: the machine is overloaded, or its clock jumped.",
    ],
  },
  reliability: {
    means: "Over the last days jobs failed often, or took long to succeed again.",
    steps: [
      "`salute jobs list` names those that fail; their own alarm says what to do.",
      "It ends by itself once the failures are older than the rollup's days, or the next runs succeed.",
    ],
  },
  rpc: {
    means:
      "Addresses of the chain do not answer, lag behind or disagree. Published figures stay as they were last agreed on, with their age; nothing wrong is published.",
    steps: [
      "The check's details on `/status.json` name the address and its error.",
      "Over a limit: lower `RPC_MAX_PER_SECOND`, or use an address with an account.",
      "An address that lies or is gone: replace it in `SOLANA_RPC_URLS`. Three of different providers let one fail.",
    ],
  },
  transaction_sync: {
    means: "The chain has not been read for transactions: the list and the volume over 24 hours are old.",
    steps: [
      "Look at the alarm of `rpc` first: that is the usual cause.",
      "`salute jobs run transaction_sync` catches up, and says what is in its way.",
    ],
  },
  holder_cache: {
    means: "Holders have not been counted: distribution, growth and shares are old.",
    steps: [
      "Look at the alarm of `rpc` first. Public addresses often refuse scans of programs: use one that allows `getProgramAccounts`.",
      "`salute jobs run holder_cache` counts now.",
    ],
  },
  public_stats: {
    means: "Supply and circulation have not been worked out anew: the published figures are old.",
    steps: [
      "Look at the alarms of `rpc` and `holder_cache` first.",
      "`salute jobs run public_stats` makes them now.",
    ],
  },
  mint_authority: {
    means:
      "Bad: somebody else than expected may mint or freeze the token. Warn: it was not read for long, or an extension gives power although authorities are renounced.",
    steps: [
      "`salute jobs run mint_authorities` reads it now. Compare `/api/public/token-mint-authorities.json` with an explorer of the chain.",
      "If it is true and not your doing: `salute safe-mode on --reason TEXT`, and tell your holders.",
      "If it is your doing: set `EXPECTED_MINT_AUTHORITY` and `EXPECTED_FREEZE_AUTHORITY` to what holds now, and start again.",
    ],
  },
  webhooks: {
    means:
      "Deliveries leave late, or are paused. None is lost. Receivers that fail are their partner's matter and raise no alarm here.",
    steps: [
      "Paused: safe mode is on; see the alarm of the database.",
      "Late: `/admin/deliveries` shows how many wait. The machine may be overloaded, or its network down.",
      "`WEBHOOK_CONCURRENCY` bounds how many leave at once.",
    ],
  },
  backup: {
    means:
      "Bad: the last restore drill failed, so a restore may fail, too. Warn: no recent backup, or the replica does not follow.",
    steps: [
      "`salute backup run` makes one now, and says why it cannot.",
      "`salute backup verify FILE`, and `salute jobs run restore_drill`, prove what is there.",
      "The replica: `salute doctor` says what Litestream said last; look at its credentials and its store.",
    ],
  },
};
