import { type TObject, Type } from "@sinclair/typebox";
import type { Operation } from "../../http/operation.ts";
import { CREDENTIAL } from "./fields.ts";
import { toAlias } from "./paths.ts";

const MODE_FIELD = {
  messenger_mode: Type.Optional(
    Type.Literal("demo", { description: "Present only with a demo bot instead of Telegram's." }),
  ),
} as const;

/**
 * An operation with what all operations of section 16 have: the alias path, the mode of a demo bot in every JSON
 * answer, and for players the credential in the query.
 */
export function mounted(operation: Operation, { isDemo }: { isDemo: boolean }): Operation {
  const alias = toAlias(operation.path);
  const aliases = alias === operation.path ? [] : [alias];
  return { ...withMode(withCredential(operation), isDemo), aliases };
}

function withCredential(operation: Operation): Operation {
  if (operation.access.kind !== "player") return operation;
  return { ...operation, query: Type.Object({ ...operation.query?.properties, ...CREDENTIAL }) };
}

function withMode(operation: Operation, isDemo: boolean): Operation {
  const refusalMembers = isDemo ? { messenger_mode: "demo" } : {};
  if ("mediaType" in operation.response) return { ...operation, refusalMembers };
  const { properties, description } = operation.response as TObject;
  const response = Type.Object(
    { ...properties, ...MODE_FIELD },
    description === undefined ? {} : { description },
  );
  if (!isDemo) return { ...operation, response };
  const { read, write } = operation;
  const inMode = (answer: object) =>
    answer instanceof Response ? answer : { ...answer, messenger_mode: "demo" };
  return {
    ...operation,
    response,
    refusalMembers,
    read: read === null ? null : async (context) => inMode(await read(context)),
    write: write === null ? null : (tx, context, prepared) => inMode(write(tx, context, prepared)),
  };
}
