import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger, describeError } from "../../src/kit/process/log.ts";

/** Processes and locks of their own, on machines that have other work too. */
setDefaultTimeout(30_000);

const LOGGING = join(import.meta.dir, "logging", "main.ts");

function gather(level: Parameters<typeof createLogger>[0], pretty = false) {
  const written: string[] = [];
  return { written, log: createLogger(level, pretty, (text) => void written.push(text)) };
}

describe("a JSON object a line", () => {
  test("with time, level and message; line breaks in fields do not break lines", () => {
    const { written, log } = gather("info");
    log.info("request", { request_id: "req_1", detail: "two\nlines", unset: undefined, none: null });
    log.flush();
    expect(written.join("").endsWith("\n")).toBe(true);
    expect(JSON.parse(written.join(""))).toEqual({
      time: expect.stringMatching(/Z$/),
      level: "info",
      message: "request",
      request_id: "req_1",
      detail: "two\nlines",
      none: null,
    });
  });

  test.each([
    ["debug", ["debug", "info", "warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["silent", []],
  ] as const)("LOG_LEVEL %s writes %p", (level, expected) => {
    const { written, log } = gather(level);
    for (const each of ["debug", "info", "warn", "error"] as const) log[each]("x");
    log.flush();
    const levels = written
      .join("")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line).level);
    expect(levels).toEqual([...expected]);
  });

  test("what goes on by itself is info, and debug on a terminal", () => {
    const levels = ([false, true] as const).map((pretty) => {
      const { written, log } = gather("debug", pretty);
      log.routine("job ended");
      log.flush();
      return /debug|info/.exec(written.join(""))?.[0];
    });
    expect(levels).toEqual(["info", "debug"]);
  });

  test("an error goes out at once, and takes what waits before it along, in order", () => {
    const { written, log } = gather("info");
    log.info("first");
    expect(written).toEqual([]);
    log.error("second");
    expect(written.join("").match(/"message":"\w+"/g)).toEqual(['"message":"first"', '"message":"second"']);
  });
});

describe("stderr", () => {
  test("a reader that stops for a while loses no line, and gets none torn", async () => {
    const directory = mkdtempSync(join(tmpdir(), "salute-log-"));
    const pipe = join(directory, "stderr");
    Bun.spawnSync(["mkfifo", pipe]);
    const opening = open(pipe, "r");
    const child = Bun.spawn(["sh", "-c", `exec "$0" "$1" 20000 2>"$2"`, process.execPath, LOGGING, pipe], {
      stdin: "pipe",
      stdout: "pipe",
    });
    const reader = await opening;
    const said = await child.stdout.getReader().read();
    expect(new TextDecoder().decode(said.value)).toBe("logged\n");
    const lines: number[] = [];
    let rest = "";
    for await (const chunk of reader.createReadStream({ encoding: "utf8" })) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts.map((line) => JSON.parse(line).line));
      if (lines.length === 20_000) child.stdin.end();
    }
    expect(await child.exited).toBe(0);
    expect(lines).toEqual(Array.from({ length: 20_001 }, (_, line) => line));
    rmSync(directory, { recursive: true });
  });

  test.each([
    ["closed", "2>&-"],
    ["without a reader", "2> >(exec true)"],
    ["full", "2>/dev/full"],
  ])("%s: the process goes on", (_, redirection) => {
    const script = `"$0" "$1" 3000 ${redirection} </dev/null`;
    const run = spawnSync("bash", ["-c", script, process.execPath, LOGGING], { encoding: "utf8" });
    expect([run.status, run.stdout]).toEqual([0, "logged\n"]);
  });

  test("what was logged just before the end is written: process.exit flushes", () => {
    const run = spawnSync(process.execPath, [LOGGING, "1"], { encoding: "utf8", input: "" });
    expect(
      run.stderr
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).message),
    ).toEqual(["request", "last"]);
  });
});

describe("describeError", () => {
  test("names the cause, and the cause of the cause", () => {
    const disk = new Error("database or disk is full");
    const described = describeError(
      new Error("outer", { cause: new Error("the database could not be written", { cause: disk }) }),
    );
    const order = ["outer", "the database could not be written", "database or disk is full"];
    expect(
      order.map((message) => described.indexOf(message)).every((at, i, all) => at > (all[i - 1] ?? -1)),
    ).toBe(true);
  });

  test("takes what was thrown and is no error", () => {
    expect(describeError("text")).toBe("text");
    expect(describeError(null)).toBe("null");
  });
});
