import { CHECKS } from "../compose/modules.ts";
import type { Services } from "../compose/services.ts";
import {
  type AlertView,
  alertView,
  buildRunbook,
  findAlert,
  listAlerts,
  sendAlerts,
  testAlert,
} from "../modules/operations/alerts/index.ts";
import { sendMail } from "../modules/platform/mail/index.ts";
import { type Command, CommandFailed, print, printData, textFlag, textTable, UsageError } from "./command.ts";
import { withServices } from "./workspace.ts";

const SHOWN = 50;
/** Time for a receiver to answer, with a margin. */
const WAIT_MS = 15_000;
const POLL_MS = 200;

const list: Command = {
  name: "alerts list",
  usage: "alerts list [--json]",
  summary: "List recent alerts, and whether each was delivered",
  options: {},
  run: (invocation) =>
    withServices(invocation, ({ live }) => {
      const alerts = listAlerts(live.read, SHOWN).map((row) => alertView(live.read, row));
      printData(invocation.flags, alerts, () =>
        textTable(
          ["WHEN", "WEBHOOK", "MAIL", "WHAT"],
          alerts.map(({ created_at, webhook, mail, title }) => [created_at, webhook, mail, title]),
          "No alerts yet.",
        ),
      );
      return 0;
    }),
};

const test: Command = {
  name: "alerts test",
  needs: ["ALERT_WEBHOOK_URL", "SMTP_URL"],
  usage: "alerts test [--json]",
  summary: "Send a test alert to ALERT_WEBHOOK_URL and ALERT_EMAIL, and print whether each accepted it",
  options: {},
  run: (invocation) =>
    withServices(
      invocation,
      async (services) => {
        const { alerts, live } = services;
        const id = await live.writer.run((tx) => alerts.raise(tx, testAlert(`salute ${test.name}`)));
        if (id === null)
          throw new CommandFailed(
            "Nobody receives alerts: set ALERT_WEBHOOK_URL, or ALERT_EMAIL and SMTP_URL.",
          );
        const view = await settle(services, id);
        const error = view.webhook_error === null ? "" : ` (${view.webhook_error})`;
        printData(invocation.flags, view, () => `webhook: ${view.webhook}${error}\nmail: ${view.mail}`);
        return ["sent", "off"].includes(view.webhook) && /^(off|\d+ sent)$/.test(view.mail) ? 0 : 1;
      },
      "directory",
    ),
};

/** Sends the alert unless a running server does, which also retries failures. */
async function settle(services: Services, id: string): Promise<AlertView> {
  const { signal } = new AbortController();
  const { live, clock } = services;
  const until = clock.now() + WAIT_MS;
  for (;;) {
    await Promise.all([sendAlerts(services, signal), sendMail(services, signal)]);
    const row = findAlert(live.read, id);
    if (row === null) throw new Error(`${id} no longer exists`);
    const view = alertView(live.read, row);
    const isOpen = (view.webhook === "queued" && view.webhook_error === null) || view.mail.includes("queued");
    if (!isOpen || clock.now() >= until) return view;
    await Bun.sleep(POLL_MS);
  }
}

const runbook: Command = {
  name: "alerts runbook",
  usage: "alerts runbook [--check NAME]",
  summary: "Print what each alarm means and what to do",
  options: { check: { type: "string", value: "NAME", meaning: "Only this check's" } },
  run: ({ flags }) => {
    const wanted = textFlag(flags, "check");
    const all = buildRunbook(CHECKS);
    const entries = all.filter(({ name }) => wanted === undefined || name === wanted);
    if (entries.length === 0)
      throw new UsageError(
        `there is no check ${wanted}; there are: ${all.map(({ name }) => name).join(", ")}`,
      );
    print(
      entries
        .map(({ name, means, steps }) =>
          [name, `  ${means}`, ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join("\n"),
        )
        .join("\n\n"),
    );
    return 0;
  },
};

export const alertsCommands: Command[] = [list, test, runbook];
