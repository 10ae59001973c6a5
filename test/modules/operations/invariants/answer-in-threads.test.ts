import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Question } from "../../../../src/modules/operations/invariants/answer.ts";
import { answerInThreads } from "../../../../src/modules/operations/invariants/answer-in-threads.ts";
import { scratch } from "../../../harness/processes/commands.ts";

let directory: ReturnType<typeof scratch>;
let path: string;

beforeEach(() => {
  directory = scratch();
  path = directory.file("some.db");
  const client = new Database(path);
  client.run("CREATE TABLE numbers (number INTEGER)");
  client.run("INSERT INTO numbers VALUES (1), (3)");
  client.close(true);
});

afterEach(() => directory.remove());

const question = (number: number): Question => {
  const text = `SELECT 'found ' || number AS fault FROM numbers WHERE number = ${number}`;
  return { name: `q${number}`, path, statement: { text, whenNone: `no ${number}` }, part: { text } };
};

test("each question gets its own finding, whoever answers it", async () => {
  const { findings, value } = await answerInThreads([0, 1, 2, 3].map(question), () => "own work");
  expect(value).toBe("own work");
  expect(Object.fromEntries(findings)).toEqual({
    q0: { ok: true, detail: "no 0" },
    q1: { ok: false, detail: "found 1" },
    q2: { ok: true, detail: "no 2" },
    q3: { ok: false, detail: "found 3" },
  });
});

test("of several questions with one name, the first that failed answers", async () => {
  const named = [0, 1, 3, 2].map((number) => ({ ...question(number), name: "all" }));
  const { findings } = await answerInThreads(named, () => null);
  expect([...findings]).toEqual([["all", { ok: false, detail: expect.stringMatching(/^found [13]$/) }]]);
});

test("a damaged file is a fault; a missing one fails the check", async () => {
  await Bun.write(directory.file("damaged.db"), "x".repeat(5000));
  const ask = (name: string) => answerInThreads([{ ...question(1), path: directory.file(name) }], () => null);
  const { findings } = await ask("damaged.db");
  expect(findings.get("q1")).toEqual({
    ok: false,
    detail: expect.stringContaining("it is damaged or no database"),
  });
  expect(await ask("missing.db").catch(String)).toContain("ENOENT");
});

test("if the caller's own work fails, so does the check", async () => {
  const failing = answerInThreads([question(1)], () => {
    throw new Error("own fault");
  });
  expect(await failing.catch(String)).toBe("Error: own fault");
});
