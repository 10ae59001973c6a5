import { isoUtc, isoUtcOrNull } from "../../kit/clock.ts";
import {
  createToken,
  listTokens,
  requireOperator,
  revokeToken,
  TOKEN_DAYS,
} from "../../modules/access/operators/index.ts";
import { type Command, print, printData, requiredFlag, textFlag, textTable, UsageError } from "../command.ts";
import { toActor, withServices } from "../workspace.ts";
import { parseRole } from "./role-flag.ts";

const NAME = { name: { type: "string", value: "NAME", meaning: "The operator's name" } } as const;

const create: Command = {
  name: "operators tokens create",
  usage:
    "operators tokens create --name NAME --token TOKEN --role viewer|operator|owner [--days DAYS] [--json]",
  summary: "Create a bearer token of an operator, and print it once",
  options: {
    ...NAME,
    token: { type: "string", value: "TOKEN", meaning: "Name of the token, such as its program's" },
    role: { type: "string", value: "ROLE", meaning: "The most that the token may do" },
    days: { type: "string", value: "DAYS", meaning: `Days until it expires, 1 to 365 (${TOKEN_DAYS})` },
  },
  run: (invocation) => {
    const { flags } = invocation;
    const name = requiredFlag(flags, "name");
    const wish = {
      name: requiredFlag(flags, "token"),
      role: parseRole(requiredFlag(flags, "role")),
      days: Number(textFlag(flags, "days") ?? TOKEN_DAYS),
    };
    return withServices(invocation, async ({ live }) => {
      const { tokenId, token, expiresAt } = await live.writer.run((tx) =>
        createToken(tx, toActor(create), { operator: requireOperator(tx, name), wish }),
      );
      const view = { token_id: tokenId, token, expires_at: isoUtc(expiresAt) };
      printData(flags, view, () => `${token}\n\nShown only once; valid until ${view.expires_at}.`);
      return 0;
    });
  },
};

const list: Command = {
  name: "operators tokens list",
  usage: "operators tokens list --name NAME [--json]",
  summary: "List an operator's bearer tokens with their last use",
  options: NAME,
  run: (invocation) => {
    const name = requiredFlag(invocation.flags, "name");
    return withServices(invocation, ({ live, clock }) => {
      const { id } = requireOperator(live.read, name);
      const tokens = listTokens(live.read, id, clock.now()).map((row) => ({
        token_id: row.id,
        name: row.name,
        role: row.role,
        created_at: isoUtc(row.created_at),
        expires_at: isoUtc(row.expires_at),
        last_used_at: isoUtcOrNull(row.last_used_at),
      }));
      printData(invocation.flags, tokens, () =>
        textTable(
          ["ID", "NAME", "ROLE", "EXPIRES", "LAST USED"],
          tokens.map((each) => [
            String(each.token_id),
            each.name,
            each.role,
            each.expires_at,
            each.last_used_at ?? "-",
          ]),
          `No tokens. Make one: salute operators tokens create --name ${name} --token NAME --role viewer`,
        ),
      );
      return 0;
    });
  },
};

const revoke: Command = {
  name: "operators tokens revoke",
  usage: "operators tokens revoke --name NAME --id ID",
  summary: "Revoke a bearer token of an operator at once",
  options: { ...NAME, id: { type: "string", value: "ID", meaning: "The token's id, as the list shows it" } },
  run: (invocation) => {
    const name = requiredFlag(invocation.flags, "name");
    const tokenId = Number(requiredFlag(invocation.flags, "id"));
    if (!Number.isSafeInteger(tokenId)) throw new UsageError("--id is a number");
    return withServices(invocation, async ({ live }) => {
      await live.writer.run((tx) =>
        revokeToken(tx, toActor(revoke), { operator: requireOperator(tx, name), tokenId }),
      );
      print(`token ${tokenId} of ${name} is revoked`);
      return 0;
    });
  },
};

export const operatorTokensCommands: Command[] = [create, list, revoke];
