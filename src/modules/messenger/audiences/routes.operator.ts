import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { Described } from "../../../http/schema/shapes.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { REVISION_ERRORS } from "../revisions/index.ts";
import { AudienceGroup, NewAudienceGroup } from "./model.ts";
import { groupView, setGroup } from "./set-group.ts";
import type { AudienceSizes } from "./size.ts";
import { listGroups, MAX_GROUPS } from "./store.ts";

const PATH = `${MESSENGER_PREFIX}admin/games/audience-groups`;

/** Operations on audience groups for operators (contract section 16). */
export function audienceAdminRoutes(sizes: AudienceSizes): Operation[] {
  return [
    readOperation({
      id: "listMessengerAudienceGroups",
      method: "GET",
      path: PATH,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Audience groups with their sizes, the newest first",
      access: operator("viewer"),
      response: Type.Object({
        count: RowCount,
        audience_groups: Type.Array(AudienceGroup, { description: "Audience groups, the newest first." }),
      }),
      read: async ({ db, now }) => {
        const groups = await Promise.all(
          listGroups(db.read, MAX_GROUPS).map(async (row) =>
            groupView(row, await sizes.ofRule(db.read, row.rule, now)),
          ),
        );
        return { count: groups.length, audience_groups: groups };
      },
    }),
    writeOperation({
      id: "saveMessengerAudienceGroup",
      method: "POST",
      path: PATH,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Create or replace an audience group",
      outcome: "The audience group was stored as a new revision.",
      access: operator("operator"),
      body: NewAudienceGroup,
      response: Type.Object({
        audience_group: Described(AudienceGroup, "The audience group as stored now."),
      }),
      errors: [REVISION_ERRORS.revision_conflict, "state_conflict"],
      example: { key: "savers", title: "Savers", rule: { every: [{ min_salutes: 10 }] }, enabled: true },
      prepare: ({ body, db, now }) => sizes.ofRule(db.read, JSON.stringify(body.rule), now),
      write: (tx, { actor, body }, size) => ({ audience_group: groupView(setGroup(tx, actor, body), size) }),
    }),
  ];
}
