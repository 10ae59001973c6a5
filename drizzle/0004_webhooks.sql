CREATE TABLE `delivery_pauses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `delivery_totals` (
	`partner_id` integer PRIMARY KEY NOT NULL,
	`records` integer NOT NULL,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`delivery_id` integer NOT NULL,
	`attempt` integer NOT NULL,
	`attempted_at` integer NOT NULL,
	`http_status` integer,
	`duration_ms` integer NOT NULL,
	`response_excerpt` text,
	`error` text,
	`reason_tag` text,
	`next_attempt_at` integer,
	`is_probe` integer DEFAULT 0 NOT NULL,
	`is_simulated` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`delivery_id`) REFERENCES `webhook_deliveries`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_delivery` ON `webhook_attempts` (`delivery_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`partner_id` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`round_attempts` integer DEFAULT 0 NOT NULL,
	`round_started_at` integer NOT NULL,
	`round_held_ms` integer DEFAULT 0 NOT NULL,
	`held_at` integer,
	`next_attempt_at` integer,
	`lease_id` text,
	`lease_expires_at` integer,
	`reason_tag` text,
	`last_error` text,
	`last_attempt_at` integer,
	`delivered_at` integer,
	`died_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhook_deliveries_state" CHECK(state IN ('pending', 'delivering', 'delivered', 'failed', 'dead_letter', 'held', 'cancelled')),
	CONSTRAINT "webhook_deliveries_lease" CHECK((state = 'delivering') = (lease_id IS NOT NULL) AND (lease_id IS NULL) = (lease_expires_at IS NULL)),
	CONSTRAINT "webhook_deliveries_due" CHECK((state IN ('pending', 'failed')) = (next_attempt_at IS NOT NULL)),
	CONSTRAINT "webhook_deliveries_held" CHECK((state = 'held') = (held_at IS NOT NULL)),
	CONSTRAINT "webhook_deliveries_delivered" CHECK(state <> 'delivered' OR delivered_at IS NOT NULL),
	CONSTRAINT "webhook_deliveries_died" CHECK((state = 'dead_letter') = (died_at IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`event_id`,`webhook_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_partner` ON `webhook_deliveries` (`partner_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_webhook` ON `webhook_deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`state`,`id`) WHERE state = 'pending' OR state = 'failed' OR state = 'held';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_retries` ON `webhook_deliveries` (`webhook_id`,`next_attempt_at`,`id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_leases` ON `webhook_deliveries` (`lease_expires_at`) WHERE state = 'delivering';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_troubled` ON `webhook_deliveries` (`partner_id`,`state`,`id`) WHERE state = 'failed' OR state = 'dead_letter' OR state = 'held' OR state = 'cancelled';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_reason` ON `webhook_deliveries` (`partner_id`,`reason_tag`,`id`) WHERE reason_tag IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_dead` ON `webhook_deliveries` (`partner_id`,`died_at`) WHERE state = 'dead_letter';--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`partner_id` integer NOT NULL,
	`event_type` text NOT NULL,
	`target_url` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_secret_expires_at` integer,
	`is_active` integer NOT NULL,
	`off_reason` text,
	`is_settling` integer NOT NULL,
	`revision` integer NOT NULL,
	`consecutive_failures` integer NOT NULL,
	`probe_at` integer,
	`is_slow` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`partner_id`) REFERENCES `partners`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_uid_unique` ON `webhooks` (`uid`);--> statement-breakpoint
CREATE INDEX `webhooks_by_partner` ON `webhooks` (`partner_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhooks_by_event_type` ON `webhooks` (`partner_id`,`event_type`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `webhooks_settling` ON `webhooks` (`id`) WHERE is_settling = 1;--> statement-breakpoint
CREATE TRIGGER webhook_attempts_no_update BEFORE UPDATE ON webhook_attempts BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;