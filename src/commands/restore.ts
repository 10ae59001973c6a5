import { restoreBackup, resumeAfterRestore } from "../features/backups/index.ts";
import { isoUtc, systemClock } from "../kit/clock.ts";
import { type Command, print, printData, requiredFlag } from "./command.ts";
import { actorOf, configOf, withExistingServices } from "./workspace.ts";

export const restore: Command = {
  name: "restore",
  usage: "restore --from FILE --data NEW [--json]",
  summary: "Put a backup into an empty or new directory, once everything in it is proved",
  details:
    "The directory then needs its key files (salute keyfiles import), and starts in safe mode, with deliveries, mail and settlements paused, until salute resume. New rows get ids that are 1,000,000 further on.",
  options: {
    from: { type: "string", value: "FILE", meaning: "The archive; its manifest is looked for beside it" },
  },
  run: async (invocation) => {
    const from = requiredFlag(invocation.flags, "from");
    const directory = requiredFlag(invocation.flags, "data");
    const { backupEncryptionKey } = configOf(invocation);
    const proof = await restoreBackup(from, directory, backupEncryptionKey, systemClock, actorOf(restore));
    const { manifest, isSigned, files } = proof;
    printData(invocation.flags, { ok: true, data: directory, signed: isSigned, files, manifest }, () =>
      [
        `${directory} holds ${manifest === null ? from : `the state of ${manifest.created_at}`}: ${files.join(", ")}`,
        ...(manifest === null
          ? [
              "No manifest stood beside the archive: it was held against its own checksums and integrity checks only.",
            ]
          : []),
        "",
        "Next, in this order:",
        `  salute keyfiles import --from DIR --data ${directory}    (or set MASTER_KEY_FILE)`,
        `  salute check --data ${directory}`,
        `  salute serve --data ${directory}                         (it starts in safe mode)`,
        `  salute resume --data ${directory}                        (once you have looked at it)`,
      ].join("\n"),
    );
    return 0;
  },
};

export const resume: Command = {
  name: "resume",
  usage: "resume",
  summary: "End the pause after a restore: changes, deliveries, mail and settlements go on",
  options: {},
  run: (invocation) =>
    withExistingServices(invocation, async ({ live }) => {
      const { from, at } = await live.writer.run((tx) => resumeAfterRestore(tx, actorOf(resume)));
      print(`resumed; restored from ${from} at ${isoUtc(at)}`);
      return 0;
    }),
};
