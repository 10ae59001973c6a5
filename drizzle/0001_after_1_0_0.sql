CREATE TABLE `earlier_holder_days` (
	`token_id` integer NOT NULL,
	`day` text NOT NULL,
	`unique_owners` integer NOT NULL,
	`slot` integer NOT NULL,
	PRIMARY KEY(`token_id`, `day`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `webhooks` ADD `reason` text;
