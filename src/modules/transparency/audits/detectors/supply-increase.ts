import { groupSupplyChanges } from "./supply-change.ts";
import { causedBy, type Detector } from "./support/detector.ts";

export const supplyIncrease: Detector = {
  type: "supply_increase",
  description:
    "Tokens were minted. The severity is warn if EXPECTED_MINT_AUTHORITY was the mint authority at the time, otherwise bad.",
  severities: ["warn", "bad"],
  thresholds: [],
  start({ expectedMintAuthority }) {
    return {
      *visit(transaction) {
        for (const { owner, amount, accounts, authorities } of groupSupplyChanges(transaction, "mint")) {
          // The signer of a MintTo was the mint authority at that moment.
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
