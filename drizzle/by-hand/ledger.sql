-- WITHOUT ROWID: user_prefixes, ledger_by_partner, ledger_by_reason, ledger_by_source, ledger_by_metadata, claims_by_metadata, ledger_months, ledger_reversal_items

CREATE VIRTUAL TABLE users_fts USING fts5(username, display_name, external_id, email, content='', contentless_delete=1, tokenize='trigram');

CREATE VIRTUAL TABLE wallets_fts USING fts5(wallet_addresses, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;

CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;

CREATE TRIGGER users_balance_suspect AFTER UPDATE OF balance ON users
	WHEN NEW.balance <> coalesce((SELECT balance_after FROM ledger_entries WHERE user_id = NEW.id ORDER BY id DESC LIMIT 1), 0)
BEGIN
	INSERT INTO balance_suspects (user_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;

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

CREATE TRIGGER donation_claims_metadata AFTER INSERT ON donation_claims WHEN NEW.metadata IS NOT NULL
BEGIN
	INSERT INTO claims_by_metadata (partner_id, name, value, claim_id)
		SELECT NEW.partner_id, key, value, NEW.id FROM json_each(NEW.metadata);
END;

CREATE TRIGGER donation_claims_metadata_change AFTER UPDATE OF metadata ON donation_claims
BEGIN
	DELETE FROM claims_by_metadata WHERE (partner_id, name, value, claim_id) IN
		(SELECT OLD.partner_id, key, value, OLD.id FROM json_each(OLD.metadata));
	INSERT INTO claims_by_metadata (partner_id, name, value, claim_id)
		SELECT NEW.partner_id, key, value, NEW.id FROM json_each(NEW.metadata);
END;
