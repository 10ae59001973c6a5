import { childEnvironment } from "../compose/config.ts";
import { systemClock } from "../kit/clock.ts";

/** The sources of a build. */
export interface Source {
  /** Full hash of the commit, with `+changes` if the work tree differs from it; null if unknown. */
  commit: string | null;
  /** Unix milliseconds of the commit, so that the same sources build the same bytes; without it, now. */
  at: number;
}

/** From SALUTE_COMMIT and SOURCE_DATE_EPOCH (Unix seconds) where they are set, otherwise from git. */
export function readSource(root: string): Source {
  const { SALUTE_COMMIT = "", SOURCE_DATE_EPOCH = "" } = childEnvironment();
  if (!/^\d*$/.test(SOURCE_DATE_EPOCH))
    throw new Error(`SOURCE_DATE_EPOCH: ${JSON.stringify(SOURCE_DATE_EPOCH)} is not a number of seconds`);
  const seconds = Number(SOURCE_DATE_EPOCH || git(root, "log", "-1", "--format=%ct"));
  return {
    commit: SALUTE_COMMIT || commitOf(root),
    at: seconds > 0 ? seconds * 1_000 : systemClock.now(),
  };
}

function commitOf(root: string): string | null {
  const commit = git(root, "rev-parse", "HEAD");
  if (commit === "") return null;
  return git(root, "status", "--porcelain") === "" ? commit : `${commit}+changes`;
}

/** Empty without git, or outside a repository. */
function git(root: string, ...words: string[]): string {
  try {
    const { stdout, success } = Bun.spawnSync(["git", ...words], { cwd: root, stderr: "ignore" });
    return success ? stdout.toString().trim() : "";
  } catch {
    return "";
  }
}
