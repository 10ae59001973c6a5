import { noRows } from "../../platform/invariants/index.ts";

/** A transaction pays for one conversion or claim, which records the transaction. */
export const settlements = noRows(
  "settlements",
  "each signature pays for one conversion or claim, and each settled one has a signature",
  `SELECT 'signature ' || signature || ' stands in ' || COUNT(*) || ' settlements' AS fault
      FROM settlement_signatures GROUP BY signature HAVING COUNT(*) > 1
    UNION ALL
    SELECT pays_for || ' is paid for by ' || COUNT(*) || ' signatures'
      FROM settlement_signatures GROUP BY pays_for HAVING COUNT(*) > 1
    UNION ALL
    SELECT 'signature ' || s.signature || ' pays for ' || s.pays_for || ', which it did not settle'
      FROM settlement_signatures AS s
      LEFT JOIN conversions AS c ON s.pays_for = 'conversion:' || c.id AND c.id = CAST(substr(s.pays_for, 12) AS INTEGER)
        AND c.state = 'settled' AND c.settlement_signature IS s.signature
      LEFT JOIN donation_claims AS d ON s.pays_for = 'claim:' || d.id AND d.id = CAST(substr(s.pays_for, 7) AS INTEGER)
        AND d.state = 'redeemed' AND d.settlement_signature IS s.signature
      WHERE c.id IS NULL AND d.id IS NULL
    UNION ALL
    SELECT 'conversion ' || c.id || ' is settled by a signature that is not kept'
      FROM conversions AS c
      LEFT JOIN settlement_signatures AS s ON s.pays_for = 'conversion:' || c.id
      WHERE c.state = 'settled' AND (s.signature IS NULL OR s.signature IS NOT c.settlement_signature)
    UNION ALL
    SELECT 'claim ' || d.id || ' is settled by a signature that is not kept'
      FROM donation_claims AS d
      LEFT JOIN settlement_signatures AS s ON s.pays_for = 'claim:' || d.id
      WHERE d.state = 'redeemed' AND d.salutes IS NULL
        AND (s.signature IS NULL OR s.signature IS NOT d.settlement_signature)`,
);
