CREATE TABLE `chain_attempts` (
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`attempted_at` integer NOT NULL,
	`succeeded_at` integer,
	`failed_since` integer,
	`error` text,
	`disagreements` text NOT NULL,
	PRIMARY KEY(`source`, `kind`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `chain_figures` (
	`token_id` integer NOT NULL,
	`kind` text NOT NULL,
	`slot` integer NOT NULL,
	`taken_at` integer NOT NULL,
	`rpc_hosts` text NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`token_id`, `kind`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `chain_sources` (
	`source` text PRIMARY KEY NOT NULL,
	`token_id` integer NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `chain_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chain` text NOT NULL,
	`mint` text NOT NULL,
	`transactions` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_tokens_by_mint` ON `chain_tokens` (`chain`,`mint`);--> statement-breakpoint
CREATE TABLE `chain_transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`token_id` integer NOT NULL,
	`signature` text NOT NULL,
	`slot` integer NOT NULL,
	`block_time` integer,
	`token_delta` text NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transactions_by_signature` ON `chain_transactions` (`signature`,`token_id`);--> statement-breakpoint
CREATE INDEX `chain_transactions_newest` ON `chain_transactions` (`token_id`,`slot`);--> statement-breakpoint
CREATE INDEX `chain_transactions_by_time` ON `chain_transactions` (`token_id`,`block_time`);--> statement-breakpoint
CREATE TABLE `holder_days` (
	`token_id` integer NOT NULL,
	`day` text NOT NULL,
	`token_accounts` integer NOT NULL,
	`non_zero_accounts` integer NOT NULL,
	`unique_owners` integer NOT NULL,
	`slot` integer NOT NULL,
	`taken_at` integer NOT NULL,
	PRIMARY KEY(`token_id`, `day`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rpc_addresses` (
	`source` text NOT NULL,
	`position` integer NOT NULL,
	`host` text NOT NULL,
	`chain` text,
	`slot` integer,
	`answered_at` integer,
	`failed_at` integer,
	`error` text,
	PRIMARY KEY(`source`, `position`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sync_gaps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_id` integer NOT NULL,
	`address` text NOT NULL,
	`before_signature` text NOT NULL,
	`before_time` integer,
	`until_signature` text,
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sync_gaps_by_address` ON `sync_gaps` (`token_id`,`address`,`id`);--> statement-breakpoint
CREATE TABLE `sync_heads` (
	`token_id` integer NOT NULL,
	`address` text NOT NULL,
	`newest_signature` text,
	`through_slot` integer NOT NULL,
	`through_at` integer NOT NULL,
	PRIMARY KEY(`token_id`, `address`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
