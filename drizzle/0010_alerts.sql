CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`type` text NOT NULL,
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
CREATE UNIQUE INDEX `alerts_uid_unique` ON `alerts` (`uid`);--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`next_attempt_at`,`id`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `alerts_failed` ON `alerts` (`finished_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `alerts_by_age` ON `alerts` (`created_at`);