-- WITHOUT ROWID: user_prefixes

CREATE VIRTUAL TABLE users_fts USING fts5(username, display_name, external_id, email, content='', contentless_delete=1, tokenize='trigram');

CREATE VIRTUAL TABLE wallets_fts USING fts5(wallet_addresses, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;

CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;

CREATE TRIGGER users_balance_suspect AFTER UPDATE OF balance ON users
	WHEN NEW.balance <> coalesce((SELECT balance_after FROM ledger_entries WHERE user_id = NEW.id ORDER BY id DESC LIMIT 1), 0)
BEGIN
	INSERT INTO balance_suspects (user_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER ledger_entries_hour AFTER INSERT ON ledger_entries BEGIN
	INSERT INTO ledger_hours (hour, min_id, max_id, entries) VALUES (NEW.created_at / 3600000, NEW.id, NEW.id, 1)
		ON CONFLICT (hour) DO UPDATE SET max_id = excluded.max_id, entries = entries + 1;
END;
