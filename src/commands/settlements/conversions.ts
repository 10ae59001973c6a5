import {
  CONVERSION_STATES,
  failConversion,
  listConversions,
  type PolicyChanges,
  readPolicy,
  setPolicy,
  settleByDemoTransfer,
  settleConversion,
} from "../../modules/ledger/conversions/index.ts";
import {
  type Command,
  type Flags,
  type Invocation,
  type Option,
  oneWord,
  print,
  printData,
  requiredFlag,
  textFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { toActor, withServices } from "../workspace.ts";
import { PAYMENT_OPTIONS, paymentFlag, stateFlag } from "./payment-flags.ts";

const list: Command = {
  name: "conversions list",
  usage: `conversions list [--state ${CONVERSION_STATES.join("|")}] [--json]`,
  summary: "List conversions of salutes into tokens, newest first",
  options: {
    state: { type: "string", value: "STATE", meaning: `Only those that are ${CONVERSION_STATES.join(", ")}` },
  },
  run: (invocation) => {
    const state = stateFlag(invocation.flags, CONVERSION_STATES);
    return withServices(invocation, ({ live }) => {
      const conversions = listConversions(live.read, state);
      const rows = conversions.map((each) => [
        String(each.conversion_id),
        each.state,
        each.partner,
        each.user_id,
        String(each.amount),
        each.token_amount,
        each.wallet_address,
        each.created_at,
      ]);
      printData(invocation.flags, conversions, () =>
        textTable(
          ["ID", "STATE", "PARTNER", "USER", "SALUTES", "TOKENS", "WALLET", "CREATED"],
          rows,
          "No conversions yet. Partners make them once the policy is on: salute conversions policy --enabled on",
        ),
      );
      return 0;
    });
  },
};

const settle: Command = {
  name: "conversions settle",
  needs: ["SOLANA_RPC_URLS"],
  usage: "conversions settle ID --signature SIGNATURE | --demo-transfer",
  summary: "Settle a conversion by the transaction that paid it",
  words: ["ID"],
  options: PAYMENT_OPTIONS,
  run: (invocation) => {
    const id = conversionId(invocation);
    const signature = paymentFlag(invocation.flags);
    return withServices(invocation, async ({ live, treasury }) => {
      const actor = toActor(settle);
      const settled =
        signature === null
          ? await settleByDemoTransfer({ live, treasury }, actor, id)
          : await settleConversion({ live, treasury }, actor, { id, signature });
      print(`conversion ${id} is settled by ${settled.settlement_signature}`);
      return 0;
    });
  },
};

const fail: Command = {
  name: "conversions fail",
  usage: "conversions fail ID --reason TEXT",
  summary: "Mark a conversion as failed and return its salutes",
  words: ["ID"],
  options: {
    reason: { type: "string", value: "TEXT", meaning: "Reason in the partner's event" },
  },
  run: (invocation) => {
    const id = conversionId(invocation);
    const reason = requiredFlag(invocation.flags, "reason");
    return withServices(invocation, async ({ live }) => {
      await live.writer.run((tx) => failConversion(tx, toActor(fail), { id, reason }));
      print(`conversion ${id} has failed; its salutes are returned`);
      return 0;
    });
  },
};

/** The policy's numbers, by their flags. */
const POLICY_FLAGS = {
  "salutes-per-token": "salutes_per_token",
  "min-amount": "min_amount",
  "max-amount": "max_amount",
  "daily-limit-per-user": "daily_limit_per_user",
  "fee-pct": "fee_pct",
} as const;

const POLICY_OPTIONS: Record<keyof typeof POLICY_FLAGS, Option> = {
  "salutes-per-token": { type: "string", value: "N", meaning: "The price of a token, in salutes" },
  "min-amount": {
    type: "string",
    value: "N",
    meaning: "Smallest conversion, in salutes",
  },
  "max-amount": { type: "string", value: "N", meaning: "Largest conversion, in salutes" },
  "daily-limit-per-user": {
    type: "string",
    value: "N",
    meaning: "Daily limit per user (UTC day), in salutes",
  },
  "fee-pct": { type: "string", value: "N", meaning: "The fee, as a percentage of the tokens" },
};

const policy: Command = {
  name: "conversions policy",
  usage:
    "conversions policy [--enabled on|off] [--salutes-per-token N] [--min-amount N] [--max-amount N] [--daily-limit-per-user N] [--fee-pct N] [--json]",
  summary: "Show the conversion policy, or change the values given by flags",
  options: {
    enabled: { type: "string", value: "on|off", meaning: "Whether partners may convert at all" },
    ...POLICY_OPTIONS,
  },
  run: (invocation) => {
    const changes = policyChanges(invocation.flags);
    return withServices(invocation, async ({ live }) => {
      const shown =
        Object.keys(changes).length === 0
          ? readPolicy(live.read)
          : await live.writer.run((tx) => setPolicy(tx, toActor(policy), changes));
      printData(invocation.flags, shown, () =>
        Object.entries(shown)
          .map(([name, value]) => `${name.padEnd(22)}${value ?? "-"}`)
          .join("\n"),
      );
      return 0;
    });
  },
};

function policyChanges(flags: Flags): PolicyChanges {
  const changes: PolicyChanges = {};
  const enabled = textFlag(flags, "enabled");
  if (enabled !== undefined) {
    const isOn = ["on", "1", "true"].includes(enabled);
    if (!isOn && !["off", "0", "false"].includes(enabled)) throw new UsageError("--enabled is on or off");
    changes.enabled = isOn;
  }
  for (const [flag, field] of Object.entries(POLICY_FLAGS)) {
    const value = textFlag(flags, flag);
    if (value !== undefined) changes[field] = value;
  }
  return changes;
}

function conversionId(invocation: Invocation): number {
  const word = oneWord(invocation, "conversion id");
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new UsageError("a conversion's id is a whole number");
  return Number(word);
}

export const conversionsCommands: Command[] = [list, settle, fail, policy];
