import { createTrackToken, listTrackTokens, revokeTrackToken } from "../modules/share-links/links/index.ts";
import { type Command, oneWord, print, printData, requiredFlag, textTable } from "./command.ts";
import { toActor, withServices } from "./workspace.ts";

const create: Command = {
  name: "track-tokens create",
  usage: "track-tokens create --name NAME [--json]",
  summary: "Create a bearer token for reporting audio-share events; it is printed once",
  options: { name: { type: "string", value: "NAME", meaning: "Name of the reporting client, such as web" } },
  run: (invocation) => {
    const name = requiredFlag(invocation.flags, "name");
    return withServices(invocation, async ({ live, config }) => {
      const made = await live.writer.run((tx) => createTrackToken(tx, toActor(create), name));
      printData(invocation.flags, made, () =>
        [
          `name   ${made.name}`,
          `token  ${made.token}`,
          "",
          "It is not shown again. Send it as: Authorization: Bearer TOKEN",
          ...(config.audioShareTrackAuth === "required"
            ? []
            : ["Events need no token while AUDIO_SHARE_TRACK_AUTH is optional."]),
        ].join("\n"),
      );
      return 0;
    });
  },
};

const list: Command = {
  name: "track-tokens list",
  usage: "track-tokens list [--json]",
  summary: "List the bearer tokens for audio-share events",
  options: {},
  run: (invocation) =>
    withServices(invocation, ({ live }) => {
      const tokens = listTrackTokens(live.read);
      printData(invocation.flags, tokens, () =>
        textTable(
          ["name", "made", "revoked"],
          tokens.map(({ name, created_at, revoked_at }) => [name, created_at, revoked_at ?? "-"]),
          "No track tokens yet. Create one: salute track-tokens create --name web",
        ),
      );
      return 0;
    }),
};

const revoke: Command = {
  name: "track-tokens revoke",
  usage: "track-tokens revoke NAME",
  summary: "Revoke a token",
  words: ["NAME"],
  options: {},
  run: (invocation) => {
    const name = oneWord(invocation, "name of a token");
    return withServices(invocation, async ({ live }) => {
      const revoked = await live.writer.run((tx) => revokeTrackToken(tx, toActor(revoke), name));
      if (invocation.flags.json === true) printData(invocation.flags, revoked, () => "");
      else print(`${name} is revoked`);
      return 0;
    });
  },
};

export const trackTokensCommands: Command[] = [create, list, revoke];
