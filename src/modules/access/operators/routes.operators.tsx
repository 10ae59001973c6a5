/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage, adminResponse, confirmedForm } from "../../platform/admin-page/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { deleteOperator } from "./delete-operator.ts";
import { describeDeletion, describeDisabling, describeReset } from "./effects.tsx";
import {
  disableOperator,
  inviteOperator,
  isLastOwner,
  resetOperator,
  setRole,
  wasDeleted,
} from "./manage-operators.ts";
import { CreateForm, OperatorPath, ROLES, RoleForm } from "./model.ts";
import { CREATE_PATH, Invited, NewOperator, Operator, Operators, PATH } from "./operators-page.tsx";
import { findOperator, hasSecondFactor, listOperators, type OperatorAccess } from "./store.ts";
import { listTokens } from "./tokens/store.ts";
import { TokenSection } from "./tokens/token-section.tsx";

export interface OperatorsParts {
  site: Site;
  live: Database;
  keyring: Keyring;
}

const OPERATOR = `${PATH}/{name}`;

/** Management of operators: for owners who signed in with their password. */
export function operatorsRoutes(parts: OperatorsParts): Operation[] {
  return [...listRoutes(parts), operatorPage(parts), ...operatorForms(parts)];
}

const OWNER = { role: "owner", sessionOnly: true } as const;

function listRoutes({ site, live }: OperatorsParts): Operation[] {
  return [
    adminPage(site, {
      id: "operatorsPage",
      path: PATH,
      summary: "List the operators",
      title: "Operators",
      role: "owner",
      query: Type.Object({
        role: Type.Optional(OneOf(ROLES, { description: "Only operators with this role." })),
        second_factor: Type.Optional(
          OneOf(["yes", "no"], { description: "Only active operators with or without one." }),
        ),
        ...ShownQuery,
      }),
      content: ({ sql, reader, query, now }) => {
        const { role, second_factor: factor } = query;
        const operators = listOperators(sql).filter(
          (row) =>
            (role === undefined || row.role === role) &&
            (factor === undefined ||
              (row.status === "active" && (factor === "yes") === hasSecondFactor(row))),
        );
        return <Operators {...{ reader, operators, query, now }} />;
      },
    }),
    adminPage(site, {
      id: "newOperatorPage",
      path: CREATE_PATH,
      summary: "The form that creates an operator",
      title: "Create an operator",
      role: "owner",
      content: ({ reader }) => <NewOperator csrfToken={reader.csrfToken} />,
    }),
    adminForm(site, {
      ...OWNER,
      id: "createOperator",
      path: PATH,
      page: CREATE_PATH,
      summary: "Create an operator, and show the link once",
      done: null,
      status: 200,
      form: CreateForm,
      submit: async ({ actor, reader, body, baseUrl }) => {
        const issued = await live.writer.run((tx) => {
          refuseKnown(tx, body.name);
          return inviteOperator(tx, actor, { baseUrl, name: body.name, role: body.role });
        });
        return adminResponse(site, reader, {
          path: PATH,
          title: `Operator ${issued.name}`,
          content: <Invited invited={issued} />,
        });
      },
    }),
  ];
}

function operatorPage({ site }: OperatorsParts): Operation {
  return adminPage(site, {
    id: "operatorPage",
    path: OPERATOR,
    summary: "One operator, with an owner's actions",
    title: ({ params }) => `${params.name}, operator`,
    role: "owner",
    params: OperatorPath,
    errors: ["not_found"],
    content: ({ sql, reader, params, now }) => {
      const row = requireListed(sql, params.name);
      const csrfToken = reader.csrfToken ?? "";
      const path = `${PATH}/${encodeURIComponent(row.name)}/tokens`;
      const own = listTokens(sql, row.id, now);
      const tokens = <TokenSection tokens={own} role={row.role} {...{ path, csrfToken, now }} />;
      return <Operator {...{ csrfToken, row, tokens }} />;
    },
  });
}

