import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { chainTokens, chainTransactions } from "./chain.ts";

/** Numbered addresses. A movement references up to three, and a million movements repeat the same ones. */
export const chainAddresses = sqliteTable("chain_addresses", {
  id: integer("id").primaryKey(),
  /** Base58. */
  address: text("address").notNull().unique(),
});

/**
 * Effect of a transaction on each token account of the mint that it contains. Amounts in base units, as decimal texts.
 */
export const tokenMovements = sqliteTable(
  "token_movements",
  {
    transaction_id: integer("transaction_id")
      .notNull()
      .references(() => chainTransactions.id),
    account_id: integer("account_id").notNull(),
    token_id: integer("token_id").notNull(),
    slot: integer("slot").notNull(),
    /** Null if the account did not exist. */
    owner_pre_id: integer("owner_pre_id"),
    owner_post_id: integer("owner_post_id"),
    pre: text("pre").notNull(),
    post: text("post").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transaction_id, table.account_id] }),
    index("token_movements_by_account").on(table.token_id, table.account_id, table.slot),
    index("token_movements_by_owner_post").on(table.token_id, table.owner_post_id, table.slot),
    index("token_movements_by_owner_pre").on(table.token_id, table.owner_pre_id, table.slot),
  ],
);

/** MintTo and Burn of the mint, inner instructions included, in the order of execution. */
export const tokenSupplyChanges = sqliteTable(
  "token_supply_changes",
  {
    transaction_id: integer("transaction_id")
      .notNull()
      .references(() => chainTransactions.id),
    /** From 0, within the transaction. */
    position: integer("position").notNull(),
    kind: text("kind", { enum: ["mint", "burn"] }).notNull(),
    account_id: integer("account_id").notNull(),
    /** The account's owner; null if the chain does not give it. */
    owner_id: integer("owner_id"),
    /** The signer: mint authority, or owner or delegate of the burned tokens. */
    authority_id: integer("authority_id"),
    amount: text("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.transaction_id, table.position] })],
);

/** SetAuthority on the mint. */
export const tokenAuthorityChanges = sqliteTable(
  "token_authority_changes",
  {
    transaction_id: integer("transaction_id")
      .notNull()
      .references(() => chainTransactions.id),
    position: integer("position").notNull(),
    token_id: integer("token_id").notNull(),
    slot: integer("slot").notNull(),
    /** mint_authority, freeze_authority, or the extension's name. */
    power: text("power").notNull(),
    previous: text("previous"),
    /** Null if the authority was permanently removed. */
    current: text("current"),
  },
  (table) => [
    primaryKey({ columns: [table.transaction_id, table.position] }),
    index("token_authority_changes_by_slot").on(table.token_id, table.slot),
  ],
);

/** Transfer fees per transaction (Token-2022); no row if its transfers or withheld amounts are unknown. */
export const tokenTransferFees = sqliteTable("token_transfer_fees", {
  transaction_id: integer("transaction_id")
    .primaryKey()
    .references(() => chainTransactions.id),
  /** JSON array: the amount that each transfer took from its sender. */
  transfers: text("transfers").notNull(),
  withheld: text("withheld").notNull(),
});

/** Powers over the token: the first reading, and each later reading that differs from the previous one. */
export const tokenPowerReadings = sqliteTable(
  "token_power_readings",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    slot: integer("slot").notNull(),
    read_at: integer("read_at").notNull(),
    /** The last slot at which the powers were read unchanged. */
    last_slot: integer("last_slot").notNull(),
    /** JSON object by power: {authority, allows, is_active}. */
    powers: text("powers").notNull(),
    /** JSON object {older, newer, epochs}: the transfer fee's configuration; null without that extension. */
    transfer_fee: text("transfer_fee"),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.slot] })],
);

/** Failed transactions per minute, from the mint's own signature list; minutes without failures have no row. */
export const tokenFailedMinutes = sqliteTable(
  "token_failed_minutes",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    /** Start of the minute in Unix milliseconds. */
    minute: integer("minute").notNull(),
    count: integer("count").notNull(),
    first_slot: integer("first_slot").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.minute] })],
);

/** Complete holder scans: the last one of each day. */
export const tokenScans = sqliteTable(
  "token_scans",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    /** YYYY-MM-DD. */
    day: text("day").notNull(),
    slot: integer("slot").notNull(),
    taken_at: integer("taken_at").notNull(),
    decimals: integer("decimals").notNull(),
    /** Base units. */
    supply: text("supply").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.token_id, table.day] }),
    index("token_scans_by_time").on(table.token_id, table.taken_at),
  ],
);

/** The 100 largest owners in each day's last scan. */
export const tokenScanOwners = sqliteTable(
  "token_scan_owners",
  {
    token_id: integer("token_id").notNull(),
    day: text("day").notNull(),
    /** From 1. */
    rank: integer("rank").notNull(),
    owner: text("owner").notNull(),
    amount: text("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.day, table.rank] })],
);

/** Operators' public labels of owners. */
export const holderLabels = sqliteTable("holder_labels", {
  /** Base58. */
  address: text("address").primaryKey(),
  /** Null after its removal, so that the time of the change stays known. */
  kind: text("kind", { enum: ["treasury", "reserve", "exchange", "lp", "burned", "vesting", "other"] }),
  /** Words of the operators' own, such as the exchange's name. */
  text: text("text"),
  set_at: integer("set_at").notNull(),
});

/** Balance of each watched account in each day's last scan. */
export const tokenScanAccounts = sqliteTable(
  "token_scan_accounts",
  {
    token_id: integer("token_id").notNull(),
    day: text("day").notNull(),
    account: text("account").notNull(),
    amount: text("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.day, table.account] })],
);

/**
 * Distribution of holdings in each day's last scan, with and without the named wallets. Percentages are truncated to
 * 4 decimals.
 */
export const tokenConcentrations = sqliteTable(
  "token_concentrations",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    day: text("day").notNull(),
    taken_at: integer("taken_at").notNull(),
    slot: integer("slot").notNull(),
    owners: integer("owners").notNull(),
    top1_pct: real("top1_pct").notNull(),
    top5_pct: real("top5_pct").notNull(),
    top10_pct: real("top10_pct").notNull(),
    /** Null without owners. */
    gini: real("gini"),
    hhi: real("hhi"),
    nakamoto: integer("nakamoto"),
    excluding_owners: integer("excluding_owners").notNull(),
    excluding_top1_pct: real("excluding_top1_pct").notNull(),
    excluding_top5_pct: real("excluding_top5_pct").notNull(),
    excluding_top10_pct: real("excluding_top10_pct").notNull(),
    excluding_gini: real("excluding_gini"),
    excluding_hhi: real("excluding_hhi"),
    excluding_nakamoto: integer("excluding_nakamoto"),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.day] })],
);

/** Accounts whose own history is synced. Accounts are never removed. Progress is in sync_heads and sync_gaps. */
export const watchedAccounts = sqliteTable(
  "watched_accounts",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    account: text("account").notNull(),
    owner: text("owner").notNull(),
    /** wallet: belongs to a named wallet; holder: belongs to one of the 100 largest owners. */
    reason: text("reason", { enum: ["wallet", "holder"] }).notNull(),
    since: integer("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.token_id, table.account] }),
    uniqueIndex("watched_accounts_by_owner").on(table.token_id, table.owner, table.account),
  ],
);
