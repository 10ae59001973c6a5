import { recordAudit } from "../../modules/platform/audit/index.ts";
import { deleteSetting, LOG_AWAITS_RESUME_SETTING } from "../../modules/platform/state/index.ts";
import { type Hold, restartLog, resumeLog } from "../../modules/transparency/signed-log/index.ts";
import { type Command, print, requiredFlag, textFlag } from "../command.ts";
import { readNamedFile } from "../terminal/named-file.ts";
import { toActor, withServices } from "../workspace.ts";

const resume: Command = {
  name: "log resume",
  usage: "log resume --checkpoint FILE",
  summary: "Continue signing the log after a restore, from the newest published note",
  details:
    "The log must equal or extend the tree of that note: signing anything else would give it two histories. Otherwise restore newer data, or see log restart.",
  options: {
    checkpoint: {
      type: "string",
      value: "FILE",
      meaning: "The newest published note, as /log/checkpoint returned it",
    },
  },
  run: (invocation) => {
    const file = requiredFlag(invocation.flags, "checkpoint");
    const note = readNamedFile("--checkpoint", file).toString("utf8");
    return withServices(invocation, async ({ live, signedLog }) => {
      const { checkpoint, hold } = await resumeLog(signedLog, note);
      const { origin, size } = checkpoint;
      await live.writer.run((tx) => {
        deleteSetting(tx, LOG_AWAITS_RESUME_SETTING);
        recordAudit(tx, toActor(resume), { action: "log.resume", subject: origin, details: { size } });
      });
      print(`the log ${origin} continues from its checkpoint of ${size} entries`);
      return tell(hold);
    });
  },
};

const restart: Command = {
  name: "log restart",
  usage: "log restart [--checkpoint FILE]",
  summary: "Close the log with its last note, and open a new one whose first entry is that note",
  details:
    "For a log that cannot continue: signed entries are lost, or the key or the host has changed. The old log stays readable; readers find the new one at /log/2, /log/3 and so on.",
  options: {
    checkpoint: {
      type: "string",
      value: "FILE",
      meaning: "The newest published note, if newer than the one in the data directory",
    },
  },
  run: (invocation) => {
    const file = textFlag(invocation.flags, "checkpoint");
    const note = file === undefined ? null : readNamedFile("--checkpoint", file).toString("utf8");
    return withServices(invocation, async ({ live, signedLog }) => {
      const { origin, lastNote, hold } = await restartLog(signedLog, note);
      const details = { last_note: lastNote };
      await live.writer.run((tx) => {
        deleteSetting(tx, LOG_AWAITS_RESUME_SETTING);
        recordAudit(tx, toActor(restart), { action: "log.restart", subject: origin, details });
      });
      print(`the log ${origin} is open; its entry 0 is the last note of the previous one:\n\n${lastNote}`);
      return tell(hold);
    });
  },
};

/** Prints why the log is unsigned; returns 1 in that case. */
function tell(hold: Hold | null): number {
  print(hold === null ? "its content is signed" : `not signed: ${hold.message}`);
  return hold === null ? 0 : 1;
}

export const logCommands: Command[] = [resume, restart];
