import { supplyChangesOf } from "./supply-change.ts";
import { causedBy, type Detector } from "./support/detector.ts";

export const supplyIncrease: Detector = {
  type: "supply_increase",
  description:
    "Tokens were minted. It only warns where EXPECTED_MINT_AUTHORITY was the mint's authority at the time.",
  severities: ["warn", "bad"],
  thresholds: [],
  start({ expectedMintAuthority }) {
    return {
      *see(transaction) {
        for (const { owner, amount, accounts, authorities } of supplyChangesOf(transaction, "mint")) {
          // Who signed a MintTo was the mint's authority at that moment.
          const isExpected =
            expectedMintAuthority !== null &&
            authorities.length > 0 &&
            authorities.every((each) => each === expectedMintAuthority);
          yield causedBy(transaction, {
            type: "supply_increase",
            severity: isExpected ? "warn" : "bad",
            wallet: owner,
            delta: amount,
            details: { accounts, mint_authorities: authorities, is_expected_authority: isExpected },
          });
        }
      },
    };
  },
};
