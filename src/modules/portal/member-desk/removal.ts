import type { Effect } from "../../../pages/index.ts";
import type { MemberRow } from "../members/index.ts";

export function describeRemoval({ name, access }: Pick<MemberRow, "name" | "access">): Effect {
  return {
    lead: `${name} can no longer sign in; sessions, passkeys and links end now.`,
    figures: [["Access", access]],
    consequences: "The audit trail keeps the name; the address is deleted. A new invitation starts again.",
    label: "Remove the member",
  };
}
