import { type Operation, operator, readOperation, writeOperation } from "../../../../http/operation.ts";
import { requireOperator as requireActor } from "../../../platform/admin-page/index.ts";
import { requireManaged, requireSubject } from "../tokens/subject.ts";
import { endSession } from "./end-session.ts";
import { EndedSession, SessionList, SessionPath, SessionQuery, viewSession } from "./model.ts";
import { listSessions } from "./store.ts";

const PATH = "/admin/ops/sessions";

/** Operators' sessions as JSON. */
export function sessionOperations(): Operation[] {
  return [
    readOperation({
      id: "listOperatorSessions",
      method: "GET",
      path: PATH,
      group: "ops",
      summary: "List sessions",
      outcome: "The valid sessions of the operator, newest first.",
      description: "Browsers in which you are signed in; owners also read those of others.",
      access: operator("viewer"),
      query: SessionQuery,
      response: SessionList,
      errors: ["not_found"],
      read: ({ actor, db, query, now }) => {
        const who = requireActor(actor);
        const row = requireSubject(db.read, who, query.operator);
        const tokenHash = who.session?.tokenHash ?? null;
        const sessions = listSessions(db.read, row.id, now).map((each) => viewSession(each, tokenHash));
        return { operator: row.name, sessions };
      },
    }),
    writeOperation({
      id: "endOperatorSession",
      method: "DELETE",
      path: `${PATH}/{session_id}`,
      group: "ops",
      summary: "End a session",
      outcome: "The session ended: its browser is signed out.",
      description:
        "Signs one of your browsers out at once; owners in a session end those of others, too. Kept in the audit trail.",
      access: operator("viewer"),
      params: SessionPath,
      query: SessionQuery,
      response: EndedSession,
      errors: ["not_found"],
      write: (tx, { actor, params, query }) => {
        const who = requireActor(actor);
        const { name } = requireManaged(tx, who, query.operator);
        const id = Number(params.session_id);
        endSession(tx, who, { id, operator: name });
        return { session_id: id, ended: true };
      },
    }),
  ];
}
