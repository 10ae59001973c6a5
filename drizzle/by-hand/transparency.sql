-- WITHOUT ROWID: log_entries, log_nodes

CREATE TRIGGER log_entries_no_update BEFORE UPDATE ON log_entries BEGIN SELECT RAISE(ABORT, 'log entries are append-only'); END;

CREATE TRIGGER log_entries_no_delete BEFORE DELETE ON log_entries BEGIN SELECT RAISE(ABORT, 'log entries are append-only'); END;

CREATE TRIGGER log_nodes_no_update BEFORE UPDATE ON log_nodes BEGIN SELECT RAISE(ABORT, 'log nodes are append-only'); END;

CREATE TRIGGER log_nodes_no_delete BEFORE DELETE ON log_nodes BEGIN SELECT RAISE(ABORT, 'log nodes are append-only'); END;

CREATE TRIGGER log_objects_no_update BEFORE UPDATE ON log_objects BEGIN SELECT RAISE(ABORT, 'log objects are written once'); END;

CREATE TRIGGER log_objects_no_delete BEFORE DELETE ON log_objects BEGIN SELECT RAISE(ABORT, 'log objects are written once'); END;

CREATE TRIGGER signed_logs_no_delete BEFORE DELETE ON signed_logs BEGIN SELECT RAISE(ABORT, 'a log stays'); END;

CREATE TRIGGER signed_logs_fixed BEFORE UPDATE ON signed_logs
  WHEN OLD.id <> NEW.id OR OLD.uid <> NEW.uid OR OLD.origin <> NEW.origin OR OLD.vkey <> NEW.vkey
  BEGIN SELECT RAISE(ABORT, 'origin and key of a log are fixed once'); END;
