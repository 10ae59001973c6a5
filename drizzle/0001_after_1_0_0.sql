DROP TRIGGER ledger_entries_no_update;
--> statement-breakpoint
DROP TRIGGER ledger_entries_no_delete;
--> statement-breakpoint
DROP TRIGGER users_balance_suspect;
--> statement-breakpoint
DROP TRIGGER ledger_entries_searchable;
--> statement-breakpoint
DROP TRIGGER donation_claims_metadata;
--> statement-breakpoint
DROP TRIGGER donation_claims_metadata_change;
--> statement-breakpoint
DROP TRIGGER messenger_entries_no_update;
--> statement-breakpoint
DROP TRIGGER messenger_entries_no_delete;
--> statement-breakpoint
DROP TRIGGER messenger_setups_no_update;
--> statement-breakpoint
DROP TRIGGER messenger_setups_no_delete;
--> statement-breakpoint
DROP TRIGGER audit_entries_no_update;
--> statement-breakpoint
DROP TRIGGER audit_entries_no_delete;
--> statement-breakpoint
DROP TRIGGER log_entries_no_update;
--> statement-breakpoint
DROP TRIGGER log_entries_no_delete;
--> statement-breakpoint
DROP TRIGGER log_nodes_no_update;
--> statement-breakpoint
DROP TRIGGER log_nodes_no_delete;
--> statement-breakpoint
DROP TRIGGER log_objects_no_update;
--> statement-breakpoint
DROP TRIGGER log_objects_no_delete;
--> statement-breakpoint
DROP TRIGGER signed_logs_no_delete;
--> statement-breakpoint
DROP TRIGGER signed_logs_fixed;
--> statement-breakpoint
DROP TRIGGER audit_threshold_changes_no_update;
--> statement-breakpoint
DROP TRIGGER audit_threshold_changes_no_delete;
--> statement-breakpoint
DROP TRIGGER audit_triage_no_update;
--> statement-breakpoint
DROP TRIGGER audit_triage_no_delete;
--> statement-breakpoint
DROP TRIGGER webhook_attempts_no_update;
--> statement-breakpoint
DROP TRIGGER events_feed;
--> statement-breakpoint
CREATE TABLE `earlier_holder_days` (
	`token_id` integer NOT NULL,
	`day` text NOT NULL,
	`unique_owners` integer NOT NULL,
	`slot` integer NOT NULL,
	PRIMARY KEY(`token_id`, `day`),
	FOREIGN KEY (`token_id`) REFERENCES `chain_tokens`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `__new_webhook_deliveries` (
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
	CONSTRAINT "webhook_deliveries_state" CHECK(state = 'pending' OR state = 'delivering' OR state = 'delivered' OR state = 'failed' OR state = 'dead_letter' OR state = 'held' OR state = 'cancelled'),
	CONSTRAINT "webhook_deliveries_lease" CHECK((state = 'delivering') = (lease_id IS NOT NULL) AND (lease_id IS NULL) = (lease_expires_at IS NULL)),
	CONSTRAINT "webhook_deliveries_due" CHECK((state IN ('pending', 'failed')) = (next_attempt_at IS NOT NULL)),
	CONSTRAINT "webhook_deliveries_held" CHECK((state = 'held') = (held_at IS NOT NULL)),
	CONSTRAINT "webhook_deliveries_delivered" CHECK(state <> 'delivered' OR delivered_at IS NOT NULL),
	CONSTRAINT "webhook_deliveries_died" CHECK((state = 'dead_letter') = (died_at IS NOT NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_webhook_deliveries`("id", "webhook_id", "event_id", "partner_id", "state", "attempts", "round_attempts", "round_started_at", "round_held_ms", "held_at", "next_attempt_at", "lease_id", "lease_expires_at", "reason_tag", "last_error", "last_attempt_at", "delivered_at", "died_at", "created_at", "updated_at") SELECT "id", "webhook_id", "event_id", "partner_id", "state", "attempts", "round_attempts", "round_started_at", "round_held_ms", "held_at", "next_attempt_at", "lease_id", "lease_expires_at", "reason_tag", "last_error", "last_attempt_at", "delivered_at", "died_at", "created_at", "updated_at" FROM `webhook_deliveries`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = '__new_webhook_deliveries';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_webhook_deliveries', seq FROM sqlite_sequence WHERE name = 'webhook_deliveries';
--> statement-breakpoint
DROP TABLE `webhook_deliveries`;
--> statement-breakpoint
ALTER TABLE `__new_webhook_deliveries` RENAME TO `webhook_deliveries`;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`event_id`,`webhook_id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_partner` ON `webhook_deliveries` (`partner_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_webhook` ON `webhook_deliveries` (`webhook_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`state`,`id`) WHERE state = 'pending' OR state = 'failed' OR state = 'held';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_retries` ON `webhook_deliveries` (`webhook_id`,`next_attempt_at`,`id`) WHERE state = 'failed';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_leases` ON `webhook_deliveries` (`lease_expires_at`) WHERE state = 'delivering';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_troubled` ON `webhook_deliveries` (`partner_id`,`state`,`id`) WHERE state = 'failed' OR state = 'dead_letter' OR state = 'held' OR state = 'cancelled';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_reason` ON `webhook_deliveries` (`partner_id`,`reason_tag`,`id`) WHERE reason_tag IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_dead` ON `webhook_deliveries` (`partner_id`,`died_at`) WHERE state = 'dead_letter';
--> statement-breakpoint
ALTER TABLE `portal_links` ADD `operator` text;
--> statement-breakpoint
ALTER TABLE `portal_links` ADD `operator_role` text;
--> statement-breakpoint
ALTER TABLE `portal_sessions` ADD `operator` text;
--> statement-breakpoint
ALTER TABLE `portal_sessions` ADD `operator_role` text;
--> statement-breakpoint
ALTER TABLE `signed_logs` ADD `contradicts_note` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `webhooks` ADD `reason` text;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER users_balance_suspect AFTER UPDATE OF balance ON users
	WHEN NEW.balance <> coalesce((SELECT balance_after FROM ledger_entries WHERE user_id = NEW.id ORDER BY id DESC LIMIT 1), 0)
BEGIN
	INSERT INTO balance_suspects (user_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_searchable AFTER INSERT ON ledger_entries
	WHEN NEW.id >= ifnull((SELECT through_id FROM ledger_search), 0) + 64
BEGIN
	INSERT INTO ledger_by_partner (partner_id, entry_id)
		SELECT partner_id, id FROM ledger_entries WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id;
	INSERT INTO ledger_by_reason (partner_id, reason, entry_id)
		SELECT partner_id, reason, id FROM ledger_entries WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id;
	INSERT INTO ledger_by_source (partner_id, source, entry_id)
		SELECT partner_id, source, id FROM ledger_entries WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id;
	INSERT INTO ledger_by_metadata (partner_id, name, value, entry_id)
		SELECT e.partner_id, note.key, note.value, e.id FROM ledger_entries AS e, json_each(e.metadata) AS note
			WHERE e.id > ifnull((SELECT through_id FROM ledger_search), 0) AND e.id <= NEW.id;
	INSERT INTO ledger_hours (hour, min_id, max_id, entries)
		SELECT created_at / 3600000, min(id), max(id), count(*) FROM ledger_entries
			WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id GROUP BY 1
		ON CONFLICT (hour) DO UPDATE SET min_id = min(min_id, excluded.min_id), max_id = max(max_id, excluded.max_id),
			entries = entries + excluded.entries;
	INSERT INTO key_daily_credits (key_id, day, credited)
		SELECT partner_key_id, date(created_at / 1000, 'unixepoch'), min(sum(delta), 9000000000000000) FROM ledger_entries
			WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id AND delta > 0 AND partner_key_id IS NOT NULL
			GROUP BY 1, 2
		ON CONFLICT (key_id, day) DO UPDATE SET credited = min(credited + excluded.credited, 9000000000000000);
	INSERT INTO ledger_months (partner_id, month, kind, reason, credits, credited, debits, debited)
		SELECT partner_id, strftime('%Y-%m', created_at / 1000, 'unixepoch'),
			CASE WHEN origin = 'system' THEN substr(idempotency_key, 1, instr(idempotency_key, ':') - 1)
				WHEN reason = 'conversion' AND delta < 0 THEN 'conversion' ELSE origin END, reason,
			sum(delta > 0), min(sum(max(delta, 0)), 9000000000000000000),
			sum(delta < 0), min(sum(max(-delta, 0)), 9000000000000000000) FROM ledger_entries
			WHERE id > ifnull((SELECT through_id FROM ledger_search), 0) AND id <= NEW.id GROUP BY 1, 2, 3, 4
		ON CONFLICT (partner_id, month, kind, reason) DO UPDATE SET credits = credits + excluded.credits,
			credited = min(credited + excluded.credited, 9000000000000000000),
			debits = debits + excluded.debits, debited = min(debited + excluded.debited, 9000000000000000000);
	INSERT INTO ledger_search (id, through_id) VALUES (1, NEW.id) ON CONFLICT (id) DO UPDATE SET through_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER donation_claims_metadata AFTER INSERT ON donation_claims WHEN NEW.metadata IS NOT NULL
BEGIN
	INSERT INTO claims_by_metadata (partner_id, name, value, claim_id)
		SELECT NEW.partner_id, key, value, NEW.id FROM json_each(NEW.metadata);
END;
--> statement-breakpoint
CREATE TRIGGER donation_claims_metadata_change AFTER UPDATE OF metadata ON donation_claims
BEGIN
	DELETE FROM claims_by_metadata WHERE (partner_id, name, value, claim_id) IN
		(SELECT OLD.partner_id, key, value, OLD.id FROM json_each(OLD.metadata));
	INSERT INTO claims_by_metadata (partner_id, name, value, claim_id)
		SELECT NEW.partner_id, key, value, NEW.id FROM json_each(NEW.metadata);
END;
--> statement-breakpoint
CREATE TRIGGER messenger_entries_no_update BEFORE UPDATE ON messenger_entries BEGIN SELECT RAISE(ABORT, 'entries of missiles and free spins are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER messenger_entries_no_delete BEFORE DELETE ON messenger_entries BEGIN SELECT RAISE(ABORT, 'entries of missiles and free spins are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER messenger_setups_no_update BEFORE UPDATE ON messenger_setups BEGIN SELECT RAISE(ABORT, 'a setup is what rounds were played by: it never changes'); END;
--> statement-breakpoint
CREATE TRIGGER messenger_setups_no_delete BEFORE DELETE ON messenger_setups BEGIN SELECT RAISE(ABORT, 'a setup is what rounds were played by: it never goes'); END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER portal_ends_with_key AFTER UPDATE OF status ON partner_keys WHEN new.status = 'disabled' BEGIN DELETE FROM portal_links WHERE key_id = new.key_id; DELETE FROM portal_sessions WHERE key_id = new.key_id; END;
--> statement-breakpoint
CREATE TRIGGER portal_ends_with_old_secret AFTER UPDATE OF previous_secret_expires_at ON partner_keys WHEN old.previous_secret_expires_at > new.updated_at BEGIN DELETE FROM portal_links WHERE key_id = new.key_id; DELETE FROM portal_sessions WHERE key_id = new.key_id; END;
--> statement-breakpoint
CREATE TRIGGER portal_ends_with_operator AFTER UPDATE OF status, role ON operators BEGIN DELETE FROM portal_links WHERE operator = old.name; DELETE FROM portal_sessions WHERE operator = old.name; END;
--> statement-breakpoint
CREATE TRIGGER portal_ends_with_deleted_operator AFTER DELETE ON operators BEGIN DELETE FROM portal_links WHERE operator = old.name; DELETE FROM portal_sessions WHERE operator = old.name; END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER audit_threshold_changes_no_update BEFORE UPDATE ON audit_threshold_changes BEGIN SELECT RAISE(ABORT, 'the history of thresholds is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_threshold_changes_no_delete BEFORE DELETE ON audit_threshold_changes BEGIN SELECT RAISE(ABORT, 'the history of thresholds is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_triage_no_update BEFORE UPDATE ON audit_triage BEGIN SELECT RAISE(ABORT, 'the history of triage is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_triage_no_delete BEFORE DELETE ON audit_triage BEGIN SELECT RAISE(ABORT, 'the history of triage is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER webhook_attempts_no_update BEFORE UPDATE ON webhook_attempts BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER events_feed AFTER INSERT ON events
	WHEN NEW.id >= ifnull((SELECT through_id FROM event_feed_state), 0) + 64
BEGIN
	INSERT INTO event_feed (partner_id, sequence, event_id)
		SELECT partner_id, sequence, id FROM events WHERE id > ifnull((SELECT through_id FROM event_feed_state), 0) AND id <= NEW.id;
	INSERT INTO event_feed_state (id, through_id) VALUES (1, NEW.id) ON CONFLICT (id) DO UPDATE SET through_id = NEW.id;
END;
