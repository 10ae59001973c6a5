CREATE TABLE `claim_campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner_id` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `claim_campaigns_by_name` ON `claim_campaigns` (`partner_id`,`name`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `donation_claims_by_code` ON `donation_claims` (`code_hash`);--> statement-breakpoint
CREATE INDEX `donation_claims_by_partner` ON `donation_claims` (`partner_id`,`id`);--> statement-breakpoint
CREATE INDEX `donation_claims_by_reference` ON `donation_claims` (`partner_id`,`reference`,`id`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `donation_claims_by_campaign` ON `donation_claims` (`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `donation_claims_by_user` ON `donation_claims` (`user_id`,`id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `donation_claims_by_state` ON `donation_claims` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `donation_claims_personal` ON `donation_claims` (`resolved_at`) WHERE recipient_email IS NOT NULL OR recipient_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX `donation_claims_due` ON `donation_claims` (`expires_at`) WHERE state = 'issued';--> statement-breakpoint
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
CREATE UNIQUE INDEX `mails_uid_unique` ON `mails` (`uid`);--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`next_attempt_at`,`id`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `mails_by_subject` ON `mails` (`about`);--> statement-breakpoint
CREATE INDEX `mails_sent_by_partner` ON `mails` (`partner_id`,`finished_at`) WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX `mails_by_end` ON `mails` (`finished_at`) WHERE state <> 'queued';