import { expect, test } from "bun:test";
import { endChild } from "../../../../src/modules/operations/replication/end-child.ts";

const LONG_MS = 60_000;

/** Starts a shell that has set up its handling of SIGTERM. */
async function shell(script: string) {
  const child = Bun.spawn(["bash", "-c", `${script}; echo ready; while :; do sleep 0.05; done`], {
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("ready\n");
  return child;
}

test("a child that ends on SIGTERM ends in time, also one that has ended already", async () => {
  const child = await shell("trap 'exit 3' TERM");
  expect(await endChild(child, LONG_MS)).toBe(true);
  expect(child.exitCode).toBe(3);
  expect(await endChild(child, LONG_MS)).toBe(true);
});

test("a child that ignores SIGTERM is killed", async () => {
  const child = await shell("trap '' TERM");
  expect(await endChild(child, 50)).toBe(false);
  expect(child.signalCode).toBe("SIGKILL");
});
