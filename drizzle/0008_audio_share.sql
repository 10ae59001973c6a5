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
CREATE INDEX `audio_share_events_by_age` ON `audio_share_events` (`created_at`);--> statement-breakpoint
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
	FOREIGN KEY (`kid`) REFERENCES `audio_share_keys`(`kid`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_share_links_code_unique` ON `audio_share_links` (`code`);--> statement-breakpoint
CREATE INDEX `audio_share_links_by_request` ON `audio_share_links` (`request_hash`,`expires_at`);--> statement-breakpoint
CREATE INDEX `audio_share_links_by_expiry` ON `audio_share_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `audio_share_links_revoked` ON `audio_share_links` (`revoked_at`) WHERE revoked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audio_share_links_signed` ON `audio_share_links` (`kid`) WHERE kid IS NOT NULL;--> statement-breakpoint
CREATE TABLE `audio_share_track_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_share_track_tokens_token_hash_unique` ON `audio_share_track_tokens` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `audio_share_track_tokens_by_name` ON `audio_share_track_tokens` (`name`) WHERE revoked_at IS NULL;