function operatorForms({ site, live }: OperatorsParts): Operation[] {
  const one = { ...OWNER, params: OperatorPath, errors: ["not_found", "state_conflict"] } as const;
  return [
    ...confirmedForm(site, {
      ...one,
      id: "resetOperator",
      errors: ["not_found"],
      path: `${PATH}/{name}/reset`,
      back: OPERATOR,
      title: ({ params }) => `Reset ${params.name}`,
      effect: ({ sql, params, now }) => describeReset(sql, { row: requireListed(sql, params.name), now }),
      summary: "End an operator's access and show a new link once",
      done: null,
      status: 200,
      submit: async ({ actor, reader, params, baseUrl }) => {
        const issued = await live.writer.run((tx) => {
          requireKnown(tx, params.name);
          return resetOperator(tx, actor, { baseUrl, name: params.name });
        });
        return adminResponse(site, reader, {
          path: PATH,
          title: `Operator ${issued.name}`,
          content: <Invited invited={issued} />,
        });
      },
    }),
    ...confirmedForm(site, {
      ...one,
      id: "disableOperator",
      path: `${PATH}/{name}/disable`,
      back: OPERATOR,
      title: ({ params }) => `Disable ${params.name}`,
      effect: ({ sql, params, now }) => describeDisabling(sql, { row: requireListed(sql, params.name), now }),
      summary: "Disable an operator",
      done: (_, { name }) => `Operator ${name} is disabled.`,
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => {
          requireKnown(tx, params.name);
          refuseLastOwner(tx, params.name);
          disableOperator(tx, actor, params.name);
        });
        return seeOther(PATH);
      },
    }),
    ...confirmedForm(site, {
      ...one,
      id: "deleteOperator",
      path: `${PATH}/{name}/delete`,
      back: OPERATOR,
      title: ({ params }) => `Delete ${params.name}`,
      typed: (_, { name }) => ({ label: "Name of the operator", name }),
      effect: ({ sql, params, now }) => describeDeletion(sql, { row: requireListed(sql, params.name), now }),
      summary: "Delete an operator; the audit trail keeps the name",
      done: (_, { name }) => `Operator ${name} is deleted.`,
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => {
          requireKnown(tx, params.name);
          refuseLastOwner(tx, params.name);
          deleteOperator(tx, actor, params.name);
        });
        return seeOther(PATH);
      },
    }),
    adminForm(site, {
      ...one,
      id: "changeOperatorRole",
      path: `${PATH}/{name}/role`,
      summary: "Change an operator's role",
      done: ({ role }, { name }) => `Operator ${name} is now ${role}.`,
      form: RoleForm,
      submit: async ({ actor, params, body }) => {
        await live.writer.run((tx) => {
          requireKnown(tx, params.name);
          if (body.role !== "owner") refuseLastOwner(tx, params.name);
          setRole(tx, actor, { name: params.name, role: body.role });
        });
        return seeOther(PATH);
      },
    }),
  ];
}

function refuseKnown(tx: Tx, name: string): void {
  if (findOperator(tx, name) !== null)
    throw new InvalidInput("name", `must be new: there is already an operator ${name}`);
  if (wasDeleted(tx, name))
    throw new InvalidInput("name", `must be new: ${name} was deleted, and the audit trail keeps the name`);
}

function requireKnown(tx: Tx, name: string): void {
  if (findOperator(tx, name) === null) throw unknownOperator(name);
}

function requireListed(sql: Sql, name: string): OperatorAccess {
  const row = listOperators(sql).find((each) => each.name === name);
  if (row === undefined) throw unknownOperator(name);
  return row;
}

function unknownOperator(name: string): Problem {
  return new Problem("not_found", `Choose an operator from the list: there is no operator ${name}.`);
}

function refuseLastOwner(tx: Tx, name: string): void {
  if (isLastOwner(tx, name))
    throw new Problem("state_conflict", `Make somebody else an owner first: ${name} is the last one.`);
}
