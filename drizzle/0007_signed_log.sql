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
CREATE INDEX `log_entries_by_kind` ON `log_entries` (`log_id`,`kind`,`entry_index`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `signed_logs_origin_unique` ON `signed_logs` (`origin`);--> statement-breakpoint
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