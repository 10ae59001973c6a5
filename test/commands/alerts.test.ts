import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../harness/app/world.ts";
import { type CommandResult, salute } from "../harness/processes/commands.ts";
import { type MailServer, serveMail } from "../harness/servers/smtp.ts";

let world: World;
let post: MailServer;

beforeEach(async () => {
  [world, post] = await Promise.all([createWorld(), serveMail()]);
});

afterEach(async () => {
  await world.close();
  await post.stop();
});

const run = (args: string[], env: Record<string, string> = {}): Promise<CommandResult> =>
  salute(["alerts", ...args, "--data", world.dataDir], { env });

describe("salute alerts", () => {
  test("test reports missing receivers, successes and failures", async () => {
    const nobody = await run(["test"]);
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining("Nobody receives alerts")]);

    const answers = [204, 503];
    const chat = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(null, { status: answers.shift() ?? 500 }),
    });
    const env = {
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${chat.port}/hook`,
      ALERT_EMAIL: "ops@example.com",
      SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    };
    try {
      const taken = await run(["test"], env);
      expect([taken.code, taken.out, taken.err]).toEqual([0, "webhook: sent\nmail: 1 sent\n", ""]);
      expect(post.received).toHaveLength(1);
      expect(post.received[0]?.text).toContain("Sent by salute alerts test");
      const refused = await run(["test", "--json"], env);
      expect(refused.code).toBe(1);
      expect(refused.json).toMatchObject({ webhook: "queued", webhook_error: "status 503", mail: "1 sent" });
    } finally {
      await chat.stop(true);
    }
    const listed = await run(["list", "--json"]);
    expect(listed.json.map(({ webhook }: { webhook: string }) => webhook)).toEqual(["queued", "sent"]);
    expect((await run(["list"])).out).toContain("test alert");
  });

  test("list without alerts, the whole runbook and that of a check, and an unknown check", async () => {
    expect((await run(["list"])).out).toBe("No alerts yet.\n");
    const whole = await run(["runbook"]);
    expect(whole.out).toContain("\n\nbackup\n  Bad: the last restore drill failed");
    const one = await run(["runbook", "--check", "rpc"]);
    expect(one.out).toStartWith("rpc\n");
    expect(one.out).not.toContain("backup");
    expect(await run(["runbook", "--check", "printer"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no check printer"),
    });
  });
});
