import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { Type } from "@sinclair/typebox";
import { childEnvironment } from "../compose/config.ts";
import { checkedJson } from "../kit/formats/checked-json.ts";
import { prepareLitestream, runLitestream } from "../modules/operations/replication/index.ts";

/** A Litestream for an executable. */
export interface LitestreamProgram {
  path: string;
  version: string;
}

/** The Go module from which releases build Litestream, pinned by its hash in Go's checksum database. */
export const LITESTREAM_MODULE = {
  path: "github.com/benbjohnson/litestream",
  version: "0.5.17",
  sum: "h1:uddXWBgoFshkZSAgOuCIA+B35P108/wCoqb0fxH0AJw=",
};

/** This machine's target. */
export const HOST = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

const GO_SYSTEMS: Record<string, string> = { linux: "linux", darwin: "darwin", windows: "windows" };
const GO_PROCESSORS: Record<string, string> = { x64: "amd64", arm64: "arm64" };
const DOWNLOAD = checkedJson("go mod download", Type.Object({ Dir: Type.String(), Sum: Type.String() }));

/**
 * Builds Litestream with the installed Go, without cgo: one program serves glibc and musl.
 * @param target such as linux-x64-musl
 * @param folder for the program; Go's own cache makes a repetition take seconds
 * @throws Error if there is no Go, or the module cannot be downloaded or is not the pinned one
 */
export function buildLitestream(target: string, folder: string): LitestreamProgram {
  const [system = "", processor = ""] = target.split("-");
  const GOOS = GO_SYSTEMS[system];
  const GOARCH = GO_PROCESSORS[processor];
  if (GOOS === undefined || GOARCH === undefined) throw new Error(`Go has no target for ${target}`);
  const { path, version, sum } = LITESTREAM_MODULE;
  const { Dir, Sum } = DOWNLOAD.read(go(["mod", "download", "-json", `${path}@v${version}`], {}));
  if (Sum !== sum) throw new Error(`${path} ${version} has the hash ${Sum}, not ${sum}`);
  const program = join(folder, `litestream-${version}-${GOOS}-${GOARCH}`);
  mkdirSync(dirname(program), { recursive: true });
  const next = `${program}.${process.pid}`;
  go(
    [
      ...["build", "-C", Dir, "-trimpath", "-buildvcs=false"],
      ...["-ldflags", `-s -w -X main.Version=v${version}`, "-o", next, "./cmd/litestream"],
    ],
    { GOOS, GOARCH, CGO_ENABLED: "0", GOAMD64: "v1", GOARM64: "v8.0", GOWORK: "off" },
  );
  renameSync(next, program);
  return { path: program, version };
}

/**
 * Litestream for a target, built with Go or else, for this machine, as it is installed; the reasons if there is none.
 * @param target null for this machine
 */
export async function findLitestream(
  target: string | null,
  directory: string,
): Promise<LitestreamProgram | string> {
  try {
    return buildLitestream(target ?? HOST, directory);
  } catch (notBuilt) {
    const reason = (notBuilt as Error).message;
    if (target !== null) return reason;
    return usableLitestream(null, directory).catch((notFound: Error) => `${reason}; ${notFound.message}`);
  }
}

/** Version of the installed Go, such as go1.26.8. @throws Error if there is none */
export function goVersion(): string {
  return go(["env", "GOVERSION"], {}).trim();
}

/** Checks the named Litestream, or the one on PATH for null, by running it. @throws Error */
export async function usableLitestream(named: string | null, directory: string): Promise<LitestreamProgram> {
  const found = await prepareLitestream({ named, directory, environment: childEnvironment() });
  const help = await runLitestream(found, ["help"]);
  if (!help.startsWith("litestream ")) throw new Error("it is another program");
  return found;
}

/** Runs Go and returns its output. @throws Error with its last line */
function go(words: readonly string[], settings: Record<string, string>): string {
  const environment = childEnvironment();
  const program = Bun.which("go", { PATH: environment.PATH ?? "" });
  if (program === null) throw new Error("there is no Go on PATH");
  const { stdout, stderr, exitCode } = Bun.spawnSync([program, ...words], {
    env: { ...environment, GOFLAGS: "", GOTOOLCHAIN: "local", ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  if (exitCode !== 0) throw new Error(`go ${words[0]}: ${stderr.toString().trim().split("\n").at(-1)}`);
  return stdout.toString();
}
