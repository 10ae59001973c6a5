import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A mint on a chain. Everything that was found out about it bears its id, so that chains and mints never mix. */
export const chainTokens = sqliteTable(
  "chain_tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The chain's genesis hash, or `demo`. */
    chain: text("chain").notNull(),
    mint: text("mint").notNull(),
    /** How many rows of chain_transactions it has: counting a million of them takes too long. */
    transactions: integer("transactions").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("chain_tokens_by_mint").on(table.chain, table.mint)],
);

/** Which token the configured addresses last led to: what to show of the past before the chain was reached again. */
export const chainSources = sqliteTable("chain_sources", {
  /** SHA-256 over mint and RPC addresses; of the demo chain too. */
  source: text("source").primaryKey(),
  token_id: integer("token_id")
    .notNull()
    .references(() => chainTokens.id),
  seen_at: integer("seen_at").notNull(),
});

/**
 * The last figures of each kind that were proved: one row a token and kind, replaced as a whole, never by an older
 * slot.
 */
export const chainFigures = sqliteTable(
  "chain_figures",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    kind: text("kind").notNull(),
    slot: integer("slot").notNull(),
    /** Unix milliseconds of the oldest source that the figures stand on. */
    taken_at: integer("taken_at").notNull(),
    /** JSON list of the RPC addresses that agreed, scheme and host only; empty for the demo chain. */
    rpc_hosts: text("rpc_hosts").notNull(),
    /** JSON by kind: src/modules/token/figures/figures.ts. */
    data: text("data").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.kind] })],
);

/** How the last attempt at each kind went, by the configured addresses: a chain that was never reached has no token. */
export const chainAttempts = sqliteTable(
  "chain_attempts",
  {
    source: text("source").notNull(),
    kind: text("kind").notNull(),
    attempted_at: integer("attempted_at").notNull(),
    succeeded_at: integer("succeeded_at"),
    /** Since when every attempt failed; null where the last one succeeded. */
    failed_since: integer("failed_since"),
    /** A code, never a provider's own words. */
    error: text("error"),
    /** JSON list of {field, values: [{host, slot, value}]}. */
    disagreements: text("disagreements").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind] })],
);

/** How each RPC address did when it was last asked. */
export const rpcAddresses = sqliteTable(
  "rpc_addresses",
  {
    source: text("source").notNull(),
    /** Place in SOLANA_RPC_URLS, from 0: two addresses may share a host. */
    position: integer("position").notNull(),
    /** Scheme and host only. */
    host: text("host").notNull(),
    chain: text("chain"),
    slot: integer("slot"),
    answered_at: integer("answered_at"),
    failed_at: integer("failed_at"),
    error: text("error"),
  },
  (table) => [primaryKey({ columns: [table.source, table.position] })],
);

/** Holders at the end of each UTC day that was read; one row a day, the day's last. */
export const holderDays = sqliteTable(
  "holder_days",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    /** YYYY-MM-DD. */
    day: text("day").notNull(),
    token_accounts: integer("token_accounts").notNull(),
    non_zero_accounts: integer("non_zero_accounts").notNull(),
    unique_owners: integer("unique_owners").notNull(),
    slot: integer("slot").notNull(),
    taken_at: integer("taken_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.day] })],
);

/** Finalized, successful transactions of the mint and of the named wallets' accounts, once each. */
export const chainTransactions = sqliteTable(
  "chain_transactions",
  {
    id: integer("id").primaryKey(),
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    signature: text("signature").notNull(),
    slot: integer("slot").notNull(),
    /** Unix milliseconds; null where the chain does not say. */
    block_time: integer("block_time"),
    /** Base units that moved, as a decimal text; negative for what was burned. */
    token_delta: text("token_delta").notNull(),
    /** Which version of the decoder read its movements; 0: none did, they are still to be read. */
    movements_version: integer("movements_version").notNull().default(0),
  },
  (table) => [
    uniqueIndex("chain_transactions_by_signature").on(table.signature, table.token_id),
    index("chain_transactions_in_order").on(table.token_id, table.slot, table.signature),
    index("chain_transactions_unread").on(table.token_id, table.movements_version, table.slot),
    index("chain_transactions_by_time").on(table.token_id, table.block_time),
  ],
);

/** Transactions that a history lists and no address has: nodes without an archive forget old ones. Asked for again. */
export const missingTransactions = sqliteTable(
  "missing_transactions",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    signature: text("signature").notNull(),
    slot: integer("slot").notNull(),
    /** Unix milliseconds; null where the chain does not say. */
    block_time: integer("block_time"),
    tries: integer("tries").notNull(),
    /** When it is to be asked for again. */
    due_at: integer("due_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.token_id, table.signature] }),
    index("missing_transactions_due").on(table.token_id, table.due_at),
    index("missing_transactions_by_time").on(table.token_id, table.block_time),
  ],
);

/** How far the history of one address is synced: all that is newer than `newest` is still to come. */
export const syncHeads = sqliteTable(
  "sync_heads",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    address: text("address").notNull(),
    /** Newest signature that was seen; null where the address has no history. */
    newest_signature: text("newest_signature"),
    /** The history is known up to this slot, but for the address's gaps. */
    through_slot: integer("through_slot").notNull(),
    through_at: integer("through_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.address] })],
);

/** Stretches of an address's history that are still to be synced, each worked off from its newer end backwards. */
export const syncGaps = sqliteTable(
  "sync_gaps",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    address: text("address").notNull(),
    /** What is older than this is missing … */
    before_signature: text("before_signature").notNull(),
    /** … from this time backwards, Unix milliseconds; null where the chain does not say. */
    before_time: integer("before_time"),
    /** … down to here; null for the beginning of the history. */
    until_signature: text("until_signature"),
  },
  (table) => [index("sync_gaps_by_address").on(table.token_id, table.address, table.id)],
);
