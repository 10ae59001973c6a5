import { SEALED_TABLES } from "../../compose/modules.ts";
import { formerKeyPath, rotateMasterKey } from "../../modules/platform/master-key/index.ts";
import { type Command, print, printAside } from "../command.ts";
import { toActor, withServices } from "../workspace.ts";

const rotate: Command = {
  name: "master-key rotate",
  usage: "master-key rotate",
  summary: "Create a new master key and reseal every secret with it, beside a running server or without one",
  details:
    "Works in small steps and may be stopped at any point: run it again to continue. The key file must be the server's (master.key in the data directory, or MASTER_KEY_FILE), and belong only to this directory. Partners' secrets stay the same. The old key, which earlier backups need, moves to a file beside the key file.",
  options: {},
  run: (invocation) =>
    withServices(invocation, async ({ live, sandbox, sandboxFiles, keyring }) => {
      const before = keyring.ids;
      const others = async function* () {
        yield sandbox;
        yield* sandboxFiles.each();
      };
      for await (const { file, resealed, total } of rotateMasterKey(
        { live, others, keyring, tables: SEALED_TABLES },
        toActor(rotate),
      )) {
        if (file !== null) printAside(`${file}: ${resealed} of ${total} secrets resealed`);
      }
      const former = before.filter((id) => id !== keyring.current.id);
      const files = former.map((id) => formerKeyPath(keyring.path ?? "", id));
      print(
        [
          `The master key is now ${keyring.current.id}.`,
          `Earlier backups need the old one, which is kept in ${files.join(", ")}: move it to where those backups are, and delete it with the last of them.`,
          "Copy the new one to a safe place: salute keyfiles export --to DIR",
          "Standbys need it too: until they have it, none of them can take over.",
        ].join("\n"),
      );
      return 0;
    }),
};

export const masterKeyCommands: Command[] = [rotate];
