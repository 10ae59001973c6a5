import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { sumLeaf, sumUnder } from "../../../kit/crypto/sum-tree.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { Inclusion } from "./model.ts";

const Published = Type.Object({
  ...Type.Pick(Inclusion, ["root", "liabilities_hundredths", "leaves"]).properties,
  liabilities_salutes: Type.Optional(Type.Number()),
});

interface InclusionVerdict {
  user_id: string;
  balance: number;
  ok: boolean;
  detail: string;
}

/**
 * Recomputes a path and compares its end with the published proof. @throws InvalidInput naming the malformed text
 */
export function verifyInclusion(inclusionText: string, proofText: string): InclusionVerdict {
  const inclusion = parse("inclusion", inclusionText, Inclusion);
  const proof = parse("proof", proofText, Published);
  const { user_id, balance } = inclusion;
  const fault = faultOf(inclusion, proof);
  const detail = fault ?? `is counted in the ${proof.liabilities_hundredths} hundredths of the proof's root`;
  return { user_id, balance, ok: fault === null, detail };
}

function faultOf(found: Static<typeof Inclusion>, proof: Static<typeof Published>): string | null {
  const amount = BigInt(found.balance_hundredths);
  const leaf = sumLeaf(found.salt, found.user_id, amount);
  if (leaf.hash !== found.leaf) return "the leaf is not that of this user and balance";
  if (found.balance !== fromHundredths(Number(amount))) return "balance and balance_hundredths differ";
  const root = sumUnder(
    leaf,
    found.path.map(({ side, hash, sum }) => ({ side, hash, sum: BigInt(sum) })),
  );
  if (root.hash !== proof.root) return "the path does not lead to the published root";
  const sum = String(root.sum);
  if (sum !== proof.liabilities_hundredths || sum !== found.liabilities_hundredths)
    return "the sums do not add up to the liabilities";
  const { liabilities_salutes: salutes } = proof;
  if (salutes !== undefined && salutes !== fromHundredths(Number(sum)))
    return "the proof's liabilities_salutes and liabilities_hundredths differ";
  if (found.root !== proof.root || found.leaves !== proof.leaves)
    return "the inclusion and the proof are of different counts";
  return null;
}

function parse<Shape extends typeof Inclusion | typeof Published>(
  field: string,
  text: string,
  shape: Shape,
): Static<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInput(field, "is not JSON");
  }
  if (!Value.Check(shape, value)) throw new InvalidInput(field, "is not such an answer");
  return value;
}
