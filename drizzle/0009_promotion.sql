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
CREATE INDEX `promotion_evidence_by_age` ON `promotion_evidence` (`seen_at`);--> statement-breakpoint
CREATE TABLE `recent_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`at` integer NOT NULL,
	`is_error` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `recent_requests_by_key` ON `recent_requests` (`key_id`,`id`);--> statement-breakpoint
CREATE INDEX `recent_requests_by_age` ON `recent_requests` (`at`);