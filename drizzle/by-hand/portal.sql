CREATE TRIGGER portal_ends_with_key AFTER UPDATE OF status ON partner_keys WHEN new.status = 'disabled' BEGIN DELETE FROM portal_links WHERE key_id = new.key_id; DELETE FROM portal_sessions WHERE key_id = new.key_id; END;

CREATE TRIGGER portal_ends_with_old_secret AFTER UPDATE OF previous_secret_expires_at ON partner_keys WHEN old.previous_secret_expires_at > new.updated_at BEGIN DELETE FROM portal_links WHERE key_id = new.key_id; DELETE FROM portal_sessions WHERE key_id = new.key_id; END;

CREATE TRIGGER portal_ends_with_operator AFTER UPDATE OF status, role ON operators BEGIN DELETE FROM portal_links WHERE operator = old.name; DELETE FROM portal_sessions WHERE operator = old.name; END;

CREATE TRIGGER portal_ends_with_deleted_operator AFTER DELETE ON operators BEGIN DELETE FROM portal_links WHERE operator = old.name; DELETE FROM portal_sessions WHERE operator = old.name; END;
