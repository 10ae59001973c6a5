import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { readServiceSettings } from "../../src/commands/service/settings.ts";
import { installSteps } from "../../src/commands/service/steps.ts";
import { ENVIRONMENT_TEXT, PLACES } from "../../src/commands/service/unit.ts";
import { salute, scratch } from "../harness/processes/commands.ts";
import { missingPrograms } from "../harness/processes/programs.ts";

const DEPLOYED = resolve(import.meta.dir, "../../deploy/systemd");
const UNITS: [name: string, role: string[]][] = [
  ["salute", []],
  ["salute-standby", ["--standby"]],
];

let image: ReturnType<typeof scratch>;
beforeEach(() => {
  image = scratch();
});
afterEach(() => image.remove());

describe("salute service", () => {
  test.each(UNITS)("print is deploy/systemd/%s.service for the given user", async (name, role) => {
    const { out } = await salute(["service", "print", ...role]);
    expect(readFileSync(join(DEPLOYED, `${name}.service`), "utf8")).toContain(out.trim());
    const other = await salute(["service", "print", "--user", "points", ...role]);
    expect(other.out).toContain("User=points\nGroup=points\n");
    const wrong = await salute(["service", "print", "--user", "no one"]);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("--user")]);
  });

  const lacksSystemd = missingPrograms(["systemd-analyze"], "systemd's own check of the unit").length > 0;
  test.skipIf(lacksSystemd)("the account and the directories are valid according to systemd", () => {
    for (const program of ["systemd-sysusers", "systemd-tmpfiles"]) {
      const file = join(DEPLOYED, `${program.replace("systemd-", "")}.conf`);
      const words = program === "systemd-tmpfiles" ? ["--create"] : [];
      mkdirSync(join(image.path, "etc"), { recursive: true });
      const { exitCode, stderr } = Bun.spawnSync([program, `--root=${image.path}`, ...words, file]);
      expect([exitCode, stderr.toString()]).toEqual([0, expect.not.stringContaining("Failed")]);
    }
    expect(readFileSync(join(image.path, "etc/passwd"), "utf8")).toContain(
      ":/var/lib/salute:/usr/sbin/nologin",
    );
    expect(statSync(join(image.path, "var/lib/salute")).mode & 0o777).toBe(0o700);
  });

  test.skipIf(lacksSystemd).each(UNITS)("systemd finds %s.service exposed by at most 1.5", (name, _) => {
    const unit = join(DEPLOYED, `${name}.service`);
    const words = ["security", "--offline=true", "--no-pager", "--threshold=15", unit];
    const { exitCode, stdout } = Bun.spawnSync(["systemd-analyze", ...words]);
    expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining("Overall exposure level")]);
  });

  test.skipIf(lacksSystemd).each(UNITS)(
    "print is a valid unit according to systemd: %s",
    async (name, role) => {
      const { out } = await salute(["service", "print", "--user", userInfo().username, ...role]);
      // The check requires the unit's program to exist.
      const unit = image.file(`${name}.service`);
      writeFileSync(unit, out.replace(PLACES.program, process.execPath));
      const { exitCode, stderr } = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", unit]);
      expect([exitCode, stderr.toString()]).toEqual([0, ""]);
      writeFileSync(unit, out.replace(PLACES.program, "/no/such/program"));
      expect(Bun.spawnSync(["systemd-analyze", "verify", "--man=no", unit]).exitCode).not.toBe(0);
    },
  );

  test("an upgrade takes the data directory from the unit, and all else from the environment file first", async () => {
    const unit = image.file("salute.service");
    const environmentFile = image.file("salute.env");
    writeFileSync(unit, (await salute(["service", "print"])).out);
    const ofUnit = { SALUTE_ENV: "production", HOST: "127.0.0.1", PORT: "8080", DATA_DIR: "/var/lib/salute" };
    expect(readServiceSettings(environmentFile, unit)).toEqual(ofUnit);
    writeFileSync(environmentFile, "PORT=9090\n");
    expect(readServiceSettings(environmentFile, unit)).toEqual({ ...ofUnit, PORT: "9090" });
    expect(readServiceSettings(environmentFile, image.file("none"))).toEqual({ PORT: "9090" });
  });

  test("install --dry-run prints all steps and runs none", async () => {
    const { code, out } = await salute(["service", "install", "--dry-run", "--root", image.path]);
    expect(code).toBe(0);
    expect(out).toContain("would: write /etc/salute/salute.env (0600)");
    expect(out).toContain("would: write /etc/systemd/system/salute.service");
    expect(existsSync(join(image.path, "etc"))).toBe(false);
  });

  test("into an image: executable, environment file 0600 and unit; a repetition keeps existing files", () => {
    const executable = image.file("salute-release");
    writeFileSync(executable, "program");
    const root = join(image.path, "image");
    const steps = () => installSteps({ places: PLACES, role: "server", executable, root, hasUser: false });
    for (const { run } of steps()) run?.();
    const environment = join(root, PLACES.environmentFile);
    expect(readFileSync(join(root, PLACES.program), "utf8")).toBe("program");
    expect(statSync(join(root, PLACES.program)).mode & 0o777).toBe(0o755);
    expect([readFileSync(environment, "utf8"), statSync(environment).mode & 0o777]).toEqual([
      ENVIRONMENT_TEXT,
      0o600,
    ]);
    writeFileSync(environment, "PORT=1\n");
    const again = steps();
    for (const { run } of again) run?.();
    expect(readFileSync(environment, "utf8")).toBe("PORT=1\n");
    for (const [name] of UNITS)
      expect(again.map(({ words }) => words)).toContain(`/etc/systemd/system/${name}.service is up to date`);
  });

  test("from source there is no executable to install, which is reported before the unit is written", async () => {
    mkdirSync(join(image.path, "root"));
    const { code, err } = await salute(["service", "install", "--root", join(image.path, "root")]);
    expect([code, err]).toEqual([1, expect.stringContaining("bun run build")]);
    expect(existsSync(join(image.path, "root/etc"))).toBe(false);
  });
});
