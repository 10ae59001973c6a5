import type { Tx } from "../../../db/sql.ts";
import { type Operation, operator, writeOperation } from "../../../http/operation.ts";
import { eraseUser } from "./erase-user.ts";
import { AnyUserPath, ChangedStatus, EraseBody, ErasedUser, StatusBody } from "./model.ts";
import { setStatus } from "./set-status.ts";

const USER = "/admin/ops/users/{id}";

interface UserDeskParts {
  /** Erases what modules store of the user's person. */
  forgetUser: (tx: Tx, userId: number) => void;
  /** Largest balance in salutes that one operator may forfeit alone. */
  approvalLimit: number;
}

export function userDeskRoutes(parts: UserDeskParts): Operation[] {
  const change = {
    method: "POST",
    group: "ops",
    access: operator("operator"),
    params: AnyUserPath,
    errors: ["not_found", "state_conflict"],
  } as const;
  return [
    ...(["suspend", "reactivate"] as const).map((verb) =>
      writeOperation({
        ...change,
        id: `${verb}AnyUser`,
        path: `${USER}/${verb}`,
        summary:
          verb === "suspend" ? "Suspend any partner's user" : "End the suspension of any partner's user",
        outcome: verb === "suspend" ? "The user is suspended." : "The user is active again.",
        description:
          verb === "suspend"
            ? "Debits, conversions and claims of the user are refused with 409 state_conflict; credits and reads go on. The partner gets users.updated, and can end the suspension itself. Kept in the audit trail. 409 state_conflict for a deleted user, or one who is suspended."
            : "The partner gets users.updated. Kept in the audit trail. 409 state_conflict for a deleted user, or one who is active.",
        body: StatusBody,
        response: ChangedStatus,
        example: { reason: "Chargeback of order 1042." },
        write: (tx, { actor, params, body }) =>
          setStatus(tx, actor, {
            id: params.id,
            status: verb === "suspend" ? "suspended" : "active",
            reason: body.reason ?? null,
          }),
      }),
    ),
    writeOperation({
      ...change,
      id: "eraseUser",
      path: `${USER}/erase`,
      summary: "Erase any partner's user",
      outcome: "The user was erased; a forfeited balance is lost.",
      description:
        "Personal fields, wallets and the names of claims' recipients are erased, ledger entries stay, the external_id is free again. A balance is refused or forfeited by one entry of origin system with the reason balance_forfeited, whose event the partner gets before users.deleted. 409 state_conflict while a conversion is pending or a donation claim is open, and where a balance above REVERSAL_APPROVAL_SALUTES would be forfeited. Nothing brings the user back. Kept in the audit trail without the person's data.",
      body: EraseBody,
      response: ErasedUser,
      write: (tx, { actor, params, body }) =>
        eraseUser(tx, actor, { id: params.id, ...body, reason: body.reason ?? null, ...parts }),
    }),
  ];
}
