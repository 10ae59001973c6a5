import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseConfig } from "../../src/compose/config.ts";
import { MIN_VERSION } from "../../src/modules/operations/replication/rules.ts";
import { executable, ROOT } from "../harness/processes/build.ts";
import { SLOW_MS, scratch, start, startServer } from "../harness/processes/executable.ts";

setDefaultTimeout(SLOW_MS);

const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8");
let dir: ReturnType<typeof scratch>;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => dir.remove());

describe("Dockerfile", () => {
  /** The image's health check command, with the tested executable. */
  function checkHealth(port: string) {
    const line = /^HEALTHCHECK [^\n]*\\\n\s*CMD (.+)$/m.exec(dockerfile)?.[1] ?? "false";
    const here = line.replace(" salute ", ` ${executable()} `);
    return start(["sh", "-c", here], { env: { PORT: port } }).finished;
  }

  test("its health check succeeds for a ready server and fails without one", async () => {
    const server = await startServer(dir.data);
    const { port } = new URL(server.url);
    expect((await checkHealth(port)).code).toBe(0);
    server.kill("SIGTERM");
    await server.finished;
    expect((await checkHealth(port)).code).not.toBe(0);
  });

  test("builds with the Bun version in package.json, from files that exist and are not in .dockerignore", () => {
    const { packageManager } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      packageManager: string;
    };
    expect(dockerfile).toContain(`FROM oven/${packageManager.replace("@", ":")} AS build`);
    const allowed = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      (match) => match[1]?.split(" ") ?? [],
    );
    expect(copied.length).toBeGreaterThan(4);
    for (const name of copied) {
      expect(existsSync(join(ROOT, name))).toBe(true);
      expect(allowed).toContain(`!${name}`);
    }
  });

  test("images whose files are shipped are pinned by tag and digest", () => {
    const images = [...dockerfile.matchAll(/^(?:FROM|COPY --from=)\s*(\S+:\S+)(?! AS)/gm)].map(
      ([, image]) => image,
    );
    const shipped = images.filter((image) => !image?.startsWith("oven/bun:"));
    expect(shipped).toHaveLength(2);
    for (const image of shipped) expect(image).toMatch(/^[a-z/]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}$/);
  });

  test("its configuration starts in production, reachable from outside, with data in its volume, not as root", () => {
    const settings = Object.fromEntries(
      [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map((match) => [
        match[1],
        match[2],
      ]),
    );
    expect(parseConfig(settings)).toMatchObject({
      isProduction: true,
      host: "0.0.0.0",
      port: 8080,
      dataDir: "/data",
    });
    expect(dockerfile).toMatch(/^VOLUME \/data$/m);
    expect(dockerfile).toMatch(/^USER salute$/m);
  });
});

describe("the systemd unit", () => {
  const unit = readFileSync(join(ROOT, "deploy/systemd/salute.service"), "utf8");

  test("starts in production as its own user, on loopback, with write access only to its data directory", () => {
    const settings = Object.fromEntries(
      (/^Environment=(.+)$/m.exec(unit)?.[1] ?? "").split(" ").map((pair) => pair.split("=", 2)),
    );
    expect(parseConfig(settings)).toMatchObject({
      isProduction: true,
      host: "127.0.0.1",
      port: 8080,
      dataDir: "/var/lib/salute",
    });
    for (const line of ["User=salute", "StateDirectory=salute", "ProtectSystem=strict", "KillMode=mixed"])
      expect(unit).toContain(`\n${line}\n`);
  });
});

describe("Litestream in the image", () => {
  test("is the official build in a supported version", () => {
    const version = /^COPY --from=litestream\/litestream:([^@\s]+)\S* \/usr\/local\/bin\/litestream /m.exec(
      dockerfile,
    )?.[1];
    expect(Bun.semver.order(version ?? "0.0.0", MIN_VERSION)).toBeGreaterThanOrEqual(0);
  });
});

describe("fly.toml", () => {
  test("a deploy without an address, proxies or a replica fails, and names what is missing", async () => {
    const { REQUIRED_SETTINGS = "" } = (fly.env ?? {}) as Record<string, string>;
    const { code, stderr } = await start([executable(), "migrate"], {
      env: { SALUTE_ENV: "production", REQUIRED_SETTINGS, DATA_DIR: dir.data },
    }).finished;
    expect(code).toBe(1);
    for (const name of ["PUBLIC_BASE_URL", "TRUSTED_PROXIES", "LITESTREAM_REPLICA_URL"])
      expect(stderr).toContain(`${name} is not set, and this deployment requires it. Example: ${name}=`);
  });

  const fly = Bun.TOML.parse(readFileSync(join(ROOT, "fly.toml"), "utf8")) as Record<
    string,
    Record<string, unknown>
  >;

  test("checks the readiness for reads on the image's port, keeps the volume where the image has its data, and never stops", () => {
    expect(fly).toMatchObject({
      kill_signal: "SIGTERM",
      env: { SALUTE_ENV: "production" },
      deploy: { release_command: "migrate --data /tmp/trial" },
      mounts: { destination: "/data" },
      http_service: {
        internal_port: 8080,
        auto_stop_machines: "off",
        checks: [{ method: "GET", path: "/readyz?reads=1" }],
      },
    });
  });
});
