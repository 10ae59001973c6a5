import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { Glob } from "bun";
import { until } from "../../harness/until.ts";
import { scratchFile } from "../processes/servers.ts";
import { freePort, startProcess } from "./peer.ts";

/** What peers need beside them, from Debian's packages (apt-get install postgresql redis-server rabbitmq-server). */
interface Beside {
  port: number;
  process: Bun.Subprocess;
}

/** The newest of the paths that a pattern names, or null. */
function newest(pattern: string): string | null {
  return (
    [...new Glob(pattern).scanSync({ cwd: "/", absolute: true, onlyFiles: false })].sort().at(-1) ?? null
  );
}

/** What is missing of these packages, or null. */
export function missingPackages(names: readonly (keyof typeof PROGRAMS)[]): string | null {
  const missing = names.filter((name) => PROGRAMS[name]() === null);
  return missing.length === 0 ? null : `apt-get install ${missing.join(" ")}`;
}

const PROGRAMS = {
  postgresql: () => newest("usr/lib/postgresql/*/bin/postgres"),
  "redis-server": () => Bun.which("redis-server"),
  "rabbitmq-server": () => newest("usr/lib/rabbitmq/lib/*/sbin/rabbitmq-server"),
};

/** PostgreSQL as Debian configures it: each commit is flushed before it is acknowledged. */
export async function startPostgres(name: string): Promise<Beside> {
  const directory = scratchFile(`postgres-${name}`);
  mkdirSync(directory);
  const program = PROGRAMS.postgresql() ?? "";
  // It refuses to run as root.
  const user =
    process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  if (user.length > 0) {
    const id = Number(Bun.spawnSync(["id", "-u", "postgres"]).stdout.toString());
    chownSync(directory, id, id);
    chmodSync(scratchFile(""), 0o711);
  }
  const data = `${directory}/data`;
  const words = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"];
  const made = Bun.spawnSync([...user, program.replace(/postgres$/, "initdb"), ...words]);
  if (!made.success) throw new Error(`PostgreSQL could not be started: ${made.stderr}`);
  const port = freePort();
  const options = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", directory];
  const child = startProcess([...user, program, ...options]);
  await until(
    () =>
      Bun.spawnSync([
        "psql",
        "-h",
        "127.0.0.1",
        "-p",
        String(port),
        "-U",
        "postgres",
        "-c",
        `CREATE DATABASE ${name}`,
      ]).success,
  );
  return { port, process: child };
}

export async function startRedis(name: string, options: readonly string[]): Promise<Beside> {
  const cwd = scratchFile(`redis-${name}`);
  mkdirSync(cwd);
  const port = freePort();
  const words = ["redis-server", "--port", String(port), "--bind", "127.0.0.1", ...options];
  const child = startProcess(words, { cwd });
  await untilListening(port);
  return { port, process: child };
}

export async function startRabbit(name: string): Promise<Beside> {
  const cwd = scratchFile(`rabbit-${name}`);
  mkdirSync(cwd);
  const port = freePort();
  const env = {
    ...Bun.env,
    HOME: cwd,
    RABBITMQ_NODENAME: `${name}-${process.pid}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(freePort()),
    RABBITMQ_MNESIA_BASE: `${cwd}/mnesia`,
    RABBITMQ_LOG_BASE: `${cwd}/log`,
    RABBITMQ_ENABLED_PLUGINS_FILE: `${cwd}/plugins`,
    ERL_EPMD_ADDRESS: "127.0.0.1",
  };
  const child = startProcess([PROGRAMS["rabbitmq-server"]() ?? ""], { cwd, env });
  await untilListening(port);
  return { port, process: child };
}

const LISTENING_WITHIN_MS = 180_000;

async function untilListening(port: number): Promise<void> {
  await until(
    () =>
      Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
        (socket) => {
          socket.end();
          return true;
        },
        () => false,
      ),
    LISTENING_WITHIN_MS,
  );
}
