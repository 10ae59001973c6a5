import { Type } from "@sinclair/typebox";
import { Echo, RowCount } from "../../../http/input/list-shapes.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { Described, Flag } from "../../../http/schema/shapes.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { REVISION_ERRORS } from "../revisions/index.ts";
import { NewPromo, Promo, promoView } from "./model.ts";
import { setPromo } from "./set-promo.ts";
import { listPromos } from "./store.ts";

const PATH = `${MESSENGER_PREFIX}admin/games/promos`;
const MAX_LISTED = 1_000;

/** Operations on promos for operators (contract section 16). */
export function promoAdminRoutes(): Operation[] {
  return [
    readOperation({
      id: "listMessengerPromos",
      method: "GET",
      path: PATH,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Promos, newest first, at most 1,000",
      access: operator("viewer"),
      query: Type.Object({
        include_disabled: Type.Optional(Flag({ description: "Includes disabled promos." })),
      }),
      response: Type.Object({
        count: RowCount,
        promos: Type.Array(Promo, { description: "Promos, newest first, at most 1,000." }),
        query: Echo({ include_disabled: Type.Boolean() }),
      }),
      read: ({ db, query: { include_disabled = false } }) => {
        const promos = listPromos(db.read, { includesDisabled: include_disabled, limit: MAX_LISTED }).map(
          promoView,
        );
        return { count: promos.length, promos, query: { include_disabled } };
      },
    }),
    writeOperation({
      id: "saveMessengerPromo",
      method: "POST",
      path: PATH,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Create or replace a promo",
      outcome: "The promo was stored as a new revision.",
      access: operator("operator"),
      body: NewPromo,
      response: Type.Object({ promo: Described(Promo, "The promo as stored now.") }),
      errors: [REVISION_ERRORS.revision_conflict, "state_conflict"],
      write: (tx, { actor, body }) => ({ promo: promoView(setPromo(tx, actor, body)) }),
    }),
  ];
}
