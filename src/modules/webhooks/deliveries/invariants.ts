import { noRows } from "../../platform/invariants/index.ts";

/** An event has as many records as it counts, each for a different webhook of its own partner. */
export const eventFanout = noRows(
  "event_fanout",
  "every event has the delivery records that it counts",
  `SELECT 'event ' || e.id || ' counts ' || e.fanout_count || ' delivery records and has '
        || COUNT(d.id) AS fault
      FROM events AS e LEFT JOIN webhook_deliveries AS d ON d.event_id = e.id
      GROUP BY e.id HAVING COUNT(d.id) <> e.fanout_count
    UNION ALL
    SELECT 'record ' || d.id || ' is not of its event''s partner, or goes to another''s webhook'
      FROM webhook_deliveries AS d
      LEFT JOIN events AS e ON e.id = d.event_id LEFT JOIN webhooks AS w ON w.id = d.webhook_id
      WHERE e.partner_id IS NOT d.partner_id OR w.partner_id IS NOT d.partner_id
    UNION ALL
    SELECT 'partner ' || p.id || ' counts ' || COALESCE(t.records, 0) || ' records in all and has '
        || (SELECT COUNT(*) FROM webhook_deliveries AS d WHERE d.partner_id = p.id)
      FROM partners AS p LEFT JOIN delivery_totals AS t ON t.partner_id = p.id
      WHERE COALESCE(t.records, 0) <> (SELECT COUNT(*) FROM webhook_deliveries AS d WHERE d.partner_id = p.id)`,
);

/** A partner's kept events have consecutive numbers in the order of their ids, and the feed finds them. */
export const eventSequence = noRows(
  "event_sequence",
  "every partner's events are numbered without a gap, and the feed finds them",
  `SELECT 'event ' || id || ' has number ' || sequence || ' after ' || before AS fault
      FROM (SELECT id, e.sequence, ifnull(f.sequence, 0) AS floor, lag(e.sequence) OVER (PARTITION BY e.partner_id ORDER BY id) AS before
        FROM events AS e LEFT JOIN event_feed_floors AS f ON f.partner_id = e.partner_id)
      WHERE sequence IS NOT before + 1 AND sequence > floor + 1 OR sequence <= before
    UNION ALL
    SELECT 'event ' || id || ' is not in the feed' FROM events AS e
      WHERE id <= ifnull((SELECT through_id FROM event_feed_state), 0) AND NOT EXISTS (
        SELECT 1 FROM event_feed AS f WHERE f.partner_id = e.partner_id AND f.sequence = e.sequence AND f.event_id = e.id)`,
);

/**
 * Every lease belongs to a delivering record, every delivering record has a lease, and times agree with the state.
 */
export const deliveryStates = noRows(
  "delivery_states",
  "every lease belongs to a delivering record, and every delivering record has a lease",
  `SELECT 'record ' || id || ' is ' || state || ': ' || CASE
      WHEN (state = 'delivering') <> (lease_id IS NOT NULL) OR (lease_id IS NULL) <> (lease_expires_at IS NULL)
        THEN 'its lease says otherwise'
      WHEN (state IN ('pending', 'failed')) <> (next_attempt_at IS NOT NULL) THEN 'its next attempt says otherwise'
      WHEN (state = 'held') <> (held_at IS NOT NULL) THEN 'the time since which it is held says otherwise'
      ELSE 'the time of its end says otherwise' END AS fault
    FROM webhook_deliveries
    WHERE (state = 'delivering') <> (lease_id IS NOT NULL) OR (lease_id IS NULL) <> (lease_expires_at IS NULL)
      OR (state IN ('pending', 'failed')) <> (next_attempt_at IS NOT NULL)
      OR (state = 'held') <> (held_at IS NOT NULL)
      OR (state = 'dead_letter') <> (died_at IS NOT NULL)
      OR (state = 'delivered' AND delivered_at IS NULL)`,
);

/**
 * The index finds everything that is due: each waiting record is in the index of the search for work, and its webhook
 * is one that the search finds. Records of a webhook that is being drained are exempt.
 */
export const dueDeliveries = noRows(
  "due_deliveries",
  "the search for work finds every waiting record",
  `SELECT 'record ' || d.id || ' is ' || d.state || ', and its webhook is ' || CASE
          WHEN w.deleted_at IS NOT NULL THEN 'deleted' WHEN w.is_active = 1 THEN 'on' ELSE 'off' END AS fault
      FROM webhook_deliveries AS d NOT INDEXED JOIN webhooks AS w ON w.id = d.webhook_id
      WHERE w.is_settling = 0 AND d.state IN ('pending', 'failed', 'held')
        AND d.state IN ('pending', 'failed') <> (w.is_active = 1 AND w.deleted_at IS NULL)
    UNION ALL
    SELECT 'record ' || id || ' is ' || state || ', and the index does not have it'
      FROM webhook_deliveries AS d NOT INDEXED
      WHERE state IN ('pending', 'failed', 'held') AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries AS i INDEXED BY webhook_deliveries_waiting
          WHERE i.webhook_id = d.webhook_id AND i.state = d.state AND i.id = d.id
            AND (i.state = 'pending' OR i.state = 'failed' OR i.state = 'held'))`,
);

/**
 * Finished records were attempted, unless the target was blocked or time ran out first; the attempts match their
 * count.
 */
export const deliveryAttempts = noRows(
  "delivery_attempts",
  "every delivered or dead record has as many attempts as it counts",
  `SELECT 'record ' || d.id || ' is ' || d.state || ' and was never attempted' AS fault
      FROM webhook_deliveries AS d
      WHERE d.state IN ('delivered', 'dead_letter') AND NOT EXISTS (
          SELECT 1 FROM webhook_attempts AS a WHERE a.delivery_id = d.id)
        AND NOT (d.state = 'dead_letter' AND d.reason_tag IN ('blocked_target', 'expired'))
    UNION ALL
    SELECT 'record ' || d.id || ' counts ' || d.attempts || ' attempts and has ' || COUNT(a.id)
      FROM webhook_deliveries AS d
      LEFT JOIN webhook_attempts AS a ON a.delivery_id = d.id AND a.is_probe = 0
      GROUP BY d.id HAVING COUNT(a.id) <> d.attempts`,
);
