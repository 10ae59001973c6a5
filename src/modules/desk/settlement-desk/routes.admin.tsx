/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { Flag, OneOf, Text } from "../../../http/schema/shapes.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import type { Site } from "../../../pages/index.ts";
import {
  CLAIM_ERRORS,
  cancelClaim,
  listClaims,
  settleClaim,
  settleClaimByDemoTransfer,
} from "../../ledger/claims/index.ts";
import {
  failConversion,
  listConversions,
  readPolicy,
  setPolicy,
  settleByDemoTransfer,
  settleConversion,
} from "../../ledger/conversions/index.ts";
import type { Treasury } from "../../ledger/settlements/index.ts";
import { adminForm, adminPage, confirmedForm, requireUnchanged } from "../../platform/admin-page/index.ts";
import { CHAIN_ERRORS } from "../../platform/chain-access/index.ts";
import { describeCancellation, describeReturn } from "./effects.tsx";
import { IdPath, requireConversion, requireDeskClaim, settlementLists } from "./routes.lists.tsx";
import { Settlements, SHOWN } from "./settlements-page.tsx";

export interface SettlementParts {
  site: Site;
  live: Database;
  treasury: Treasury;
}

const PATH = "/admin/settlements";
const SettleForm = Type.Object({
  signature: Type.Optional(Text(100)),
  /** The payment is made on the demo chain. */
  demo: Type.Optional(Flag()),
});

function requireSignature(signature: string | undefined): string {
  if (signature === undefined) throw new InvalidInput("signature", "is required");
  return signature;
}
const ReasonForm = Type.Object({ reason: Text(200) });
const CancelForm = Type.Object({ reason: Type.Optional(Text(200)) });
const PolicyForm = Type.Object({
  enabled: OneOf(["on", "off"]),
  salutes_per_token: Text(30),
  min_amount: Text(30),
  max_amount: Text(30),
  daily_limit_per_user: Text(30),
  fee_pct: Text(10),
  seen: Type.Optional(Text(64)),
});
const PAYMENT_ERRORS = ["not_found", "state_conflict", CHAIN_ERRORS.rpc_unavailable] as const;

const PAYMENT_FORM = { role: "operator", params: IdPath } as const;

/** Manual settlement of conversions and claims, and the conversion policy. */
export function settlementPages({ site, live, treasury }: SettlementParts): Operation[] {
  return [
    adminPage(site, {
      id: "settlementsPage",
      path: PATH,
      summary: "Settlements: conversions and claims awaiting payment, and the conversion policy",
      title: "Settlements",
      content: ({ sql, reader, now }) => (
        <Settlements
          {...{ reader, now }}
          isDemo={treasury.chain?.mode === "demo"}
          conversions={listConversions(sql, "pending_settlement", { limit: SHOWN + 1 })}
          claims={listClaims(sql, { state: "claimed", now, limit: SHOWN + 1 })}
          policy={readPolicy(sql)}
        />
      ),
    }),
    ...settlementLists(site, treasury),
    ...conversionForms({ site, live, treasury }),
    ...claimForms({ site, live, treasury }),
  ];
}

function conversionForms({ site, live, treasury }: SettlementParts): Operation[] {
  return [
    adminForm(site, {
      ...PAYMENT_FORM,
      id: "settleConversion",
      done: "Conversion settled.",
      path: "/admin/conversions/{id}/settle",
      summary: "Settle a conversion with its payment transaction",
      form: SettleForm,
      errors: PAYMENT_ERRORS,
      submit: async ({ actor, params, body: { demo, signature } }) => {
        const id = Number(params.id);
        if (demo === true) await settleByDemoTransfer({ live, treasury }, actor, id);
        else
          await settleConversion({ live, treasury }, actor, { id, signature: requireSignature(signature) });
        return seeOther(`/admin/conversions/${id}`);
      },
    }),
    ...confirmedForm(site, {
      ...PAYMENT_FORM,
      id: "failConversion",
      title: "Return salutes",
      back: "/admin/conversions/{id}",
      typed: (sql, { id }) => ({
        label: "Conversion",
        name: String(requireConversion(sql, Number(id)).conversion_id),
      }),
      effect: ({ sql, params }) => describeReturn(requireConversion(sql, Number(params.id))),
      done: "Conversion failed; its salutes are returned.",
      path: "/admin/conversions/{id}/fail",
      summary: "Fail a conversion and return its salutes",
      form: ReasonForm,
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params, body }) => {
        await live.writer.run((tx) =>
          failConversion(tx, actor, { id: Number(params.id), reason: body.reason }),
        );
        return seeOther(`/admin/conversions/${params.id}`);
      },
    }),
    adminForm(site, {
      id: "setConversionPolicy",
      done: "Conversion policy saved.",
      path: "/admin/conversions/policy",
      page: PATH,
      summary: "Change the conversion policy",
      role: "operator",
      errors: ["state_conflict"],
      form: PolicyForm,
      submit: async ({ actor, body: { enabled, seen, ...numbers } }) => {
        await live.writer.run((tx) => {
          requireUnchanged(readPolicy(tx), seen);
          setPolicy(tx, actor, { enabled: enabled === "on", ...numbers });
        });
        return seeOther(`${PATH}#policy`);
      },
    }),
  ];
}

function claimForms({ site, live, treasury }: SettlementParts): Operation[] {
  return [
    adminForm(site, {
      ...PAYMENT_FORM,
      id: "settleClaim",
      done: "Claim settled.",
      path: "/admin/claims/{id}/settle",
      summary: "Settle a claim with its payment transaction",
      form: SettleForm,
      errors: [CLAIM_ERRORS.claim_not_found, ...PAYMENT_ERRORS],
      submit: async ({ actor, params, body: { demo, signature }, now }) => {
        const id = Number(params.id);
        if (demo === true) await settleClaimByDemoTransfer({ live, treasury }, actor, { id, now });
        else
          await settleClaim({ live, treasury }, actor, { id, signature: requireSignature(signature), now });
        return seeOther(`/admin/claims/${id}`);
      },
    }),
    ...confirmedForm(site, {
      ...PAYMENT_FORM,
      id: "cancelAnyClaim",
      title: "Cancel claim",
      back: "/admin/claims/{id}",
      typed: (sql, { id }) => ({
        label: "Claim",
        name: String(requireDeskClaim(sql, Number(id), 0).claim_id),
      }),
      effect: ({ sql, params, now }) => describeCancellation(requireDeskClaim(sql, Number(params.id), now)),
      done: "Claim cancelled.",
      path: "/admin/claims/{id}/cancel",
      summary: "Cancel a claim that is not redeemed",
      form: CancelForm,
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params, body: { reason = null } }) => {
        await live.writer.run((tx) => cancelClaim(tx, actor, { id: Number(params.id), reason }));
        return seeOther(`/admin/claims/${params.id}`);
      },
    }),
  ];
}
