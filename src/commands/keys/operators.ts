import { clientBaseUrl } from "../../compose/config.ts";
import type { Tx } from "../../db/sql.ts";
import type { Actor } from "../../http/operation.ts";
import { isoUtc, isoUtcOrNull } from "../../kit/clock.ts";
import {
  deleteOperator,
  disableOperator,
  type InvitedOperator,
  type IssuedOperator,
  inviteOperator,
  isLastOwner,
  listOperators,
  type OperatorAccess,
  resetOperator,
  withToken,
} from "../../modules/access/operators/index.ts";
import {
  type Command,
  CommandFailed,
  type Flags,
  print,
  printData,
  requiredFlag,
  textTable,
} from "../command.ts";
import { toActor, withServices } from "../workspace.ts";
import { operatorTokensCommands } from "./operator-tokens.ts";
import { parseRole } from "./role-flag.ts";

const NAME = { name: { type: "string", value: "NAME", meaning: "The operator's name" } } as const;

const NO_TOKEN = {
  "no-token": { type: "boolean", meaning: "Issue the link alone, without a bearer token" },
} as const;

const create: Command = {
  name: "operators create",
  usage: "operators create --name NAME --role viewer|operator|owner [--no-token] [--json]",
  summary:
    "Create an operator; prints a bearer token and a one-time link to create a passkey or set a password, both only once",
  details:
    "The token is valid for 90 days, the link for 24 h. The link starts with PUBLIC_BASE_URL, otherwise http://127.0.0.1:$PORT.",
  options: {
    ...NAME,
    role: {
      type: "string",
      value: "ROLE",
      meaning: "viewer reads, operator acts, owner manages operators and keys",
    },
    ...NO_TOKEN,
  },
  run: (invocation) => {
    const name = requiredFlag(invocation.flags, "name");
    const role = parseRole(requiredFlag(invocation.flags, "role"));
    return withServices(invocation, async ({ config, live }) => {
      const actor = toActor(create);
      const given = { baseUrl: clientBaseUrl(config), name, role };
      const issued = await live.writer.run((tx) =>
        issue(tx, actor, { invited: inviteOperator(tx, actor, given), flags: invocation.flags }),
      );
      printIssued(invocation.flags, issued);
      return 0;
    });
  },
};

const reset: Command = {
  name: "operators reset",
  usage: "operators reset --name NAME [--no-token] [--json]",
  summary: "End an operator's tokens and links, enable them if disabled, and print new ones",
  options: { ...NAME, ...NO_TOKEN },
  run: (invocation) => {
    const name = requiredFlag(invocation.flags, "name");
    return withServices(invocation, async ({ config, live }) => {
      const actor = toActor(reset);
      const given = { baseUrl: clientBaseUrl(config), name };
      const issued = await live.writer.run((tx) =>
        issue(tx, actor, { invited: resetOperator(tx, actor, given), flags: invocation.flags }),
      );
      printIssued(invocation.flags, issued);
      return 0;
    });
  },
};

const disable: Command = {
  name: "operators disable",
  usage: "operators disable --name NAME [--force]",
  summary: "Disable an operator; tokens and links end",
  options: {
    ...NAME,
    force: { type: "boolean", meaning: "Disable even the last owner: nobody can then manage operators" },
  },
  run: (invocation) => {
    const name = requiredFlag(invocation.flags, "name");
    return withServices(invocation, async ({ live }) => {
      await live.writer.run((tx) => {
        refuseLastOwner(tx, invocation.flags, name);
        disableOperator(tx, toActor(disable), name);
      });
      print(`${name} is disabled`);
      return 0;
    });
  },
};

const remove: Command = {
  name: "operators delete",
  usage: "operators delete --name NAME [--force]",
  summary: "Delete an operator; sessions and tokens end, the audit trail keeps the name",
  options: {
    ...NAME,
    force: { type: "boolean", meaning: "Delete even the last owner: nobody can then manage operators" },
  },
  run: (invocation) => {
    const name = requiredFlag(invocation.flags, "name");
    return withServices(invocation, async ({ live }) => {
      await live.writer.run((tx) => {
        refuseLastOwner(tx, invocation.flags, name);
        deleteOperator(tx, toActor(remove), name);
      });
      print(`${name} is deleted`);
      return 0;
    });
  },
};

const list: Command = {
  name: "operators list",
  usage: "operators list [--json]",
  summary: "List operators, and when their tokens and open links expire",
  options: {},
  run: (invocation) =>
    withServices(invocation, ({ live }) => {
      const operators = listOperators(live.read).map(view);
      printData(invocation.flags, operators, () =>
        textTable(
          ["NAME", "ROLE", "STATUS", "TOKEN UNTIL", "LINK UNTIL", "CREATED"],
          operators.map((each) => [
            each.name,
            each.role,
            each.status,
            each.token_expires_at ?? "-",
            each.link_expires_at ?? "-",
            each.created_at,
          ]),
          "No operators yet. Make one: salute operators create --name ops --role owner",
        ),
      );
      return 0;
    }),
};

function view(row: OperatorAccess) {
  return {
    name: row.name,
    role: row.role,
    status: row.status,
    token_expires_at: isoUtcOrNull(row.token_expires_at),
    link_expires_at: isoUtcOrNull(row.link_expires_at),
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}

function refuseLastOwner(tx: Tx, flags: Flags, name: string): void {
  if (flags.force !== true && isLastOwner(tx, name))
    throw new CommandFailed(
      `${name} is the last owner: create another with salute operators create --role owner, or add --force.`,
    );
}

function issue(
  tx: Tx,
  actor: Actor,
  { invited, flags }: { invited: InvitedOperator; flags: Flags },
): IssuedOperator | InvitedOperator {
  return flags["no-token"] === true ? invited : withToken(tx, actor, invited);
}

function printIssued(flags: Flags, issued: IssuedOperator | InvitedOperator): void {
  const token = "token" in issued ? issued.token : null;
  printData(flags, issued, () =>
    [
      `name   ${issued.name}`,
      `role   ${issued.role}`,
      ...(token === null ? [] : [`token  ${token}`]),
      `link   ${issued.password_link}`,
      "",
      token === null
        ? "Shown only once. The link creates a passkey or sets a password once, within 24 h."
        : "Both are shown only once. The token is valid for 90 days; the link creates a passkey or sets a password once, within 24 h.",
    ].join("\n"),
  );
}

export const operatorsCommands: Command[] = [create, list, disable, remove, reset, ...operatorTokensCommands];
