import { type TObject, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { PartnerAccess } from "../../../http/access/partner.ts";
import type { Answer } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import type { Context, Operation } from "../../../http/operation.ts";
import { buildEnvelope, envelopeShape } from "./envelope.ts";
import { sandboxLinks } from "./links.ts";
import { twinPath } from "./twin-path.ts";

/** The members that a twin's answer has in addition to the live operation's. */
export interface TwinAddition {
  shape: TObject;
  /** @param sql the sandbox file after the operation. */
  of: (answered: Readonly<Record<string, unknown>>, sql: Sql) => object;
}

/**
 * The sandbox's version of an operation: under the sandbox prefix, for sandbox keys only, with the same handler on
 * the partner's sandbox file. Its answers have the sandbox's envelope, and their links lead to the sandbox.
 */
export function buildTwin(
  operation: Operation,
  mounted: Mounted,
  addition: TwinAddition | null = null,
): Operation {
  const { access, response, method } = operation;
  if (!(access instanceof PartnerAccess)) throw new Error(`${operation.id} cannot have a twin`);
  const twin = {
    ...operation,
    id: `sandbox${operation.id.charAt(0).toUpperCase()}${operation.id.slice(1)}`,
    path: twinPath(operation.path),
    group: "sandbox",
    access: access.inSandbox(),
  };
  // An export has no place for the envelope.
  if ("mediaType" in response) return twin;
  const isChange = method !== "GET";
  const added: AddMembers = (answered, sql) => ({
    ...answered,
    ...addition?.of(answered as Record<string, unknown>, sql),
    ...sandboxLinks(answered, mounted),
    ...buildEnvelope(sql, isChange),
  });
  return {
    ...twin,
    response: Type.Object(
      {
        ...(response as TObject).properties,
        ...addition?.shape.properties,
        ...envelopeShape("practice_state", isChange),
      },
      response.description === undefined ? {} : { description: response.description },
    ),
    read: twinRead(operation.read, added),
    write: twinWrite(operation.write, added),
  };
}

type AddMembers = (answered: object, sql: Sql) => object;

function twinRead(read: Operation["read"], added: AddMembers): Operation["read"] {
  if (read === null) return null;
  return (context: Context): Answer | Promise<Answer> => {
    const answered = read(context);
    return answered instanceof Promise
      ? answered.then((value) => added(value, context.db.read))
      : added(answered, context.db.read);
  };
}

function twinWrite(write: Operation["write"], added: AddMembers): Operation["write"] {
  if (write === null) return null;
  return (tx, context, prepared) => added(write(tx, context, prepared), tx);
}
