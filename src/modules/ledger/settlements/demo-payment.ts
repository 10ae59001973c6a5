import { DemoReader, demoSignature } from "../../../chain/demo-reader.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { DuePayment } from "./rules.ts";
import type { Treasury } from "./verify-payment.ts";

/**
 * Records the transfer that pays a due amount on the demo chain. Returns its signature.
 * @throws Problem state_conflict on any other chain, before `findDue` is called
 */
export async function payOnDemoChain(
  { chain, wallets }: Treasury,
  findDue: () => DuePayment | Promise<DuePayment>,
): Promise<string> {
  if (!(chain instanceof DemoReader)) {
    throw new Problem(
      "state_conflict",
      "Give the signature of a payment: only the demo chain records transfers, and this is another chain.",
    );
  }
  const due = await findDue();
  const signature = demoSignature(due.paysFor);
  chain.recordTransfer(signature, [
    { mint: due.mint, from: wallets[0] ?? null, to: due.wallet, amount: due.amount },
  ]);
  return signature;
}
