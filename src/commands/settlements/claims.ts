import type { Services } from "../../compose/services.ts";
import {
  CLAIM_STATES,
  cancelClaim,
  findByCode,
  listClaims,
  settleClaim,
  settleClaimByDemoTransfer,
} from "../../modules/ledger/claims/index.ts";
import {
  type Command,
  CommandFailed,
  oneWord,
  print,
  printData,
  textFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { toActor, withServices } from "../workspace.ts";
import { PAYMENT_OPTIONS, paymentFlag, stateFlag } from "./payment-flags.ts";

const list: Command = {
  name: "claims list",
  usage: `claims list [--state ${CLAIM_STATES.join("|")}] [--json]`,
  summary: "List donation claims, newest first; codes are not shown",
  options: {
    state: { type: "string", value: "STATE", meaning: `Only those that are ${CLAIM_STATES.join(", ")}` },
  },
  run: (invocation) => {
    const state = stateFlag(invocation.flags, CLAIM_STATES);
    return withServices(invocation, ({ live, clock }) => {
      const claims = listClaims(live.read, { state, now: clock.now() });
      const rows = claims.map((each) => [
        String(each.claim_id),
        each.status,
        each.partner,
        each.amount,
        each.currency,
        each.user_id ?? "-",
        each.wallet_address ?? "-",
        each.created_at,
        each.campaign,
      ]);
      printData(invocation.flags, claims, () =>
        textTable(
          ["ID", "STATE", "PARTNER", "AMOUNT", "CURRENCY", "USER", "WALLET", "CREATED", "CAMPAIGN"],
          rows,
          "No claims yet. Partners issue them by POST /api/partner/donation-claim.",
        ),
      );
      return 0;
    });
  },
};

const settle: Command = {
  name: "claims settle",
  needs: ["SOLANA_RPC_URLS"],
  usage: "claims settle ID --signature SIGNATURE | --demo-transfer",
  summary: "Mark a claimed donation as redeemed by the transaction that paid it",
  details: "Not for SALUTES, which are credited when the recipient claims. A code may replace the ID.",
  words: ["ID"],
  options: PAYMENT_OPTIONS,
  run: (invocation) => {
    const word = oneWord(invocation, "claim id");
    const signature = paymentFlag(invocation.flags);
    return withServices(invocation, async (services) => {
      const { live, treasury, clock } = services;
      const id = claimId(services, word);
      const actor = toActor(settle);
      const settled =
        signature === null
          ? await settleClaimByDemoTransfer({ live, treasury }, actor, { id, now: clock.now() })
          : await settleClaim({ live, treasury }, actor, { id, signature, now: clock.now() });
      print(`claim ${id} is redeemed by ${settled.settlement_signature}`);
      return 0;
    });
  },
};

const cancel: Command = {
  name: "claims cancel",
  usage: "claims cancel ID [--reason TEXT]",
  summary: "Cancel a claim that is not redeemed yet, even a claimed one",
  details: "Make sure that a claimed one was not paid. A code may replace the ID.",
  words: ["ID"],
  options: {
    reason: { type: "string", value: "TEXT", meaning: "Reason in the partner's event" },
  },
  run: (invocation) => {
    const word = oneWord(invocation, "claim id");
    const reason = textFlag(invocation.flags, "reason") ?? null;
    return withServices(invocation, async (services) => {
      const id = claimId(services, word);
      await services.live.writer.run((tx) => cancelClaim(tx, toActor(cancel), { id, reason }));
      print(`claim ${id} is cancelled`);
      return 0;
    });
  },
};

/** Numbers are ids: a code is longer than any id. */
function claimId({ live, claimCodes }: Services, word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
  if (!/^[\dA-Za-z-]{16,}$/.test(word)) throw new UsageError("a claim's id is a whole number");
  const found = findByCode(live.read, claimCodes, word);
  if (found === null) throw new CommandFailed("Check the code: there is no claim of it.");
  return found.row.id;
}

export const claimsCommands: Command[] = [list, settle, cancel];
