import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CommandFailed } from "../command.ts";
import {
  DATA_DIR,
  ENVIRONMENT_TEXT,
  type Role,
  type ServicePlaces,
  STANDBY_UNIT_PATH,
  UNIT_PATH,
  unitText,
} from "./unit.ts";

/** One step of an installation. */
export interface Step {
  /** Printed before the step runs. */
  words: string;
  /** Missing if nothing has to be done. */
  run?: () => void;
}

export interface Installation {
  places: ServicePlaces;
  /** The unit that is enabled; those of both roles are installed. */
  role: Role;
  /** The executable to install; null when salute runs from source. */
  executable: string | null;
  /** The base directory for files; unless it is `/`, no program is run. */
  root: string;
  /** Whether the user already exists. */
  hasUser: boolean;
}

/** The steps that install a service, in order. Existing parts are kept: the environment file is never overwritten. */
export function installSteps({ places, role, executable, root, hasUser }: Installation): Step[] {
  const { user, program, environmentFile } = places;
  const at = (path: string) => join(root, path);
  const isHere = executable === at(program);
  const programs: Step[] =
    root === "/"
      ? [
          programStep(["systemctl", "daemon-reload"]),
          ...(role === "server"
            ? [
                programStep(["systemctl", "enable", "--now", "salute"]),
                { words: "the owner's one-time link is in: journalctl -u salute | grep -A3 password" },
              ]
            : [
                programStep(["systemctl", "enable", "salute-standby"]),
                {
                  words: `next: salute keyfiles import --from DIR --data ${DATA_DIR}, the leader's settings, systemctl start salute-standby`,
                },
              ]),
        ]
      : [{ words: `files below ${root} only: no user is created and nothing is started` }];
  return [
    isHere
      ? { words: `${program} is this executable` }
      : { words: `put this executable at ${program} (0755)`, run: () => putProgram(executable, at(program)) },
    ...(root === "/" && !hasUser
      ? [programStep(["useradd", "--system", "--home-dir", DATA_DIR, "--shell", "/usr/sbin/nologin", user])]
      : root === "/"
        ? [{ words: `the user ${user} exists` }]
        : []),
    existsSync(at(environmentFile))
      ? { words: `keep ${environmentFile}` }
      : {
          words: `write ${environmentFile} (0600), for its settings`,
          run: () =>
            putFile(at(environmentFile), { text: ENVIRONMENT_TEXT, mode: 0o600, directoryMode: 0o700 }),
        },
    unitStep(UNIT_PATH, root, unitText(places, "server")),
    unitStep(STANDBY_UNIT_PATH, root, unitText(places, "standby")),
    ...programs,
  ];
}

function unitStep(unit: string, root: string, text: string): Step {
  const path = join(root, unit);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return { words: `${unit} is up to date` };
  return {
    words: `write ${unit}`,
    run: () => putFile(path, { text, mode: 0o644, directoryMode: 0o755 }),
  };
}

function putProgram(executable: string | null, path: string): void {
  if (executable === null)
    throw new CommandFailed(
      "salute runs from source: build the executable first (bun run build), and run that.",
    );
  makeDirectory(dirname(path), 0o755);
  // A running program cannot be overwritten, but its name can be given to another file.
  const next = join(dirname(path), `.${basename(path)}.next`);
  copyFileSync(executable, next);
  chmodSync(next, 0o755);
  renameSync(next, path);
}

function putFile(
  path: string,
  { text, mode, directoryMode }: { text: string; mode: number; directoryMode: number },
): void {
  makeDirectory(dirname(path), directoryMode);
  writeFileSync(path, text, { mode });
}

/** Directories above it, such as /etc of an image, become readable by everybody, whatever the umask. */
function makeDirectory(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), 0o755);
  mkdirSync(path);
  chmodSync(path, mode);
}

function programStep(command: string[]): Step {
  const words = command.join(" ");
  return {
    words,
    run: () => {
      const { exitCode, stderr } = Bun.spawnSync(command, { stdout: "inherit", stderr: "pipe" });
      if (exitCode !== 0) throw new CommandFailed(`${words} failed: ${stderr.toString().trim()}`);
    },
  };
}
