import { readFileSync } from "node:fs";
import { MODULES } from "../compose/modules.ts";
import { createPrivateFile, fileFaultWords } from "../kit/process/files.ts";
import {
  type DeskChange,
  DeskFileError,
  exportDesk,
  parseDesk,
  planImport,
} from "../modules/platform/desk-file/index.ts";
import { type Command, CommandFailed, oneWord, print, printData, textTable, UsageError } from "./command.ts";
import { withServices } from "./workspace.ts";

/** The modules' sections of the desk's file. */
const announced = () => MODULES.flatMap(({ deskSections }) => deskSections ?? []);

const exportCommand: Command = {
  name: "desk export",
  usage: "desk export [FILE]",
  summary: "Print rules, suppressions, campaigns, missions and thresholds as one reviewable file",
  details:
    "JSON on standard output, or in a new FILE: entries by key, without secrets. Keep it with your other configuration.",
  words: ["[FILE]"],
  options: {},
  run: (invocation) =>
    withServices(invocation, (services) => {
      const text = JSON.stringify(exportDesk(announced(), services, services.clock.now()), null, 2);
      const [path] = invocation.words;
      if (path === undefined) print(text);
      else writeDesk(path, `${text}\n`);
      return 0;
    }),
};

const importCommand: Command = {
  name: "desk import",
  usage: "desk import FILE --dry-run [--json]",
  summary: "Print what an import of such a file would change, without changing anything",
  details:
    "Each change names the place to make it: rules and suppressions in their files, thresholds, campaigns and missions on their pages or by the API.",
  words: ["FILE"],
  options: { "dry-run": { type: "boolean", meaning: "Required: nothing is changed" } },
  run: (invocation) => {
    const { flags } = invocation;
    const path = oneWord(invocation, "file");
    if (flags["dry-run"] !== true)
      throw new UsageError("give --dry-run: changes are made at the place of each entry");
    const wanted = readDesk(path);
    return withServices(invocation, (services) => {
      const present = exportDesk(announced(), services, services.clock.now()).sections;
      const changes = planImport(present, wanted).map((change) => ({
        ...change,
        changed_by: placeOf(change),
      }));
      printData(flags, changes, () =>
        textTable(
          ["SECTION", "KEY", "CHANGE", "FROM", "TO", "WHERE"],
          changes.map(({ section, key, change, before, after, changed_by }) => [
            section,
            key,
            change,
            before === null ? "" : JSON.stringify(before),
            after === null ? "" : JSON.stringify(after),
            changed_by,
          ]),
          "Nothing would change: the installation matches the file.",
        ),
      );
      return 0;
    });
  },
};

function writeDesk(path: string, text: string): void {
  try {
    createPrivateFile(path, text);
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new CommandFailed(
      `${path} cannot be created: ${isThere ? "it exists already" : (error as Error).message}`,
    );
  }
}

function readDesk(path: string): ReturnType<typeof parseDesk> {
  try {
    return parseDesk(readFileSync(path, "utf8"));
  } catch (error) {
    throw new CommandFailed(
      `${path}: ${error instanceof DeskFileError ? error.message : fileFaultWords(error)}`,
    );
  }
}

function placeOf({ section }: DeskChange): string {
  const places = announced()
    .filter((each) => each.section === section)
    .map(({ changedBy }) => changedBy);
  return [...new Set(places)].join(" or ") || "nothing in this build";
}

export const deskCommands: Command[] = [exportCommand, importCommand];
