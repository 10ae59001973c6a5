CREATE TABLE `operator_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`address` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_sessions_by_operator` ON `operator_sessions` (`operator_id`);--> statement-breakpoint
CREATE INDEX `operator_sessions_by_expiry` ON `operator_sessions` (`expires_at`);--> statement-breakpoint
ALTER TABLE `operators` ADD `password_hash` text;--> statement-breakpoint
ALTER TABLE `operators` ADD `password_set_at` integer;--> statement-breakpoint
ALTER TABLE `operators` ADD `totp_sealed` text;--> statement-breakpoint
ALTER TABLE `operators` ADD `totp_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `operators` ADD `totp_last_step` integer;