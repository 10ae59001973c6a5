/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { buildMeta, wantsMeta } from "../../../http/answers/respond.ts";
import { type Operation, operator, readOperation, seeOther } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { Id, OneOf, Text } from "../../../http/schema/shapes.ts";
import { type Site, userPath } from "../../../pages/index.ts";
import {
  AnyUserPath,
  BALANCE_CHOICES,
  eraseUser,
  REASON,
  requireAnyUser,
  setStatus,
} from "../../ledger/user-desk/index.ts";
import {
  adminForm,
  confirmedForm,
  requireOperator,
  requireUnchanged,
} from "../../platform/admin-page/index.ts";
import type { ExportParts } from "../../platform/exports/index.ts";
import { balanceMark, describeErasure, describeStatusChange, formatUserReference } from "./effects.tsx";
import { PersonalData } from "./export-model.ts";
import { exportUser } from "./export-user.ts";

export interface UserCareParts extends ExportParts {
  site: Site;
  /** Erases what modules store of the user's person. */
  forgetUser: (tx: Tx, userId: number) => void;
  safeModeReason: () => string | null;
  config: { idempotencyRetentionDays: number; backupKeepDays: number; reversalApprovalSalutes: number };
}

const USER = "/admin/users/{user_id}";
const UserPath = Type.Object({ user_id: Id() });
const EraseForm = Type.Object({ balance: OneOf(BALANCE_CHOICES), reason: REASON, seen: Text(64) });

/** Export, suspension and erasure of a user. */
export function userCareRoutes(parts: UserCareParts): Operation[] {
  return [...exportRoutes(parts), ...statusForms(parts), ...eraseForm(parts)];
}

function exportRoutes({ site, live, log, safeModeReason }: UserCareParts): Operation[] {
  return [
    readOperation({
      id: "exportUser",
      method: "POST",
      path: "/admin/ops/users/{id}/export",
      group: "ops",
      summary: "Export the personal data of any partner's user",
      description:
        "The user's fields, wallets, claims, conversions, player and every ledger entry, as a JSON file. A deleted user's export has no personal fields. Kept in the audit trail, and therefore refused in safe mode.",
      access: operator("operator"),
      params: AnyUserPath,
      response: PersonalData,
      errors: ["not_found", "safe_mode"],
      read: (context) => {
        const { actor, params, now, requestId } = context;
        refuseInSafeMode(safeModeReason());
        const meta = wantsMeta(context) ? buildMeta(requestId, now) : null;
        return exportUser({ live, log }, requireOperator(actor), { id: params.id, now, meta });
      },
    }),
    adminForm(site, {
      id: "downloadUser",
      path: `${USER}/export`,
      summary: "Download a user's personal data",
      role: "operator",
      status: 200,
      params: UserPath,
      errors: ["not_found"],
      done: null,
      submit: ({ actor, params, now }) =>
        exportUser({ live, log }, actor, { id: Number(params.user_id), now, meta: null }),
    }),
  ];
}

function statusForms({ site, live }: UserCareParts): Operation[] {
  return (["suspend", "reactivate"] as const).flatMap((verb) => {
    const isEnd = verb === "reactivate";
    return confirmedForm(site, {
      id: `${verb}User`,
      path: `${USER}/${verb}`,
      back: USER,
      title: isEnd ? "End suspension" : "Suspend user",
      summary: isEnd ? "End a user's suspension" : "Suspend a user",
      role: "operator",
      params: UserPath,
      form: Type.Object({ reason: REASON }),
      errors: ["not_found", "state_conflict"],
      done: isEnd ? "The suspension has ended." : "The user is suspended.",
      effect: ({ sql, params }) => describeStatusChange(requireAnyUser(sql, Number(params.user_id)), isEnd),
      submit: async ({ actor, params, body: { reason } }) => {
        const id = Number(params.user_id);
        const status = isEnd ? "active" : "suspended";
        await live.writer.run((tx) => setStatus(tx, actor, { id, status, reason }));
        return seeOther(userPath(id));
      },
    });
  });
}

function eraseForm({ site, live, forgetUser, config }: UserCareParts): Operation[] {
  const userOf = (sql: Sql, params: { user_id: number }) => requireAnyUser(sql, Number(params.user_id));
  return confirmedForm(site, {
    id: "eraseUserForm",
    path: `${USER}/erase`,
    back: USER,
    title: "Erase user",
    summary: "Erase a user",
    role: "operator",
    params: UserPath,
    form: EraseForm,
    errors: ["not_found", "state_conflict"],
    done: "The user is erased.",
    typed: (sql, params) => ({ label: "User", name: formatUserReference(userOf(sql, params)) }),
    effect: ({ sql, params, now }) => describeErasure(sql, { user: userOf(sql, params), now, ...config }),
    submit: async ({ actor, params, body: { seen, ...choice }, confirm }) => {
      const id = Number(params.user_id);
      const { forfeited } = await live.writer.run((tx) => {
        requireUnchanged(balanceMark(requireAnyUser(tx, id)), seen);
        return eraseUser(tx, actor, {
          id,
          ...choice,
          approvalLimit: config.reversalApprovalSalutes,
          forgetUser,
        });
      });
      if (forfeited > 0)
        confirm(`The user is erased; ${forfeited.toLocaleString("en")} salutes are forfeited.`);
      return seeOther(userPath(id));
    },
  });
}
