CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`partner_id` integer NOT NULL,
	`event_type` text NOT NULL,
	`data` text NOT NULL,
	`fanout_count` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_uid_unique` ON `events` (`uid`);--> statement-breakpoint
CREATE INDEX `events_by_partner` ON `events` (`partner_id`,`id`);--> statement-breakpoint
CREATE TABLE `conversion_policy` (
	`id` integer PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL,
	`salutes_per_token` text NOT NULL,
	`min_amount` integer NOT NULL,
	`max_amount` integer NOT NULL,
	`daily_limit_per_user` integer NOT NULL,
	`fee_pct` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `conversions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`mint` text NOT NULL,
	`decimals` integer NOT NULL,
	`token_amount` text NOT NULL,
	`fee` text NOT NULL,
	`wallet_address` text NOT NULL,
	`ledger_entry_id` integer NOT NULL,
	`settlement_signature` text,
	`failure_reason` text,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ledger_entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `conversions_by_user` ON `conversions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `conversions_by_state` ON `conversions` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`delta` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`reason` text NOT NULL,
	`source` text NOT NULL,
	`origin` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`payload_hash` text NOT NULL,
	`status` integer NOT NULL,
	`partner_key_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_balance_not_negative" CHECK("ledger_entries"."balance_after" >= 0),
	CONSTRAINT "ledger_entries_delta_not_zero" CHECK("ledger_entries"."delta" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_entries_by_user` ON `ledger_entries` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_entries_by_partner` ON `ledger_entries` (`partner_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_by_reference` ON `ledger_entries` (`partner_id`,`origin`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `settlement_signatures` (
	`signature` text PRIMARY KEY NOT NULL,
	`pays_for` text NOT NULL,
	`settled_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_signatures_pays_for_unique` ON `settlement_signatures` (`pays_for`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_kind` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_entries_by_subject` ON `audit_entries` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `job_locks` (
	`job` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job` text NOT NULL,
	`trigger` text NOT NULL,
	`status` text NOT NULL,
	`detail` text,
	`started_at` integer NOT NULL,
	`finished_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `job_runs_by_job` ON `job_runs` (`job`,`id`);--> statement-breakpoint
CREATE INDEX `job_runs_by_age` ON `job_runs` (`started_at`);--> statement-breakpoint
CREATE TABLE `operator_credentials` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_credentials_by_operator` ON `operator_credentials` (`operator_id`);--> statement-breakpoint
CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_name_unique` ON `operators` (`name`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `usage_minutes` (
	`minute` integer NOT NULL,
	`key_id` text NOT NULL,
	`route` text NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`server_errors` integer NOT NULL,
	`rate_limited` integer NOT NULL,
	`histogram` text NOT NULL,
	PRIMARY KEY(`minute`, `key_id`, `route`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `usage_minutes_by_key` ON `usage_minutes` (`key_id`,`minute`);--> statement-breakpoint
CREATE TABLE `idempotency_records` (
	`partner_id` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`payload_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `idempotency_key`),
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_records_by_age` ON `idempotency_records` (`created_at`);--> statement-breakpoint
CREATE TABLE `key_daily_credits` (
	`key_id` text NOT NULL,
	`day` text NOT NULL,
	`credited` integer NOT NULL,
	PRIMARY KEY(`key_id`, `day`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `nonces` (
	`key_id` text NOT NULL,
	`nonce` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `nonce`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `nonces_by_age` ON `nonces` (`used_at`);--> statement-breakpoint
CREATE TABLE `partner_keys` (
	`key_id` text PRIMARY KEY NOT NULL,
	`partner_id` integer NOT NULL,
	`mode` text NOT NULL,
	`status` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_secret_expires_at` integer,
	`scopes` text NOT NULL,
	`allowed_ips` text NOT NULL,
	`domains` text NOT NULL,
	`rate_limit_per_minute` integer,
	`daily_credit_limit` integer,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `partner_keys_by_partner` ON `partner_keys` (`partner_id`);--> statement-breakpoint
CREATE TABLE `partners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `partners_name_unique` ON `partners` (`name`);--> statement-breakpoint
CREATE TABLE `user_prefixes` (
	`partner_id` integer NOT NULL,
	`prefix` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `prefix`, `user_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `user_prefixes_by_user` ON `user_prefixes` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`external_id` text,
	`username` text,
	`display_name` text,
	`email` text,
	`status` text NOT NULL,
	`balance` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_balance_not_negative" CHECK("users"."balance" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_external_id` ON `users` (`partner_id`,`external_id`);--> statement-breakpoint
CREATE INDEX `users_by_partner` ON `users` (`partner_id`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_by_username` ON `users` (`partner_id`,`username`,`id`) WHERE username IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_by_email` ON `users` (`partner_id`,`email`,`id`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE TABLE `wallet_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`partner_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`wallet_address` text NOT NULL,
	`domain` text NOT NULL,
	`text` text NOT NULL,
	`wrong_tries` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `wallet_challenges_by_user` ON `wallet_challenges` (`user_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `wallet_challenges_by_age` ON `wallet_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `wallet_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`blockchain` text NOT NULL,
	`wallet_address` text NOT NULL,
	`label` text,
	`is_primary` integer NOT NULL,
	`is_hidden` integer NOT NULL,
	`verified_at` integer,
	`proof_format` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_links_by_address` ON `wallet_links` (`partner_id`,`wallet_address`);--> statement-breakpoint
CREATE INDEX `wallet_links_by_user` ON `wallet_links` (`user_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_links_one_primary` ON `wallet_links` (`user_id`) WHERE is_primary = 1;--> statement-breakpoint
CREATE VIRTUAL TABLE users_fts USING fts5(username, display_name, external_id, email, content='', contentless_delete=1, tokenize='trigram');--> statement-breakpoint
CREATE VIRTUAL TABLE wallets_fts USING fts5(wallet_addresses, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;--> statement-breakpoint
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;--> statement-breakpoint
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
