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
CREATE INDEX `maintenance_windows_by_end` ON `maintenance_windows` (`ends_at`);--> statement-breakpoint
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
CREATE INDEX `status_incidents_ended` ON `status_incidents` (`ended_at`);--> statement-breakpoint
CREATE INDEX `status_incidents_open` ON `status_incidents` (`id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE TABLE `status_snapshots` (
	`taken_at` integer PRIMARY KEY NOT NULL,
	`overall` text NOT NULL,
	`states` text NOT NULL,
	`in_maintenance` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `job_runs_failed` ON `job_runs` (`job`,`id`) WHERE status IN ('failed', 'timeout', 'abandoned');