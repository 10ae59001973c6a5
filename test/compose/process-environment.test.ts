import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable, ROOT } from "../harness/processes/build.ts";
import { scratch } from "../harness/processes/commands.ts";
import { type Running, start } from "../harness/processes/executable.ts";
import { run } from "../harness/processes/programs.ts";
import { until } from "../harness/until.ts";

/** What the process takes from its environment, and what it hands on. */

const SECRETS = {
  MASTER_KEY: "11".repeat(32),
  BACKUP_ENCRYPTION_KEY: "correct horse battery staple",
  SMTP_URL: "smtp://user:hush@127.0.0.1:2525",
  TELEGRAM_BOT_TOKEN: `123456789:${"A".repeat(35)}`,
  HTTPS_PROXY: "http://hush@127.0.0.1:1",
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
  OTHER_SERVICE_PASSWORD: "hush",
};

let dir: ReturnType<typeof scratch>;
let server: Running | null;

beforeEach(() => {
  dir = scratch();
  server = null;
});
afterEach(async () => {
  server?.kill("SIGKILL");
  await server?.finished;
  dir.remove();
});

test("Litestream gets its own variables, its store's and the system's, and no others", async () => {
  const [program, written] = [dir.file("litestream"), dir.file("environment")];
  const script = `#!/bin/sh\n[ "$1" = version ] && { echo v0.5.17; exit 0; }\nenv > ${written}.part\nmv ${written}.part ${written}\n`;
  writeFileSync(program, script, { mode: 0o755 });
  const own = {
    LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}`,
    LITESTREAM_SECRET_ACCESS_KEY: "the store's",
    AWS_REGION: "eu-north-1",
  };
  server = start([executable(), "serve", "--port", "0", "--data", dir.file("data")], {
    env: { ...SECRETS, ...own, LITESTREAM_BIN: program },
    cwd: ROOT,
  });
  await until(() => {
    if (server?.child.exitCode !== null) throw new Error(`the server ended: ${server?.stderr}`);
    return existsSync(written);
  });
  const lines = readFileSync(written, "utf8").trim().split("\n");
  expect(lines).toContain("LITESTREAM_SECRET_ACCESS_KEY=the store's");
  expect(lines).toContain("AWS_REGION=eu-north-1");
  const names = lines.map((line) => line.split("=")[0] ?? "");
  const given = ["PATH", "HOME", ...Object.keys(own), "LITESTREAM_BIN"];
  const ofShell = ["PWD", "SHLVL", "OLDPWD", "_"];
  expect(names.filter((name) => !given.includes(name) && !ofShell.includes(name))).toEqual([]);
}, 60_000);

test("NODE_TLS_REJECT_UNAUTHORIZED=0 does not make the process trust any certificate", async () => {
  const folder = join(ROOT, "test/harness/servers/certificates");
  const program = dir.file("program.ts");
  writeFileSync(
    program,
    `import { readFileSync } from "node:fs";
     import { loadConfig } from ${JSON.stringify(join(ROOT, "src/compose/config.ts"))};
     const read = (name) => readFileSync(${JSON.stringify(folder)} + "/" + name, "utf8");
     const tls = { key: read("leaf.key"), cert: read("self-signed.pem") };
     const server = Bun.serve({ port: 0, tls, fetch: () => new Response("trusted") });
     const ask = () => fetch("https://localhost:" + server.port).then((answer) => answer.text(), (error) => error.code);
     console.log(await ask());
     loadConfig({ data: ${JSON.stringify(dir.file("data"))} });
     console.log(await ask());
     process.exit();`,
  );
  const { stdout } = await run([process.execPath, program], {
    environment: { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    cwd: ROOT,
  });
  expect(stdout.trim().split("\n")).toEqual(["trusted", "DEPTH_ZERO_SELF_SIGNED_CERT"]);
}, 60_000);
