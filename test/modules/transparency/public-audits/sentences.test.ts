import { describe, expect, test } from "bun:test";
import { ANOMALY_TYPES } from "../../../../src/modules/transparency/audits/detectors/index.ts";
import { describeAnomaly } from "../../../../src/modules/transparency/public-audits/rules/sentence.ts";

/** Anomalies as holders read them. */

const KEY = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

describe("an anomaly in one sentence", () => {
  test.each(ANOMALY_TYPES)("%s is whole without any detail", (type) => {
    const text = describeAnomaly({ type, delta: null, details: {} });
    expect(text).toMatch(/^[A-Z][^_]*[^.]\.$/);
    expect(text).not.toMatch(/null|undefined|NaN| {2}|,,/);
  });

  test.each([
    [
      "authority_change",
      null,
      { power: "mint_authority", previous: KEY, current: null, source: "set_authority" },
      "The mint authority was given up: nobody holds it any more.",
    ],
    [
      "authority_change",
      null,
      { power: "transfer_fee", previous: null, current: KEY, source: "reading" },
      "The authority over the extension transfer fee was given to 9xQeW…sVFin; nobody held it before.",
    ],
    [
      "large_transfer",
      "-2500000",
      { share_of_supply_pct: "2.5" },
      "A wallet gave away 2,500,000 tokens in one transaction, 2.5 % of the supply.",
    ],
    [
      "large_transfer",
      "2500000",
      { share_of_supply_pct: "2.5" },
      "A wallet received 2,500,000 tokens in one transaction, 2.5 % of the supply.",
    ],
    [
      "dust_storm",
      null,
      { transactions: 21, seconds: 1 },
      "A wallet sent tiny amounts to many others: 21 transactions in 1 second.",
    ],
    [
      "new_top_holder",
      null,
      { rank: 4, amount: "1000.5", share_of_supply_pct: "1.1" },
      "A wallet is new among the 10 largest holders, at rank 4, with 1,000.5 tokens, 1.1 % of the supply.",
    ],
    [
      "self_transfer_loop",
      "70",
      { others: 1, share_of_supply_pct: "0.1" },
      "70 tokens came back to the wallet that had sent them through 1 other wallet, 0.1 % of the supply.",
    ],
    [
      "supply_increase",
      "5",
      { is_expected_authority: false },
      "5 tokens were newly minted, but not by an announced mint authority.",
    ],
    [
      "treasury_outflow",
      "-5",
      { settles: { kind: "claim", id: 7 }, share_of_wallet_pct: "0.2" },
      "5 tokens left a treasury wallet (0.2 % of its tokens), which paid claim 7 of a user.",
    ],
    [
      "treasury_outflow",
      "-5",
      { settles: null },
      "5 tokens left a treasury wallet, and paid no conversion or claim that is recorded here.",
    ],
  ] as const)("%s of %s", (type, delta, details, expected) => {
    expect(describeAnomaly({ type, delta, details })).toBe(expected);
  });
});
