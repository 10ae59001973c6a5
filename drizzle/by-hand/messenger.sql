-- WITHOUT ROWID: messenger_fair_nodes, messenger_outcomes, messenger_setup_days, messenger_scores, messenger_score_groups, messenger_player_days, messenger_active_days, messenger_lots

CREATE TRIGGER messenger_entries_no_update BEFORE UPDATE ON messenger_entries BEGIN SELECT RAISE(ABORT, 'entries of missiles and free spins are append-only'); END;

CREATE TRIGGER messenger_entries_no_delete BEFORE DELETE ON messenger_entries BEGIN SELECT RAISE(ABORT, 'entries of missiles and free spins are append-only'); END;

CREATE TRIGGER messenger_setups_no_update BEFORE UPDATE ON messenger_setups BEGIN SELECT RAISE(ABORT, 'a setup is what rounds were played by: it never changes'); END;

CREATE TRIGGER messenger_setups_no_delete BEFORE DELETE ON messenger_setups BEGIN SELECT RAISE(ABORT, 'a setup is what rounds were played by: it never goes'); END;
