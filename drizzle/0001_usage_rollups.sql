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
CREATE INDEX `usage_rollups_by_age` ON `usage_rollups` (`start_minute`);--> statement-breakpoint
CREATE INDEX `usage_rollups_hours_seen` ON `usage_rollups` (`start_minute`) WHERE key_id = '*' AND span_minutes = 60;