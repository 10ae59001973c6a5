import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A mint on a chain. All data about it carry its id, so that chains and mints never mix. */
export const chainTokens = sqliteTable(
  "chain_tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The chain's genesis hash, or `demo`. */
    chain: text("chain").notNull(),
    mint: text("mint").notNull(),
    /** Number of its rows in chain_transactions: counting a million takes too long. */
    transactions: integer("transactions").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("chain_tokens_by_mint").on(table.chain, table.mint)],
);

/**
 * The token to which the configured addresses last led, for showing stored data before the chain is reached again.
 */
export const chainSources = sqliteTable("chain_sources", {
  /** SHA-256 over mint and RPC addresses; also for the demo chain. */
  source: text("source").primaryKey(),
  token_id: integer("token_id")
    .notNull()
    .references(() => chainTokens.id),
  seen_at: integer("seen_at").notNull(),
});

/** The last proved figures of each kind: one row per token and kind, replaced as a whole, never by an older slot. */
export const chainFigures = sqliteTable(
  "chain_figures",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    kind: text("kind").notNull(),
    slot: integer("slot").notNull(),
    /** Unix milliseconds of the figures' oldest source. */
    taken_at: integer("taken_at").notNull(),
    /** JSON list of the RPC addresses that agreed, scheme and host only; empty for the demo chain. */
    rpc_hosts: text("rpc_hosts").notNull(),
    /** JSON by kind: src/modules/token/figures/figures.ts. */
    data: text("data").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.kind] })],
);

/**
 * The result of the last attempt at each kind, by configured addresses: a chain that was never reached has no token.
 */
export const chainAttempts = sqliteTable(
  "chain_attempts",
  {
    source: text("source").notNull(),
    kind: text("kind").notNull(),
    attempted_at: integer("attempted_at").notNull(),
    succeeded_at: integer("succeeded_at"),
    /** Time since which every attempt has failed; null if the last one succeeded. */
    failed_since: integer("failed_since"),
    /** A code, never a provider's own text. */
    error: text("error"),
    /** JSON list of {field, values: [{host, slot, value}]}. */
    disagreements: text("disagreements").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind] })],
);

/** State of each RPC address when it was last used. */
export const rpcAddresses = sqliteTable(
  "rpc_addresses",
  {
    source: text("source").notNull(),
    /** Position in SOLANA_RPC_URLS, from 0: two addresses may share a host. */
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

/** Holders at the end of each UTC day with a count; one row per day, from the day's last count. */
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

/** Days before the first holder scan, derived from the token's movements once its whole history is known. */
export const earlierHolderDays = sqliteTable(
  "earlier_holder_days",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    /** YYYY-MM-DD. */
    day: text("day").notNull(),
    unique_owners: integer("unique_owners").notNull(),
    /** Slot of the last movement until the day's end. */
    slot: integer("slot").notNull(),
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
    /** Unix milliseconds; null if the chain does not give it. */
    block_time: integer("block_time"),
    /** Base units moved, as a decimal text; negative for burned tokens. */
    token_delta: text("token_delta").notNull(),
    /** Version of the decoder that read its movements; 0 if they are still to be read. */
    movements_version: integer("movements_version").notNull().default(0),
  },
  (table) => [
    uniqueIndex("chain_transactions_by_signature").on(table.signature, table.token_id),
    index("chain_transactions_in_order").on(table.token_id, table.slot, table.signature),
    index("chain_transactions_unread").on(table.token_id, table.movements_version, table.slot),
    index("chain_transactions_by_time").on(table.token_id, table.block_time),
  ],
);

/**
 * Transactions that a history lists but no address has, because nodes without an archive forget old ones. They are
 * requested again.
 */
export const missingTransactions = sqliteTable(
  "missing_transactions",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    signature: text("signature").notNull(),
    slot: integer("slot").notNull(),
    /** Unix milliseconds; null if the chain does not give it. */
    block_time: integer("block_time"),
    tries: integer("tries").notNull(),
    /** Time of the next attempt. */
    due_at: integer("due_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.token_id, table.signature] }),
    index("missing_transactions_due").on(table.token_id, table.due_at),
    index("missing_transactions_by_time").on(table.token_id, table.block_time),
  ],
);

/** How far the history of one address is synced: everything newer than `newest` is still to be read. */
export const syncHeads = sqliteTable(
  "sync_heads",
  {
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    address: text("address").notNull(),
    /** Newest signature seen; null if the address has no history. */
    newest_signature: text("newest_signature"),
    /** The history is known up to this slot, except for the address's gaps. */
    through_slot: integer("through_slot").notNull(),
    through_at: integer("through_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token_id, table.address] })],
);

/** Parts of an address's history that are still to be synced, each from its newer end backwards. */
export const syncGaps = sqliteTable(
  "sync_gaps",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    address: text("address").notNull(),
    /** Everything older than this is missing … */
    before_signature: text("before_signature").notNull(),
    /** … from this time backwards, Unix milliseconds; null if the chain does not give it … */
    before_time: integer("before_time"),
    /** … down to this signature; null for the beginning of the history. */
    until_signature: text("until_signature"),
  },
  (table) => [index("sync_gaps_by_address").on(table.token_id, table.address, table.id)],
);
