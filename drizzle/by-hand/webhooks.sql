-- WITHOUT ROWID: event_feed

CREATE TRIGGER webhook_attempts_no_update BEFORE UPDATE ON webhook_attempts BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;

CREATE TRIGGER events_feed AFTER INSERT ON events
	WHEN NEW.id >= ifnull((SELECT through_id FROM event_feed_state), 0) + 64
BEGIN
	INSERT INTO event_feed (partner_id, sequence, event_id)
		SELECT partner_id, sequence, id FROM events WHERE id > ifnull((SELECT through_id FROM event_feed_state), 0) AND id <= NEW.id;
	INSERT INTO event_feed_state (id, through_id) VALUES (1, NEW.id) ON CONFLICT (id) DO UPDATE SET through_id = NEW.id;
END;
