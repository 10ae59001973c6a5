CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`is_synced` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);
--> statement-breakpoint
CREATE INDEX `passkeys_by_subject` ON `passkeys` (`subject_type`,`subject_id`);
--> statement-breakpoint
CREATE TABLE `used_passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `used_passkey_challenges_by_expiry` ON `used_passkey_challenges` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`type` text NOT NULL,
	`contact` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text,
	`next_attempt_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	CONSTRAINT "alerts_finished" CHECK(("alerts"."state" = 'queued') = ("alerts"."finished_at" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_uid_unique` ON `alerts` (`uid`);
--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`next_attempt_at`,`id`) WHERE state = 'queued';
--> statement-breakpoint
CREATE INDEX `alerts_failed` ON `alerts` (`finished_at`) WHERE state = 'failed';
--> statement-breakpoint
CREATE INDEX `alerts_by_age` ON `alerts` (`created_at`);
--> statement-breakpoint
CREATE TABLE `audio_share_clicks` (
	`link_id` integer NOT NULL,
	`day` integer NOT NULL,
	`channel` text NOT NULL,
	`human` integer NOT NULL,
	`preview_bot` integer NOT NULL,
	`head` integer NOT NULL,
	`prefetch` integer NOT NULL,
	`duplicate` integer NOT NULL,
	PRIMARY KEY(`link_id`, `day`, `channel`),
	FOREIGN KEY (`link_id`) REFERENCES `audio_share_links`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audio_share_days` (
	`day` integer NOT NULL,
	`channel` text NOT NULL,
	`human` integer NOT NULL,
	`preview_bot` integer NOT NULL,
	`head` integer NOT NULL,
	`prefetch` integer NOT NULL,
	`duplicate` integer NOT NULL,
	PRIMARY KEY(`day`, `channel`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audio_share_event_days` (
	`day` integer NOT NULL,
	`event_type` text NOT NULL,
	`destination` text NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`day`, `event_type`, `destination`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audio_share_events` (
	`event_hash` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audio_share_events_by_age` ON `audio_share_events` (`created_at`);
--> statement-breakpoint
CREATE TABLE `audio_share_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`key_sealed` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `audio_share_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`destination` text NOT NULL,
	`kind` text NOT NULL,
	`title` text,
	`description` text,
	`kid` text,
	`request_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`revoked_by` text,
	`revoked_reason` text,
	`landing` text,
	`stats_hash` text,
	`edited_at` integer,
	FOREIGN KEY (`kid`) REFERENCES `audio_share_keys`(`kid`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_share_links_code_unique` ON `audio_share_links` (`code`);
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_share_links_by_stats` ON `audio_share_links` (`stats_hash`) WHERE stats_hash IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `audio_share_links_by_request` ON `audio_share_links` (`request_hash`,`expires_at`);
--> statement-breakpoint
CREATE INDEX `audio_share_links_by_expiry` ON `audio_share_links` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `audio_share_links_revoked` ON `audio_share_links` (`revoked_at`) WHERE revoked_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `audio_share_links_signed` ON `audio_share_links` (`kid`) WHERE kid IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `audio_share_sources` (
	`link_id` integer NOT NULL,
	`day` integer NOT NULL,
	`dimension` text NOT NULL,
	`value` text NOT NULL,
	`visits` integer NOT NULL,
	PRIMARY KEY(`link_id`, `day`, `dimension`, `value`),
	FOREIGN KEY (`link_id`) REFERENCES `audio_share_links`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audio_share_track_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_share_track_tokens_token_hash_unique` ON `audio_share_track_tokens` (`token_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_share_track_tokens_by_name` ON `audio_share_track_tokens` (`name`) WHERE revoked_at IS NULL;
--> statement-breakpoint
CREATE TABLE `audit_baseline` (
	`token_id` integer PRIMARY KEY NOT NULL,
	`run` text NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run`) REFERENCES `audit_runs`(`run`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_rows` (
	`run` text NOT NULL,
	`position` integer NOT NULL,
	`row_id` text NOT NULL,
	`signature` text,
	`slot` integer NOT NULL,
	`block_time` integer,
	`anomaly_type` text NOT NULL,
	`severity` text NOT NULL,
	`wallet` text,
	`delta` text,
	`abs_delta` text,
	`details` text NOT NULL,
	PRIMARY KEY(`run`, `position`),
	FOREIGN KEY (`run`) REFERENCES `audit_runs`(`run`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_rows_by_severity` ON `audit_rows` (`run`,`severity`);
--> statement-breakpoint
CREATE INDEX `audit_rows_by_type` ON `audit_rows` (`run`,`anomaly_type`);
--> statement-breakpoint
CREATE INDEX `audit_rows_by_wallet` ON `audit_rows` (`run`,`wallet`);
--> statement-breakpoint
CREATE INDEX `audit_rows_by_signature` ON `audit_rows` (`signature`,`run`);
--> statement-breakpoint
CREATE INDEX `audit_rows_by_row` ON `audit_rows` (`row_id`,`run`);
--> statement-breakpoint
CREATE TABLE `audit_runs` (
	`run` text PRIMARY KEY NOT NULL,
	`token_id` integer NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`label` text NOT NULL,
	`is_daily` integer NOT NULL,
	`is_complete` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`policy` text NOT NULL,
	`policy_version` text NOT NULL,
	`coverage` text NOT NULL,
	`rows_total` integer NOT NULL,
	`signatures_with_anomalies` integer NOT NULL,
	`severity_counts` text NOT NULL,
	`type_counts` text NOT NULL,
	`overall` text NOT NULL,
	`rows_sha256` text NOT NULL,
	`log_index` integer,
	`log_id` integer,
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_runs_window" CHECK("audit_runs"."from_at" < "audit_runs"."to_at")
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_runs_by_token` ON `audit_runs` (`token_id`,`run`) WHERE finished_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `audit_runs_by_window` ON `audit_runs` (`token_id`,`from_at`,`to_at`);
--> statement-breakpoint
CREATE INDEX `audit_runs_unfinished` ON `audit_runs` (`started_at`) WHERE finished_at IS NULL;
--> statement-breakpoint
CREATE TABLE `audit_staged_rows` (
	`run` text NOT NULL,
	`slot` integer NOT NULL,
	`signature` text NOT NULL,
	`anomaly_type` text NOT NULL,
	`wallet` text NOT NULL,
	`row_id` text NOT NULL,
	`row` text NOT NULL,
	PRIMARY KEY(`run`, `slot`, `signature`, `anomaly_type`, `wallet`, `row_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_threshold_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`changed_at` integer NOT NULL,
	`parameter` text NOT NULL,
	`previous_value` real NOT NULL,
	`new_value` real NOT NULL,
	`owner` text NOT NULL,
	`reason` text NOT NULL,
	`operator` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_threshold_changes_newest` ON `audit_threshold_changes` (`changed_at`);
--> statement-breakpoint
CREATE TABLE `audit_thresholds` (
	`parameter` text PRIMARY KEY NOT NULL,
	`value` real NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_triage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_id` integer NOT NULL,
	`at` integer NOT NULL,
	`signature` text,
	`row_id` text,
	`status` text NOT NULL,
	`owner` text,
	`eta_utc` integer,
	`note` text,
	`operator` text NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_triage_subject" CHECK(("audit_triage"."signature" IS NULL) <> ("audit_triage"."row_id" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_triage_by_subject` ON `audit_triage` (`token_id`,`signature`,`row_id`,`id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `chain_tokens_by_mint` ON `chain_tokens` (`chain`,`mint`);
--> statement-breakpoint
CREATE TABLE `chain_transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`token_id` integer NOT NULL,
	`signature` text NOT NULL,
	`slot` integer NOT NULL,
	`block_time` integer,
	`token_delta` text NOT NULL,
	`movements_version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_transactions_by_signature` ON `chain_transactions` (`signature`,`token_id`);
--> statement-breakpoint
CREATE INDEX `chain_transactions_in_order` ON `chain_transactions` (`token_id`,`slot`,`signature`);
--> statement-breakpoint
CREATE INDEX `chain_transactions_unread` ON `chain_transactions` (`token_id`,`movements_version`,`slot`);
--> statement-breakpoint
CREATE INDEX `chain_transactions_by_time` ON `chain_transactions` (`token_id`,`block_time`);
--> statement-breakpoint
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
CREATE TABLE `missing_transactions` (
	`token_id` integer NOT NULL,
	`signature` text NOT NULL,
	`slot` integer NOT NULL,
	`block_time` integer,
	`tries` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`token_id`, `signature`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `missing_transactions_due` ON `missing_transactions` (`token_id`,`due_at`);
--> statement-breakpoint
CREATE INDEX `missing_transactions_by_time` ON `missing_transactions` (`token_id`,`block_time`);
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
CREATE INDEX `sync_gaps_by_address` ON `sync_gaps` (`token_id`,`address`,`id`);
--> statement-breakpoint
CREATE TABLE `sync_heads` (
	`token_id` integer NOT NULL,
	`address` text NOT NULL,
	`newest_signature` text,
	`through_slot` integer NOT NULL,
	`through_at` integer NOT NULL,
	PRIMARY KEY(`token_id`, `address`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `claim_campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `claim_campaigns_by_name` ON `claim_campaigns` (`partner_id`,`name`);
--> statement-breakpoint
CREATE TABLE `claims_by_metadata` (
	`partner_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`claim_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `name`, `value`, `claim_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `donation_claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`partner_key_id` text NOT NULL,
	`campaign_id` integer NOT NULL,
	`state` text NOT NULL,
	`amount` text NOT NULL,
	`salutes` integer,
	`currency` text NOT NULL,
	`user_id` integer,
	`recipient_email` text,
	`recipient_name` text,
	`reference` text,
	`metadata` text,
	`code_hash` text NOT NULL,
	`code_sealed` text NOT NULL,
	`email_status` text,
	`mint` text,
	`wallet_address` text,
	`settlement_signature` text,
	`ledger_entry_id` integer,
	`cancel_reason` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`claimed_at` integer,
	`resolved_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `claim_campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ledger_entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "donation_claims_resolved" CHECK(("donation_claims"."state" IN ('issued', 'claimed')) = ("donation_claims"."resolved_at" IS NULL)),
	CONSTRAINT "donation_claims_salutes" CHECK(("donation_claims"."currency" = 'SALUTES') = ("donation_claims"."salutes" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `donation_claims_by_code` ON `donation_claims` (`code_hash`);
--> statement-breakpoint
CREATE INDEX `donation_claims_by_partner` ON `donation_claims` (`partner_id`,`id`);
--> statement-breakpoint
CREATE INDEX `donation_claims_by_reference` ON `donation_claims` (`partner_id`,`reference`,`id`) WHERE reference IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `donation_claims_by_campaign` ON `donation_claims` (`campaign_id`,`id`);
--> statement-breakpoint
CREATE INDEX `donation_claims_by_user` ON `donation_claims` (`user_id`,`id`) WHERE user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `donation_claims_by_state` ON `donation_claims` (`state`,`id`);
--> statement-breakpoint
CREATE INDEX `donation_claims_personal` ON `donation_claims` (`resolved_at`) WHERE recipient_email IS NOT NULL OR recipient_name IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `donation_claims_paid` ON `donation_claims` (`resolved_at`) WHERE state = 'redeemed' AND salutes IS NULL;
--> statement-breakpoint
CREATE INDEX `donation_claims_due` ON `donation_claims` (`expires_at`) WHERE state = 'issued';
--> statement-breakpoint
CREATE TABLE `lookup_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`key_sealed` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`partner_id` integer,
	`to_operators` integer NOT NULL,
	`about` text NOT NULL,
	`state` text NOT NULL,
	`message_sealed` text,
	`attempts` integer NOT NULL,
	`last_error` text,
	`next_attempt_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mails_sealed" CHECK(("mails"."state" = 'queued') = ("mails"."message_sealed" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_uid_unique` ON `mails` (`uid`);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`next_attempt_at`,`id`) WHERE state = 'queued';
--> statement-breakpoint
CREATE INDEX `mails_by_subject` ON `mails` (`about`);
--> statement-breakpoint
CREATE INDEX `mails_sent_by_partner` ON `mails` (`partner_id`,`finished_at`) WHERE state = 'sent';
--> statement-breakpoint
CREATE INDEX `mails_by_end` ON `mails` (`finished_at`) WHERE state <> 'queued';
--> statement-breakpoint
CREATE TABLE `deprecation_reminders` (
	`deprecation_id` text NOT NULL,
	`sunset_at` integer NOT NULL,
	`days` integer NOT NULL,
	`partner_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`deprecation_id`, `sunset_at`, `days`, `partner_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `bulk_action_items` (
	`action_id` integer NOT NULL,
	`position` integer NOT NULL,
	`item` text NOT NULL,
	`state` text NOT NULL,
	`why` text,
	PRIMARY KEY(`action_id`, `position`),
	FOREIGN KEY (`action_id`) REFERENCES `bulk_actions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bulk_action_items_by_state` ON `bulk_action_items` (`action_id`,`state`,`position`);
--> statement-breakpoint
CREATE TABLE `bulk_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`triage_status` text,
	`total` integer NOT NULL,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `bulk_actions_running` ON `bulk_actions` (`id`) WHERE state = 'running';
--> statement-breakpoint
CREATE TABLE `ledger_adjustments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text NOT NULL,
	`partner_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`direction` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`ledger_entry_id` integer,
	`requested_by` text NOT NULL,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ledger_entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_adjustments_amount" CHECK("ledger_adjustments"."amount" > 0),
	CONSTRAINT "ledger_adjustments_entry" CHECK(("ledger_adjustments"."state" = 'done') = ("ledger_adjustments"."ledger_entry_id" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_adjustments_by_state` ON `ledger_adjustments` (`state`,`id`);
--> statement-breakpoint
CREATE TABLE `ledger_reversal_items` (
	`reversal_id` integer NOT NULL,
	`entry_id` integer NOT NULL,
	`state` text NOT NULL,
	`why` text,
	`missing` integer NOT NULL,
	`reversal_entry_id` integer,
	PRIMARY KEY(`reversal_id`, `entry_id`),
	FOREIGN KEY (`reversal_id`) REFERENCES `ledger_reversals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reversal_entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_reversal_items_entry" CHECK(("ledger_reversal_items"."state" IN ('reversed', 'partial')) = ("ledger_reversal_items"."reversal_entry_id" IS NOT NULL)),
	CONSTRAINT "ledger_reversal_items_why" CHECK(("ledger_reversal_items"."state" = 'left') = ("ledger_reversal_items"."why" IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ledger_reversal_items_by_state` ON `ledger_reversal_items` (`reversal_id`,`state`,`entry_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_reversal_items_once` ON `ledger_reversal_items` (`entry_id`) WHERE state <> 'left';
--> statement-breakpoint
CREATE TABLE `ledger_reversals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`on_shortfall` text NOT NULL,
	`filter` text,
	`entries` integer NOT NULL,
	`total` integer NOT NULL,
	`users` integer NOT NULL,
	`requested_by` text NOT NULL,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`ended_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_reversals_by_state` ON `ledger_reversals` (`state`,`id`);
--> statement-breakpoint
CREATE TABLE `error_hours` (
	`hour` integer NOT NULL,
	`code` text NOT NULL,
	`path` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `code`, `path`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `incident_updates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`incident_id` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`edit` text NOT NULL,
	`state` text NOT NULL,
	`severity` text NOT NULL,
	`checks` text NOT NULL,
	`is_public` integer NOT NULL,
	`withdraws` integer,
	`title` text,
	`message` text,
	`salt` text,
	`title_sha256` text,
	`message_sha256` text,
	`withdrawn_at` integer,
	`log_index` integer,
	`log_url` text,
	FOREIGN KEY (`incident_id`) REFERENCES `operator_incidents`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `incident_updates_by_incident` ON `incident_updates` (`incident_id`,`id`);
--> statement-breakpoint
CREATE INDEX `incident_updates_unlogged` ON `incident_updates` (`id`) WHERE log_index IS NULL;
--> statement-breakpoint
CREATE TABLE `operator_incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`severity` text NOT NULL,
	`state` text NOT NULL,
	`checks` text NOT NULL,
	`is_public` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`created_by` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_incidents_by_start` ON `operator_incidents` (`started_at`);
--> statement-breakpoint
CREATE INDEX `operator_incidents_open` ON `operator_incidents` (`id`) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE TABLE `ops_digests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`is_well` integer NOT NULL,
	`body` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `ops_digests_by_age` ON `ops_digests` (`at`);
--> statement-breakpoint
CREATE TABLE `status_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`texts` text NOT NULL,
	`checks` text NOT NULL,
	`cursor` integer NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `status_notices_key_unique` ON `status_notices` (`key`);
--> statement-breakpoint
CREATE INDEX `status_notices_due` ON `status_notices` (`id`) WHERE done_at IS NULL;
--> statement-breakpoint
CREATE INDEX `status_notices_by_age` ON `status_notices` (`created_at`);
--> statement-breakpoint
CREATE TABLE `status_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscriber_id` integer NOT NULL,
	`key` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`subscriber_id`) REFERENCES `status_subscribers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `status_posts_due` ON `status_posts` (`next_at`);
--> statement-breakpoint
CREATE INDEX `status_posts_by_subscriber` ON `status_posts` (`subscriber_id`);
--> statement-breakpoint
CREATE INDEX `status_posts_by_key` ON `status_posts` (`key`);
--> statement-breakpoint
CREATE TABLE `status_subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`kind` text NOT NULL,
	`target_hash` text NOT NULL,
	`target_sealed` text NOT NULL,
	`checks` text NOT NULL,
	`language` text NOT NULL,
	`token_hash` text NOT NULL,
	`token_sealed` text NOT NULL,
	`confirmed_at` integer,
	`asked_at` integer NOT NULL,
	`failing_since` integer,
	`off_at` integer,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `status_subscribers_uid_unique` ON `status_subscribers` (`uid`);
--> statement-breakpoint
CREATE UNIQUE INDEX `status_subscribers_token_hash_unique` ON `status_subscribers` (`token_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `status_subscribers_by_target` ON `status_subscribers` (`target_hash`);
--> statement-breakpoint
CREATE INDEX `status_subscribers_unconfirmed` ON `status_subscribers` (`asked_at`) WHERE confirmed_at IS NULL;
--> statement-breakpoint
CREATE INDEX `status_subscribers_off` ON `status_subscribers` (`off_at`) WHERE off_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `link_inbox_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`link_id` integer NOT NULL,
	`issue_id` text,
	`url` text,
	`status_code` integer,
	`status_code_family` text,
	`skip_reason` text,
	`duration_ms` integer,
	`final_url` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `link_inbox_events_by_age` ON `link_inbox_events` (`at`);
--> statement-breakpoint
CREATE TABLE `link_inbox_exports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`requested_by` text NOT NULL,
	`format` text NOT NULL,
	`source` text NOT NULL,
	`filters` text NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	`is_compressed` integer NOT NULL,
	`sha256` text,
	`duration_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `link_inbox_exports_by_age` ON `link_inbox_exports` (`at`);
--> statement-breakpoint
CREATE TABLE `link_inbox_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text,
	`issue_id` text,
	`note` text,
	`state` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`checked_at` integer,
	`status_code` integer,
	`status_code_family` text,
	`first_ok_at` integer,
	`skipped_at` integer,
	`changed_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `link_inbox_links_by_check` ON `link_inbox_links` (`checked_at`,`id`) WHERE url IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `link_inbox_links_without_url` ON `link_inbox_links` (`id`) WHERE url IS NULL AND skipped_at IS NULL;
--> statement-breakpoint
CREATE TABLE `link_inbox_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`operator` text NOT NULL,
	`filters` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `link_inbox_tokens_by_age` ON `link_inbox_tokens` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `delivery_days` (
	`day` text NOT NULL,
	`webhook_id` integer NOT NULL,
	`partner_id` integer NOT NULL,
	`created` integer NOT NULL,
	`delivered` integer NOT NULL,
	`dead_letters` integer NOT NULL,
	`cancelled` integer NOT NULL,
	PRIMARY KEY(`day`, `webhook_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_closings` (
	`month` text NOT NULL,
	`partner_id` integer NOT NULL,
	`opening` integer NOT NULL,
	`closing` integer NOT NULL,
	`entries` integer NOT NULL,
	`verified_at` integer NOT NULL,
	PRIMARY KEY(`month`, `partner_id`),
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_months` (
	`partner_id` integer NOT NULL,
	`month` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`credits` integer NOT NULL,
	`credited` integer NOT NULL,
	`debits` integer NOT NULL,
	`debited` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `month`, `kind`, `reason`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `month_archives` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`month` text NOT NULL,
	`partner_id` integer NOT NULL,
	`state` text NOT NULL,
	`entries` integer NOT NULL,
	`written` integer NOT NULL,
	`bytes` integer,
	`sha256` text,
	`is_provisional` integer,
	`error` text,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `month_archives_by_month` ON `month_archives` (`month`,`partner_id`);
--> statement-breakpoint
CREATE INDEX `month_archives_waiting` ON `month_archives` (`id`) WHERE state = 'waiting';
--> statement-breakpoint
CREATE TABLE `usage_months` (
	`month` text NOT NULL,
	`key_id` text NOT NULL,
	`route` text NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`server_errors` integer NOT NULL,
	`rate_limited` integer NOT NULL,
	PRIMARY KEY(`month`, `key_id`, `route`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `alarm_calls` (
	`alert_uid` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`escalated_at` integer,
	`ended_at` integer,
	CONSTRAINT "alarm_calls_acknowledged" CHECK(("alarm_calls"."acknowledged_at" IS NULL) = ("alarm_calls"."acknowledged_by" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `alarm_calls_open` ON `alarm_calls` (`subject`) WHERE acknowledged_at IS NULL AND ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX `alarm_calls_by_age` ON `alarm_calls` (`created_at`);
--> statement-breakpoint
CREATE TABLE `on_call_members` (
	`position` integer PRIMARY KEY NOT NULL,
	`operator` text NOT NULL,
	`email_sealed` text,
	`is_escalated_to` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `on_call_members_operator_unique` ON `on_call_members` (`operator`);
--> statement-breakpoint
CREATE TABLE `on_call_overrides` (
	`starts_at` integer PRIMARY KEY NOT NULL,
	`operator` text NOT NULL,
	`ends_at` integer NOT NULL,
	CONSTRAINT "on_call_overrides_span" CHECK("on_call_overrides"."ends_at" > "on_call_overrides"."starts_at")
) STRICT;
--> statement-breakpoint
CREATE TABLE `on_call_plans` (
	`zone` text PRIMARY KEY NOT NULL,
	`starts_at` text NOT NULL,
	`weeks` integer NOT NULL,
	`escalation_minutes` integer,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `on_call_spans` (
	`from_minute` integer PRIMARY KEY NOT NULL,
	`operator` text NOT NULL,
	`to_minute` integer NOT NULL,
	CONSTRAINT "on_call_spans_span" CHECK("on_call_spans"."to_minute" > "on_call_spans"."from_minute")
) STRICT;
--> statement-breakpoint
CREATE TABLE `preflight_snapshots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`taken_at` integer NOT NULL,
	`day` integer NOT NULL,
	`cause` text NOT NULL,
	`rows` text NOT NULL,
	`env_rows` text NOT NULL,
	`changes` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `preflight_snapshots_by_day` ON `preflight_snapshots` (`day`,`id`);
--> statement-breakpoint
CREATE TABLE `request_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`at` integer NOT NULL,
	`route` text NOT NULL,
	`status` integer NOT NULL,
	`caller` text NOT NULL,
	`refusal` text,
	`duration_ms` integer NOT NULL,
	`idempotency_key` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `request_log_by_request` ON `request_log` (`request_id`);
--> statement-breakpoint
CREATE INDEX `request_log_refusals` ON `request_log` (`caller`,`at`) WHERE refusal IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `request_log_unproved` ON `request_log` (`at`) WHERE caller = '';
--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_by_name` ON `saved_views` (`operator_id`,`path`,`name`);
--> statement-breakpoint
CREATE TABLE `event_feed` (
	`partner_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`event_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `sequence`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_feed_floors` (
	`partner_id` integer PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `event_feed_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`through_id` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`partner_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`event_type` text NOT NULL,
	`data` text NOT NULL,
	`idempotency_key` text,
	`fanout_count` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `export_usage` (
	`day` integer NOT NULL,
	`operator` text NOT NULL,
	`export` text NOT NULL,
	`format` text NOT NULL,
	`source` text NOT NULL,
	`downloads` integer NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`day`, `operator`, `export`, `format`, `source`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `export_usage_by_age` ON `export_usage` (`day`);
--> statement-breakpoint
CREATE TABLE `balance_suspects` (
	`user_id` integer PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
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
CREATE INDEX `conversions_by_user` ON `conversions` (`user_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `conversions_by_state` ON `conversions` (`state`,`id`);
--> statement-breakpoint
CREATE INDEX `conversions_by_end` ON `conversions` (`resolved_at`) WHERE resolved_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `ledger_by_metadata` (
	`partner_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`entry_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `name`, `value`, `entry_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_by_partner` (
	`partner_id` integer NOT NULL,
	`entry_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `entry_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_by_reason` (
	`partner_id` integer NOT NULL,
	`reason` text NOT NULL,
	`entry_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `reason`, `entry_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_by_source` (
	`partner_id` integer NOT NULL,
	`source` text NOT NULL,
	`entry_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `source`, `entry_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY NOT NULL,
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
	`metadata` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_balance_not_negative" CHECK("ledger_entries"."balance_after" >= 0),
	CONSTRAINT "ledger_entries_delta_not_zero" CHECK("ledger_entries"."delta" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_entries_by_user` ON `ledger_entries` (`user_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_by_reference` ON `ledger_entries` (`partner_id`,`origin`,`idempotency_key`);
--> statement-breakpoint
CREATE TABLE `ledger_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`min_id` integer NOT NULL,
	`max_id` integer NOT NULL,
	`entries` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_search` (
	`id` integer PRIMARY KEY NOT NULL,
	`through_id` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `settlement_signatures` (
	`signature` text PRIMARY KEY NOT NULL,
	`pays_for` text NOT NULL,
	`settled_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_signatures_pays_for_unique` ON `settlement_signatures` (`pays_for`);
--> statement-breakpoint
CREATE TABLE `solvency_snapshots` (
	`id` integer PRIMARY KEY NOT NULL,
	`taken_at` integer NOT NULL,
	`leaves` integer NOT NULL,
	`liabilities` text NOT NULL,
	`root` text NOT NULL,
	`pending_tokens` text NOT NULL,
	`rate` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `solvency_tiles` (
	`snapshot_id` integer NOT NULL,
	`level` integer NOT NULL,
	`tile_index` integer NOT NULL,
	`first_user_id` integer NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`snapshot_id`, `level`, `tile_index`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `solvency_tiles_by_user` ON `solvency_tiles` (`snapshot_id`,`level`,`first_user_id`);
--> statement-breakpoint
CREATE TABLE `bot_updates` (
	`update_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`handled` integer NOT NULL,
	`reply` text NOT NULL,
	`received_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `bot_updates_by_age` ON `bot_updates` (`received_at`);
--> statement-breakpoint
CREATE TABLE `messenger_bot` (
	`name` text PRIMARY KEY NOT NULL,
	`token_sealed` text NOT NULL,
	`webhook_secret_sealed` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_hours` (
	`hour` integer NOT NULL,
	`kind` text NOT NULL,
	`code` text NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`hour`, `kind`, `code`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messenger_audience_groups` (
	`key` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`title` text NOT NULL,
	`rule` text NOT NULL,
	`enabled` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_catalog_campaigns` (
	`key` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`game_key` text NOT NULL,
	`setup_id` integer,
	`title` text NOT NULL,
	`description` text,
	`audience` text,
	`starts_at` integer,
	`ends_at` integer,
	`position` integer NOT NULL,
	`enabled` integer NOT NULL,
	`config` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`setup_id`) REFERENCES `messenger_setups`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_wheel_campaigns` (
	`key` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`setup_id` integer NOT NULL,
	`title` text NOT NULL,
	`segments` text NOT NULL,
	`cost` integer NOT NULL,
	`free_spin_every_hours` integer,
	`algorithm` text NOT NULL,
	`audience` text,
	`starts_at` integer,
	`ends_at` integer,
	`enabled` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`setup_id`) REFERENCES `messenger_setups`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_fair_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`root` text NOT NULL,
	`unrevealed` integer NOT NULL,
	`log_index` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_fair_nodes` (
	`day` integer NOT NULL,
	`level` integer NOT NULL,
	`position` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`day`, `level`, `position`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messenger_seeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`player_id` integer NOT NULL,
	`server_seed_hash` text NOT NULL,
	`server_seed_sealed` text,
	`server_seed` text,
	`client_seed` text NOT NULL,
	`client_seed_source` text NOT NULL,
	`next_nonce` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revealed_at` integer,
	`day_index` integer,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_seeds_server_seed_hash_unique` ON `messenger_seeds` (`server_seed_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_seeds_in_use` ON `messenger_seeds` (`player_id`) WHERE revealed_at IS NULL;
--> statement-breakpoint
CREATE INDEX `messenger_seeds_by_age` ON `messenger_seeds` (`created_at`) WHERE revealed_at IS NULL;
--> statement-breakpoint
CREATE INDEX `messenger_seeds_unplaced` ON `messenger_seeds` (`created_at`,`id`) WHERE day_index IS NULL;
--> statement-breakpoint
CREATE TABLE `messenger_lots` (
	`player_id` integer NOT NULL,
	`kind` text NOT NULL,
	`setup_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`player_id`, `kind`, `setup_id`),
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`setup_id`) REFERENCES `messenger_setups`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messenger_lots_quantity_positive" CHECK("messenger_lots"."quantity" > 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messenger_outcomes` (
	`setup_id` integer NOT NULL,
	`outcome` integer NOT NULL,
	`day` integer NOT NULL,
	`rounds` integer NOT NULL,
	PRIMARY KEY(`setup_id`, `outcome`, `day`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messenger_pauses` (
	`game_key` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`paused_by` text NOT NULL,
	`paused_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_purchases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`player_id` integer NOT NULL,
	`item` text NOT NULL,
	`quantity` integer NOT NULL,
	`cost` integer NOT NULL,
	`campaign_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `messenger_purchases_by_player` ON `messenger_purchases` (`player_id`,`id`);
--> statement-breakpoint
CREATE TABLE `messenger_rounds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`player_id` integer NOT NULL,
	`setup_id` integer NOT NULL,
	`game_key` text NOT NULL,
	`seed_id` integer NOT NULL,
	`nonce` integer NOT NULL,
	`client_seed` text NOT NULL,
	`client_seed_source` text NOT NULL,
	`state` text NOT NULL,
	`paid_with` text,
	`cost` integer NOT NULL,
	`segment_index` integer,
	`revealed` text NOT NULL,
	`found` integer NOT NULL,
	`earned` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`setup_id`) REFERENCES `messenger_setups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seed_id`) REFERENCES `messenger_seeds`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `messenger_rounds_by_player` ON `messenger_rounds` (`player_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_rounds_by_nonce` ON `messenger_rounds` (`seed_id`,`nonce`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_rounds_active` ON `messenger_rounds` (`player_id`) WHERE state = 'active';
--> statement-breakpoint
CREATE INDEX `messenger_rounds_overdue` ON `messenger_rounds` (`expires_at`) WHERE state = 'active';
--> statement-breakpoint
CREATE TABLE `messenger_setup_days` (
	`day` integer NOT NULL,
	`setup_id` integer NOT NULL,
	`rounds` integer NOT NULL,
	`spent_salutes` integer NOT NULL,
	`spent_missiles` integer NOT NULL,
	`spent_free_spins` integer NOT NULL,
	`paid_salutes` integer NOT NULL,
	`paid_missiles` integer NOT NULL,
	`paid_free_spins` integer NOT NULL,
	PRIMARY KEY(`day`, `setup_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messenger_setup_totals` (
	`setup_id` integer PRIMARY KEY NOT NULL,
	`rounds` integer NOT NULL,
	`value` integer NOT NULL,
	FOREIGN KEY (`setup_id`) REFERENCES `messenger_setups`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_setups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`game_key` text NOT NULL,
	`campaign_key` text NOT NULL,
	`revision` integer NOT NULL,
	`setup` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_setups_by_revision` ON `messenger_setups` (`game_key`,`campaign_key`,`revision`);
--> statement-breakpoint
CREATE TABLE `mission_days` (
	`mission_id` integer NOT NULL,
	`day` integer NOT NULL,
	`enrolled` integer NOT NULL,
	`completed` integer NOT NULL,
	`rewarded` integer NOT NULL,
	`paid` integer NOT NULL,
	`cohort_enrolled` integer NOT NULL,
	`cohort_started` integer NOT NULL,
	`cohort_completed` integer NOT NULL,
	`cohort_rewarded` integer NOT NULL,
	PRIMARY KEY(`mission_id`, `day`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `mission_decisions` (
	`mission_id` integer NOT NULL,
	`player_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`decision` text NOT NULL,
	`is_shadow` integer NOT NULL,
	`count` integer NOT NULL,
	`last_kind` text NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`mission_id`, `hour`, `decision`, `is_shadow`, `player_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mission_decisions_by_player` ON `mission_decisions` (`player_id`,`last_at`);
--> statement-breakpoint
CREATE INDEX `mission_decisions_by_age` ON `mission_decisions` (`hour`);
--> statement-breakpoint
CREATE TABLE `mission_enrollments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mission_id` integer NOT NULL,
	`player_id` integer NOT NULL,
	`turn` integer NOT NULL,
	`state` text NOT NULL,
	`value` integer NOT NULL,
	`last_day` integer,
	`enrolled_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	`paid_kind` text,
	`paid_amount` integer,
	FOREIGN KEY (`mission_id`) REFERENCES `missions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `mission_enrollments_one_active` ON `mission_enrollments` (`player_id`,`mission_id`) WHERE state = 'active';
--> statement-breakpoint
CREATE INDEX `mission_enrollments_by_player` ON `mission_enrollments` (`player_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `mission_enrollments_by_turn` ON `mission_enrollments` (`mission_id`,`player_id`,`turn`);
--> statement-breakpoint
CREATE TABLE `mission_events` (
	`mission_id` integer NOT NULL,
	`player_id` integer NOT NULL,
	`event_key` text NOT NULL,
	`amount` integer NOT NULL,
	`is_flagged` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`mission_id`, `player_id`, `event_key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mission_events_by_time` ON `mission_events` (`mission_id`,`player_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `mission_events_by_age` ON `mission_events` (`created_at`);
--> statement-breakpoint
CREATE TABLE `mission_revisions` (
	`mission_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`definition` text NOT NULL,
	`actor` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`mission_id`, `revision`),
	FOREIGN KEY (`mission_id`) REFERENCES `missions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `missions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mission_key` text NOT NULL,
	`revision` integer NOT NULL,
	`state` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`goal_kind` text NOT NULL,
	`goal_target` integer NOT NULL,
	`reward_kind` text NOT NULL,
	`reward_amount` integer NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`audience` text,
	`per_player_cap` integer NOT NULL,
	`budget` integer,
	`spent` integer NOT NULL,
	`paid` integer NOT NULL,
	`cooldown_seconds` integer NOT NULL,
	`per_hour` integer,
	`shadow` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "missions_within_budget" CHECK("missions"."budget" IS NULL OR "missions"."spent" <= "missions"."budget")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `missions_mission_key_unique` ON `missions` (`mission_key`);
--> statement-breakpoint
CREATE INDEX `missions_by_state` ON `missions` (`state`,`id`);
--> statement-breakpoint
CREATE TABLE `promo_claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`promo_id` integer NOT NULL,
	`player_id` integer NOT NULL,
	`reward_kind` text NOT NULL,
	`reward_amount` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`promo_id`) REFERENCES `promos`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `promo_claims_once` ON `promo_claims` (`promo_id`,`player_id`);
--> statement-breakpoint
CREATE INDEX `promo_claims_by_player` ON `promo_claims` (`player_id`,`id`);
--> statement-breakpoint
CREATE TABLE `promos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`code_folded` text NOT NULL,
	`revision` integer NOT NULL,
	`title` text NOT NULL,
	`reward_kind` text NOT NULL,
	`reward_amount` integer NOT NULL,
	`max_claims` integer,
	`claims` integer NOT NULL,
	`audience` text,
	`starts_at` integer,
	`ends_at` integer,
	`enabled` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "promos_within_claims" CHECK("promos"."max_claims" IS NULL OR "promos"."claims" <= "promos"."max_claims")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `promos_code_folded_unique` ON `promos` (`code_folded`);
--> statement-breakpoint
CREATE INDEX `promos_enabled` ON `promos` (`enabled`,`id`);
--> statement-breakpoint
CREATE TABLE `messenger_answers` (
	`player_id` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`payload_hash` text NOT NULL,
	`payload_fields` text,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`player_id`, `idempotency_key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `messenger_answers_by_age` ON `messenger_answers` (`created_at`);
--> statement-breakpoint
CREATE TABLE `messenger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`player_id` integer NOT NULL,
	`kind` text NOT NULL,
	`delta` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`reason` text NOT NULL,
	`cause` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messenger_entries_balance_not_negative" CHECK("messenger_entries"."balance_after" >= 0),
	CONSTRAINT "messenger_entries_delta_not_zero" CHECK("messenger_entries"."delta" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `messenger_entries_by_player` ON `messenger_entries` (`player_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_entries_by_cause` ON `messenger_entries` (`kind`,`cause`);
--> statement-breakpoint
CREATE TABLE `messenger_limits` (
	`player_id` integer PRIMARY KEY NOT NULL,
	`daily_salutes` integer,
	`next_daily_salutes` integer,
	`from_day` integer,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `messenger_players` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`telegram_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`username` text,
	`language_code` text,
	`missiles` integer NOT NULL,
	`free_spins` integer NOT NULL,
	`last_free_spin_at` integer,
	`gift_salutes` integer DEFAULT 0 NOT NULL,
	`gift_missiles` integer DEFAULT 0 NOT NULL,
	`referred_by` integer,
	`joined_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messenger_players_missiles_not_negative" CHECK("messenger_players"."missiles" >= 0),
	CONSTRAINT "messenger_players_free_spins_not_negative" CHECK("messenger_players"."free_spins" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_players_telegram_id_unique` ON `messenger_players` (`telegram_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messenger_players_user_id_unique` ON `messenger_players` (`user_id`);
--> statement-breakpoint
CREATE INDEX `messenger_players_by_last_seen` ON `messenger_players` (`last_seen_at`);
--> statement-breakpoint
CREATE INDEX `messenger_players_by_referrer` ON `messenger_players` (`referred_by`) WHERE referred_by IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `messenger_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`player_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `messenger_sessions_by_expiry` ON `messenger_sessions` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `missile_grants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`player_id` integer NOT NULL,
	`missiles` integer NOT NULL,
	`reason` text NOT NULL,
	`operator` text NOT NULL,
	`form_key` text,
	`day` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`player_id`) REFERENCES `messenger_players`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `missile_grants_form_key_unique` ON `missile_grants` (`form_key`);
--> statement-breakpoint
CREATE INDEX `missile_grants_by_day` ON `missile_grants` (`day`);
--> statement-breakpoint
CREATE TABLE `messenger_score_groups` (
	`week` integer NOT NULL,
	`level` integer NOT NULL,
	`negated_score` integer NOT NULL,
	`reached_at` integer NOT NULL,
	`player_id` integer NOT NULL,
	`players` integer NOT NULL,
	PRIMARY KEY(`week`, `level`, `negated_score`, `reached_at`, `player_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messenger_active_days` (
	`day` integer NOT NULL,
	`game_key` text NOT NULL,
	`players` integer NOT NULL,
	PRIMARY KEY(`day`, `game_key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messenger_player_days` (
	`player_id` integer NOT NULL,
	`day` integer NOT NULL,
	`wheel_rounds` integer NOT NULL,
	`grid_rounds` integer NOT NULL,
	`earned` integer NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`player_id`, `day`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `messenger_player_days_by_day` ON `messenger_player_days` (`day`);
--> statement-breakpoint
CREATE TABLE `messenger_scores` (
	`week` integer NOT NULL,
	`player_id` integer NOT NULL,
	`negated_score` integer NOT NULL,
	`reached_at` integer NOT NULL,
	`first_name` text NOT NULL,
	PRIMARY KEY(`week`, `player_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `messenger_scores_by_rank` ON `messenger_scores` (`week`,`negated_score`,`reached_at`,`player_id`,`first_name`);
--> statement-breakpoint
CREATE TABLE `monitor_rules` (
	`rule` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`since` integer,
	`value` real,
	`turns` text NOT NULL,
	`flapping_since` integer,
	`told_at` integer,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`escalated_at` integer,
	`silenced_until` integer,
	`silenced_by` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `monitor_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`rules` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `monitor_runs_by_age` ON `monitor_runs` (`at`);
--> statement-breakpoint
CREATE TABLE `chain_addresses` (
	`id` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_addresses_address_unique` ON `chain_addresses` (`address`);
--> statement-breakpoint
CREATE TABLE `holder_labels` (
	`address` text PRIMARY KEY NOT NULL,
	`kind` text,
	`text` text,
	`set_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `token_authority_changes` (
	`transaction_id` integer NOT NULL,
	`position` integer NOT NULL,
	`token_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`power` text NOT NULL,
	`previous` text,
	`current` text,
	PRIMARY KEY(`transaction_id`, `position`),
	FOREIGN KEY (`transaction_id`) REFERENCES `chain_transactions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `token_authority_changes_by_slot` ON `token_authority_changes` (`token_id`,`slot`);
--> statement-breakpoint
CREATE TABLE `token_concentrations` (
	`token_id` integer NOT NULL,
	`day` text NOT NULL,
	`taken_at` integer NOT NULL,
	`slot` integer NOT NULL,
	`owners` integer NOT NULL,
	`top1_pct` real NOT NULL,
	`top5_pct` real NOT NULL,
	`top10_pct` real NOT NULL,
	`gini` real,
	`hhi` real,
	`nakamoto` integer,
	`excluding_owners` integer NOT NULL,
	`excluding_top1_pct` real NOT NULL,
	`excluding_top5_pct` real NOT NULL,
	`excluding_top10_pct` real NOT NULL,
	`excluding_gini` real,
	`excluding_hhi` real,
	`excluding_nakamoto` integer,
	PRIMARY KEY(`token_id`, `day`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `token_failed_minutes` (
	`token_id` integer NOT NULL,
	`minute` integer NOT NULL,
	`count` integer NOT NULL,
	`first_slot` integer NOT NULL,
	PRIMARY KEY(`token_id`, `minute`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `token_movements` (
	`transaction_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`token_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`owner_pre_id` integer,
	`owner_post_id` integer,
	`pre` text NOT NULL,
	`post` text NOT NULL,
	PRIMARY KEY(`transaction_id`, `account_id`),
	FOREIGN KEY (`transaction_id`) REFERENCES `chain_transactions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `token_movements_by_account` ON `token_movements` (`token_id`,`account_id`,`slot`);
--> statement-breakpoint
CREATE INDEX `token_movements_by_owner_post` ON `token_movements` (`token_id`,`owner_post_id`,`slot`);
--> statement-breakpoint
CREATE INDEX `token_movements_by_owner_pre` ON `token_movements` (`token_id`,`owner_pre_id`,`slot`);
--> statement-breakpoint
CREATE TABLE `token_power_readings` (
	`token_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`read_at` integer NOT NULL,
	`last_slot` integer NOT NULL,
	`powers` text NOT NULL,
	`transfer_fee` text,
	PRIMARY KEY(`token_id`, `slot`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `token_scan_accounts` (
	`token_id` integer NOT NULL,
	`day` text NOT NULL,
	`account` text NOT NULL,
	`amount` text NOT NULL,
	PRIMARY KEY(`token_id`, `day`, `account`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `token_scan_owners` (
	`token_id` integer NOT NULL,
	`day` text NOT NULL,
	`rank` integer NOT NULL,
	`owner` text NOT NULL,
	`amount` text NOT NULL,
	PRIMARY KEY(`token_id`, `day`, `rank`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `token_scans` (
	`token_id` integer NOT NULL,
	`day` text NOT NULL,
	`slot` integer NOT NULL,
	`taken_at` integer NOT NULL,
	`decimals` integer NOT NULL,
	`supply` text NOT NULL,
	PRIMARY KEY(`token_id`, `day`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `token_scans_by_time` ON `token_scans` (`token_id`,`taken_at`);
--> statement-breakpoint
CREATE TABLE `token_supply_changes` (
	`transaction_id` integer NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`account_id` integer NOT NULL,
	`owner_id` integer,
	`authority_id` integer,
	`amount` text NOT NULL,
	PRIMARY KEY(`transaction_id`, `position`),
	FOREIGN KEY (`transaction_id`) REFERENCES `chain_transactions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `token_transfer_fees` (
	`transaction_id` integer PRIMARY KEY NOT NULL,
	`transfers` text NOT NULL,
	`withheld` text NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `chain_transactions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `watched_accounts` (
	`token_id` integer NOT NULL,
	`account` text NOT NULL,
	`owner` text NOT NULL,
	`reason` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`token_id`, `account`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `watched_accounts_by_owner` ON `watched_accounts` (`token_id`,`owner`,`account`);
--> statement-breakpoint
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
CREATE INDEX `audit_entries_by_subject` ON `audit_entries` (`subject`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`actor`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_age` ON `audit_entries` (`created_at`);
--> statement-breakpoint
CREATE TABLE `daily_counts` (
	`day` integer NOT NULL,
	`cap` text NOT NULL,
	`subject` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`day`, `cap`, `subject`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `id_floors` (
	`table_name` text PRIMARY KEY NOT NULL,
	`floor` integer NOT NULL
) STRICT;
--> statement-breakpoint
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
CREATE INDEX `job_runs_by_job` ON `job_runs` (`job`,`id`);
--> statement-breakpoint
CREATE INDEX `job_runs_by_age` ON `job_runs` (`started_at`);
--> statement-breakpoint
CREATE INDEX `job_runs_failed` ON `job_runs` (`job`,`id`) WHERE status IN ('failed', 'timeout', 'abandoned');
--> statement-breakpoint
CREATE TABLE `operator_addresses` (
	`operator_id` integer NOT NULL,
	`subject` text NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`operator_id`, `subject`),
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `operator_idempotency` (
	`operator` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`payload_hash` text NOT NULL,
	`payload_fields` text,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`operator`, `idempotency_key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `operator_idempotency_by_age` ON `operator_idempotency` (`created_at`);
--> statement-breakpoint
CREATE TABLE `operator_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_links_by_operator` ON `operator_links` (`operator_id`);
--> statement-breakpoint
CREATE TABLE `operator_recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_recovery_codes_by_operator` ON `operator_recovery_codes` (`operator_id`);
--> statement-breakpoint
CREATE TABLE `operator_sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`operator_id` integer NOT NULL,
	`method` text NOT NULL,
	`address` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `operator_sessions_token_hash_unique` ON `operator_sessions` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `operator_sessions_by_operator` ON `operator_sessions` (`operator_id`);
--> statement-breakpoint
CREATE INDEX `operator_sessions_by_expiry` ON `operator_sessions` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `operator_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `operator_tokens_token_hash_unique` ON `operator_tokens` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `operator_tokens_by_operator` ON `operator_tokens` (`operator_id`);
--> statement-breakpoint
CREATE INDEX `operator_tokens_by_expiry` ON `operator_tokens` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`password_hash` text,
	`password_set_at` integer,
	`totp_sealed` text,
	`totp_confirmed_at` integer,
	`totp_last_step` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_name_unique` ON `operators` (`name`);
--> statement-breakpoint
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
CREATE INDEX `usage_minutes_by_key` ON `usage_minutes` (`key_id`,`minute`);
--> statement-breakpoint
CREATE TABLE `usage_rollups` (
	`key_id` text NOT NULL,
	`span_minutes` integer NOT NULL,
	`start_minute` integer NOT NULL,
	`route` text NOT NULL,
	`requests` integer NOT NULL,
	`errors` integer NOT NULL,
	`server_errors` integer NOT NULL,
	`rate_limited` integer NOT NULL,
	`histogram` text NOT NULL,
	PRIMARY KEY(`key_id`, `span_minutes`, `start_minute`, `route`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `usage_rollups_by_age` ON `usage_rollups` (`start_minute`);
--> statement-breakpoint
CREATE INDEX `usage_rollups_hours_seen` ON `usage_rollups` (`start_minute`) WHERE key_id = '*' AND span_minutes = 60;
--> statement-breakpoint
CREATE TABLE `idempotency_records` (
	`partner_id` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`payload_hash` text NOT NULL,
	`payload_fields` text,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_records_by_key` ON `idempotency_records` (`partner_id`,`idempotency_key`);
--> statement-breakpoint
CREATE INDEX `idempotency_records_by_age` ON `idempotency_records` (`created_at`);
--> statement-breakpoint
CREATE TABLE `key_daily_credits` (
	`key_id` text NOT NULL,
	`day` text NOT NULL,
	`credited` integer NOT NULL,
	PRIMARY KEY(`key_id`, `day`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `key_daily_credits_by_day` ON `key_daily_credits` (`day`);
--> statement-breakpoint
CREATE TABLE `ledger_answers` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`payload_fields` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `nonces` (
	`quarter` integer NOT NULL,
	`key_id` text NOT NULL,
	`nonce` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`quarter`, `key_id`, `nonce`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
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
CREATE INDEX `partner_keys_by_partner` ON `partner_keys` (`partner_id`);
--> statement-breakpoint
CREATE TABLE `partners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `partners_name_unique` ON `partners` (`name`);
--> statement-breakpoint
CREATE TABLE `portal_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`partner_id` integer NOT NULL,
	`access` text NOT NULL,
	`key_id` text,
	`embed_origin` text,
	`member_id` integer,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `portal_links_by_expiry` ON `portal_links` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `portal_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`partner_id` integer NOT NULL,
	`name` text NOT NULL,
	`email_hash` text,
	`email_sealed` text,
	`access` text NOT NULL,
	`last_sign_in_at` integer,
	`removed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `portal_members_by_email` ON `portal_members` (`email_hash`,`partner_id`);
--> statement-breakpoint
CREATE INDEX `portal_members_by_partner` ON `portal_members` (`partner_id`);
--> statement-breakpoint
CREATE TABLE `portal_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`partner_id` integer NOT NULL,
	`access` text NOT NULL,
	`key_id` text,
	`embed_origin` text,
	`member_id` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `portal_sessions_by_expiry` ON `portal_sessions` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `portal_settings` (
	`partner_id` integer PRIMARY KEY NOT NULL,
	`is_enabled` integer NOT NULL,
	`powers` text NOT NULL,
	`key_scopes` text NOT NULL,
	`key_allowed_ips` text NOT NULL,
	`key_daily_credit_limit` integer,
	`max_keys` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `probe_hours` (
	`hour` integer NOT NULL,
	`probe` text NOT NULL,
	`attempts` integer NOT NULL,
	`successes` integer NOT NULL,
	`last_error` text,
	PRIMARY KEY(`hour`, `probe`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `probe_hours_without_success` ON `probe_hours` (`hour`,`probe`,`successes`);
--> statement-breakpoint
CREATE TABLE `probe_states` (
	`probe` text PRIMARY KEY NOT NULL,
	`last_at` integer NOT NULL,
	`last_ms` integer NOT NULL,
	`failing_since` integer,
	`last_error` text
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `promotion_evidence` (
	`key_id` text NOT NULL,
	`name` text NOT NULL,
	`seen_at` integer NOT NULL,
	`request_id` text NOT NULL,
	`route` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key_id`, `name`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `promotion_evidence_by_age` ON `promotion_evidence` (`seen_at`);
--> statement-breakpoint
CREATE TABLE `promotion_requests` (
	`key_id` text PRIMARY KEY NOT NULL,
	`partner` text NOT NULL,
	`note` text,
	`state` text NOT NULL,
	`reason` text,
	`asked_at` integer NOT NULL,
	`decided_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `promotion_requests_by_state` ON `promotion_requests` (`state`,`asked_at`);
--> statement-breakpoint
CREATE TABLE `recent_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`at` integer NOT NULL,
	`route` text NOT NULL,
	`is_error` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `recent_requests_by_key` ON `recent_requests` (`key_id`,`id`);
--> statement-breakpoint
CREATE INDEX `recent_requests_by_age` ON `recent_requests` (`at`);
--> statement-breakpoint
CREATE TABLE `refusal_cells` (
	`hour` integer NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`reason` text NOT NULL,
	`key_id` text NOT NULL,
	`source` text NOT NULL,
	`agent` text NOT NULL,
	`count` integer NOT NULL,
	`suppressed` integer NOT NULL,
	PRIMARY KEY(`hour`, `method`, `path`, `reason`, `key_id`, `source`, `agent`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `refusal_paths` (
	`path` text NOT NULL,
	`hour` integer NOT NULL,
	`count` integer NOT NULL,
	`suppressed` integer NOT NULL,
	PRIMARY KEY(`path`, `hour`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `refusal_paths_by_hour` ON `refusal_paths` (`hour`,`count`,`suppressed`);
--> statement-breakpoint
CREATE TABLE `refusal_suppressions` (
	`hour` integer NOT NULL,
	`rule_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `rule_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `log_entries` (
	`log_id` integer NOT NULL,
	`entry_index` integer NOT NULL,
	`kind` text NOT NULL,
	`sha256` text NOT NULL,
	`taken_at` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`log_id`, `entry_index`),
	FOREIGN KEY (`log_id`) REFERENCES `signed_logs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sha256`) REFERENCES `log_objects`(`sha256`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `log_entries_by_kind` ON `log_entries` (`log_id`,`kind`,`entry_index`);
--> statement-breakpoint
CREATE TABLE `log_nodes` (
	`log_id` integer NOT NULL,
	`level` integer NOT NULL,
	`node_index` integer NOT NULL,
	`hash` blob NOT NULL,
	PRIMARY KEY(`log_id`, `level`, `node_index`),
	FOREIGN KEY (`log_id`) REFERENCES `signed_logs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `log_objects` (
	`sha256` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`gzip` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `signed_logs` (
	`id` integer PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`origin` text,
	`vkey` text,
	`note` text,
	`opened_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signed_logs_origin_unique` ON `signed_logs` (`origin`);
--> statement-breakpoint
CREATE TABLE `job_rollups` (
	`job` text PRIMARY KEY NOT NULL,
	`runs` integer NOT NULL,
	`failed_runs` integer NOT NULL,
	`success_streak` integer NOT NULL,
	`mttr_minutes` real,
	`mttr_samples` integer NOT NULL,
	`is_failing` integer NOT NULL,
	`last_ok_at` integer,
	`rolled_up_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `maintenance_windows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`checks` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `maintenance_windows_by_end` ON `maintenance_windows` (`ends_at`);
--> statement-breakpoint
CREATE TABLE `status_hours` (
	`subject` text NOT NULL,
	`hour` integer NOT NULL,
	`ok_ms` integer NOT NULL,
	`warn_ms` integer NOT NULL,
	`bad_ms` integer NOT NULL,
	`maintenance_ms` integer NOT NULL,
	PRIMARY KEY(`subject`, `hour`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `status_incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`severity` text NOT NULL,
	`checks` text NOT NULL,
	`points` integer NOT NULL,
	`ok_points` integer NOT NULL,
	`first_ok_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `status_incidents_ended` ON `status_incidents` (`ended_at`);
--> statement-breakpoint
CREATE INDEX `status_incidents_open` ON `status_incidents` (`id`) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE TABLE `status_snapshots` (
	`taken_at` integer PRIMARY KEY NOT NULL,
	`overall` text NOT NULL,
	`states` text NOT NULL,
	`in_maintenance` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `user_prefixes` (
	`partner_id` integer NOT NULL,
	`prefix` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`partner_id`, `prefix`, `user_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `user_prefixes_by_user` ON `user_prefixes` (`user_id`);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`external_id` text,
	`username` text,
	`display_name` text,
	`email` text,
	`status` text NOT NULL,
	`balance` integer NOT NULL,
	`metadata` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_balance_not_negative" CHECK("users"."balance" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_external_id` ON `users` (`partner_id`,`external_id`);
--> statement-breakpoint
CREATE INDEX `users_by_partner` ON `users` (`partner_id`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `users_by_username` ON `users` (`partner_id`,`username`,`id`) WHERE username IS NOT NULL;
--> statement-breakpoint
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
CREATE INDEX `wallet_challenges_by_user` ON `wallet_challenges` (`user_id`,`expires_at`);
--> statement-breakpoint
CREATE INDEX `wallet_challenges_by_age` ON `wallet_challenges` (`expires_at`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `wallet_links_by_address` ON `wallet_links` (`partner_id`,`wallet_address`);
--> statement-breakpoint
CREATE INDEX `wallet_links_by_user` ON `wallet_links` (`user_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_links_one_primary` ON `wallet_links` (`user_id`) WHERE is_primary = 1;
--> statement-breakpoint
CREATE TABLE `delivery_pauses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `delivery_totals` (
	`partner_id` integer PRIMARY KEY NOT NULL,
	`records` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`delivery_id` integer NOT NULL,
	`attempt` integer NOT NULL,
	`attempted_at` integer NOT NULL,
	`http_status` integer,
	`duration_ms` integer NOT NULL,
	`response_excerpt` text,
	`error` text,
	`reason_tag` text,
	`header_names` text,
	`next_attempt_at` integer,
	`is_probe` integer DEFAULT 0 NOT NULL,
	`is_simulated` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`delivery_id`) REFERENCES `webhook_deliveries`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_delivery` ON `webhook_attempts` (`delivery_id`,`id`);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`partner_id` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`round_attempts` integer DEFAULT 0 NOT NULL,
	`round_started_at` integer NOT NULL,
	`round_held_ms` integer DEFAULT 0 NOT NULL,
	`held_at` integer,
	`next_attempt_at` integer,
	`lease_id` text,
	`lease_expires_at` integer,
	`reason_tag` text,
	`last_error` text,
	`last_attempt_at` integer,
	`delivered_at` integer,
	`died_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhook_deliveries_state" CHECK(state IN ('pending', 'delivering', 'delivered', 'failed', 'dead_letter', 'held', 'cancelled')),
	CONSTRAINT "webhook_deliveries_lease" CHECK((state = 'delivering') = (lease_id IS NOT NULL) AND (lease_id IS NULL) = (lease_expires_at IS NULL)),
	CONSTRAINT "webhook_deliveries_due" CHECK((state IN ('pending', 'failed')) = (next_attempt_at IS NOT NULL)),
	CONSTRAINT "webhook_deliveries_held" CHECK((state = 'held') = (held_at IS NOT NULL)),
	CONSTRAINT "webhook_deliveries_delivered" CHECK(state <> 'delivered' OR delivered_at IS NOT NULL),
	CONSTRAINT "webhook_deliveries_died" CHECK((state = 'dead_letter') = (died_at IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`event_id`,`webhook_id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_partner` ON `webhook_deliveries` (`partner_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_webhook` ON `webhook_deliveries` (`webhook_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`state`,`id`) WHERE state = 'pending' OR state = 'failed' OR state = 'held';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_retries` ON `webhook_deliveries` (`webhook_id`,`next_attempt_at`,`id`) WHERE state = 'failed';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_leases` ON `webhook_deliveries` (`lease_expires_at`) WHERE state = 'delivering';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_troubled` ON `webhook_deliveries` (`partner_id`,`state`,`id`) WHERE state = 'failed' OR state = 'dead_letter' OR state = 'held' OR state = 'cancelled';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_reason` ON `webhook_deliveries` (`partner_id`,`reason_tag`,`id`) WHERE reason_tag IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_dead` ON `webhook_deliveries` (`partner_id`,`died_at`) WHERE state = 'dead_letter';
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`partner_id` integer NOT NULL,
	`event_types` text NOT NULL,
	`target_url` text NOT NULL,
	`description` text,
	`metadata` text,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_secret_expires_at` integer,
	`header_names` text,
	`headers_sealed` text,
	`max_per_second` integer,
	`is_active` integer NOT NULL,
	`off_reason` text,
	`is_settling` integer NOT NULL,
	`revision` integer NOT NULL,
	`consecutive_failures` integer NOT NULL,
	`probe_at` integer,
	`is_slow` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_uid_unique` ON `webhooks` (`uid`);
--> statement-breakpoint
CREATE INDEX `webhooks_by_partner` ON `webhooks` (`partner_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhooks_by_event_types` ON `webhooks` (`partner_id`,`event_types`,`id`,`is_active`,`is_settling`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `webhooks_failing` ON `webhooks` (`id`) WHERE is_active = 1 AND consecutive_failures > 0;
--> statement-breakpoint
CREATE INDEX `webhooks_off` ON `webhooks` (`off_reason`,`id`) WHERE is_active = 0;
--> statement-breakpoint
CREATE INDEX `webhooks_probed` ON `webhooks` (`id`) WHERE probe_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `webhooks_settling` ON `webhooks` (`id`) WHERE is_settling = 1;
--> statement-breakpoint
CREATE VIRTUAL TABLE users_fts USING fts5(username, display_name, external_id, email, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE wallets_fts USING fts5(wallet_addresses, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER users_balance_suspect AFTER UPDATE OF balance ON users
	WHEN NEW.balance <> coalesce((SELECT balance_after FROM ledger_entries WHERE user_id = NEW.id ORDER BY id DESC LIMIT 1), 0)
BEGIN
	INSERT INTO balance_suspects (user_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_searchable AFTER INSERT ON ledger_entries
	WHEN NEW.id >= ifnull((SELECT through_id FROM ledger_search), 0) + 64
BEGIN
	INSERT INTO ledger_by_partner (partner_id, entry_id)
		SELECT partner_id, id FROM ledger_entries WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id;
	INSERT INTO ledger_by_reason (partner_id, reason, entry_id)
		SELECT partner_id, reason, id FROM ledger_entries WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id;
	INSERT INTO ledger_by_source (partner_id, source, entry_id)
		SELECT partner_id, source, id FROM ledger_entries WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id;
	INSERT INTO ledger_by_metadata (partner_id, name, value, entry_id)
		SELECT e.partner_id, note.key, note.value, e.id FROM ledger_entries AS e, json_each(e.metadata) AS note
			WHERE e.id > ifnull((SELECT through_id FROM ledger_search), 0) AND e.id <= NEW.id;
	INSERT INTO ledger_hours (hour, min_id, max_id, entries)
		SELECT created_at / 3600000, min(id), max(id), count(*) FROM ledger_entries
			WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id GROUP BY 1
		ON CONFLICT (hour) DO UPDATE SET min_id = min(min_id, excluded.min_id), max_id = max(max_id, excluded.max_id),
			entries = entries + excluded.entries;
	INSERT INTO key_daily_credits (key_id, day, credited)
		SELECT partner_key_id, date(created_at / 1000, 'unixepoch'), min(sum(delta), 9000000000000000) FROM ledger_entries
			WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id AND delta > 0 AND partner_key_id IS NOT NULL
			GROUP BY 1, 2
		ON CONFLICT (key_id, day) DO UPDATE SET credited = min(credited + excluded.credited, 9000000000000000);
	INSERT INTO ledger_months (partner_id, month, kind, reason, credits, credited, debits, debited)
		SELECT partner_id, strftime('%Y-%m', created_at / 1000, 'unixepoch'),
			CASE WHEN origin = 'system' THEN substr(idempotency_key, 1, instr(idempotency_key, ':') - 1)
				WHEN reason = 'conversion' AND delta < 0 THEN 'conversion' ELSE origin END, reason,
			sum(delta > 0), min(sum(max(delta, 0)), 9000000000000000),
			sum(delta < 0), min(sum(max(-delta, 0)), 9000000000000000) FROM ledger_entries
			WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id GROUP BY 1, 2, 3, 4
		ON CONFLICT (partner_id, month, kind, reason) DO UPDATE SET credits = credits + excluded.credits,
			credited = min(credited + excluded.credited, 9000000000000000),
			debits = debits + excluded.debits, debited = min(debited + excluded.debited, 9000000000000000);
	INSERT INTO ledger_search (id, through_id) VALUES (1, NEW.id) ON CONFLICT (id) DO UPDATE SET through_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER donation_claims_metadata AFTER INSERT ON donation_claims WHEN NEW.metadata IS NOT NULL
BEGIN
	INSERT INTO claims_by_metadata (partner_id, name, value, claim_id)
		SELECT NEW.partner_id, key, value, NEW.id FROM json_each(NEW.metadata);
END;
--> statement-breakpoint
CREATE TRIGGER donation_claims_metadata_change AFTER UPDATE OF metadata ON donation_claims
BEGIN
	DELETE FROM claims_by_metadata WHERE (partner_id, name, value, claim_id) IN
		(SELECT OLD.partner_id, key, value, OLD.id FROM json_each(OLD.metadata));
	INSERT INTO claims_by_metadata (partner_id, name, value, claim_id)
		SELECT NEW.partner_id, key, value, NEW.id FROM json_each(NEW.metadata);
END;
--> statement-breakpoint
CREATE TRIGGER messenger_entries_no_update BEFORE UPDATE ON messenger_entries BEGIN SELECT RAISE(ABORT, 'entries of missiles and free spins are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER messenger_entries_no_delete BEFORE DELETE ON messenger_entries BEGIN SELECT RAISE(ABORT, 'entries of missiles and free spins are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER messenger_setups_no_update BEFORE UPDATE ON messenger_setups BEGIN SELECT RAISE(ABORT, 'a setup is what rounds were played by: it never changes'); END;
--> statement-breakpoint
CREATE TRIGGER messenger_setups_no_delete BEFORE DELETE ON messenger_setups BEGIN SELECT RAISE(ABORT, 'a setup is what rounds were played by: it never goes'); END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_entries_no_update BEFORE UPDATE ON log_entries BEGIN SELECT RAISE(ABORT, 'log entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_entries_no_delete BEFORE DELETE ON log_entries BEGIN SELECT RAISE(ABORT, 'log entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_nodes_no_update BEFORE UPDATE ON log_nodes BEGIN SELECT RAISE(ABORT, 'log nodes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_nodes_no_delete BEFORE DELETE ON log_nodes BEGIN SELECT RAISE(ABORT, 'log nodes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_objects_no_update BEFORE UPDATE ON log_objects BEGIN SELECT RAISE(ABORT, 'log objects are written once'); END;
--> statement-breakpoint
CREATE TRIGGER log_objects_no_delete BEFORE DELETE ON log_objects BEGIN SELECT RAISE(ABORT, 'log objects are written once'); END;
--> statement-breakpoint
CREATE TRIGGER signed_logs_no_delete BEFORE DELETE ON signed_logs BEGIN SELECT RAISE(ABORT, 'a log stays'); END;
--> statement-breakpoint
CREATE TRIGGER signed_logs_fixed BEFORE UPDATE ON signed_logs
  WHEN OLD.id <> NEW.id OR OLD.uid <> NEW.uid OR OLD.origin <> NEW.origin OR OLD.vkey <> NEW.vkey
  BEGIN SELECT RAISE(ABORT, 'origin and key of a log are fixed once'); END;
--> statement-breakpoint
CREATE TRIGGER audit_threshold_changes_no_update BEFORE UPDATE ON audit_threshold_changes BEGIN SELECT RAISE(ABORT, 'the history of thresholds is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_threshold_changes_no_delete BEFORE DELETE ON audit_threshold_changes BEGIN SELECT RAISE(ABORT, 'the history of thresholds is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_triage_no_update BEFORE UPDATE ON audit_triage BEGIN SELECT RAISE(ABORT, 'the history of triage is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_triage_no_delete BEFORE DELETE ON audit_triage BEGIN SELECT RAISE(ABORT, 'the history of triage is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER webhook_attempts_no_update BEFORE UPDATE ON webhook_attempts BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER events_feed AFTER INSERT ON events
	WHEN NEW.id >= ifnull((SELECT through_id FROM event_feed_state), 0) + 64
BEGIN
	INSERT INTO event_feed (partner_id, sequence, event_id)
		SELECT partner_id, sequence, id FROM events WHERE id > ifnull((SELECT through_id FROM event_feed_state), 0) AND id <= NEW.id;
	INSERT INTO event_feed_state (id, through_id) VALUES (1, NEW.id) ON CONFLICT (id) DO UPDATE SET through_id = NEW.id;
END;
