import { expect, test } from "bun:test";
import { runInChild } from "../../src/compose/backup-places.ts";

test("a command in a process of its own is not started once its work was stopped", async () => {
  const stopped = AbortSignal.abort(new Error("the process stops"));
  await expect(runInChild(["version"], stopped)).rejects.toThrow("the process stops");
  const { out } = await runInChild(["version"], new AbortController().signal);
  expect(out).toStartWith("salute ");
});
