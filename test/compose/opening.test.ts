import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { parseConfig } from "../../src/compose/config.ts";
import { openServices } from "../../src/compose/open/services.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createLogger } from "../../src/kit/process/log.ts";
import { scratch } from "../harness/processes/commands.ts";

let directory: ReturnType<typeof scratch>;

beforeEach(() => {
  directory = scratch();
});
afterEach(() => directory.remove());

const open = () =>
  openServices(parseConfig({ DATA_DIR: directory.path }), {
    clock: systemClock,
    log: createLogger("silent", false),
  });

test.each(["sandbox.db", "log.db"])(
  "if %s cannot be opened, the other files are closed again",
  async (file) => {
    await (await open()).close();
    rmSync(directory.file(file));
    mkdirSync(directory.file(file));
    await expect(open()).rejects.toThrow();
    expect(existsSync(directory.file("live.db-wal"))).toBe(false);
  },
);
