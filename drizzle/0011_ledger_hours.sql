CREATE TABLE `ledger_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`min_id` integer NOT NULL,
	`max_id` integer NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `ledger_hours` (`hour`, `min_id`, `max_id`)
	SELECT `created_at` / 3600000, MIN(`id`), MAX(`id`) FROM `ledger_entries` GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_hour AFTER INSERT ON ledger_entries BEGIN
	INSERT INTO ledger_hours (hour, min_id, max_id) VALUES (NEW.created_at / 3600000, NEW.id, NEW.id)
		ON CONFLICT (hour) DO UPDATE SET max_id = excluded.max_id;
END;
