import { Type } from "@sinclair/typebox";
import { Id, Nullable, OneOf, Timestamp, Words } from "../../../http/schema/shapes.ts";

export const AnyUserPath = Type.Object({ id: Id({ description: "The service's id of the user." }) });

export const REASON = Words(200, {
  description: "Kept in the audit trail for good: do not name the person in it.",
});

/** Pages ask for it; by the API it may be left out (contract section 22). */
const OptionalReason = Type.Optional(REASON);

export const StatusBody = Type.Object({ reason: OptionalReason });

const user = {
  user_id: Type.String({ description: "The service's id of the user." }),
  partner: Type.String({ description: "Name of the user's partner." }),
};

export const ChangedStatus = Type.Object({
  ...user,
  status: OneOf(["active", "suspended"], {
    description: "suspended: nothing can be debited, converted or claimed, while credits and reads go on.",
  }),
  changed_at: Timestamp({ description: "Time of the change." }),
});

/** Treatments of the balance of a user who is erased. */
export const BALANCE_CHOICES = ["refuse", "forfeit"] as const;

export const EraseBody = Type.Object({
  balance: OneOf(BALANCE_CHOICES, {
    examples: ["forfeit"],
    description: "refuse: 409 while the user has salutes. forfeit: the salutes are debited and lost.",
  }),
  reason: OptionalReason,
});

export const ErasedUser = Type.Object({
  ...user,
  erased_at: Timestamp({ description: "Time of the erasure." }),
  forfeited: Type.Number({ description: "Salutes that the user lost; 0 without a balance." }),
  ledger_entry_id: Nullable(Type.Integer(), {
    description: "The entry that took the forfeited salutes; null without a balance.",
  }),
});
