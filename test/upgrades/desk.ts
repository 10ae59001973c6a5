import { DAY_MS } from "../../src/kit/clock.ts";
import type { Target } from "../contract/target.ts";
import { incidents } from "../drift/recording/operators.ts";
import type { Recorder, Subject } from "../drift/recording/recorder.ts";
import { PASSWORD, visitor } from "../harness/app/visitor.ts";

/** The ledger's indexes for search are filled by 64 entries at a time. */
const ENTRIES = 160;
const BATCH = 80;

/** Records operators' calls: corrections, incidents, plans, rules, and a session of the pages. */
export async function recordDesk(recorder: Recorder<Subject>, target: Target): Promise<void> {
  await ledger(recorder);
  await incidents(recorder);
  await rules(recorder);
  await people(recorder, target);
}

async function ledger(recorder: Recorder<Subject>): Promise<void> {
  const user_id = "ext:demo-user";
  for (let from = 0; from < ENTRIES; from += BATCH) {
    const items = Array.from({ length: BATCH }, (_, at) => ({
      ...{ operation: "credit", user_id, amount: from + at + 1, reason: at % 2 === 0 ? "quest" : "shop" },
      ...{ source: "campaign-7", metadata: { level: String(at % 5) } },
    }));
    await recorder.record("batchSalutes", { body: { items } });
  }
  const { entries } = await recorder.record("listLedgerEntries", { query: { limit: "2" } });
  const [first] = entries;
  const adjustment = { partner: "acme", user_id: first.user_id, direction: "credit", reason: "Goodwill." };
  await recorder.record("adjustBalance", { body: { ...adjustment, amount: 5 } });
  await recorder.record("reverseLedgerEntries", {
    body: { entry_ids: [first.id], reason: "Credited twice.", on_shortfall: "refuse" },
  });
}

async function rules(recorder: Recorder<Subject>): Promise<void> {
  const until = new Date(Date.now() + 30 * DAY_MS).toISOString();
  await recorder.record("change403Suppressions", {
    body: {
      ...{ action: "add", path_glob: "/api/**", reason: "disabled_key", owner: "olga", expires_at: until },
      expected_revision: (await recorder.record("list403Suppressions")).revision,
      note: "The old key of acme",
    },
  });
  await recorder.record("addInboxLink", {
    body: { url: "https://status.example.com/1", issue_id: "incident:1", note: "The provider's notice" },
  });
  await recorder.record("changeAuditThreshold", {
    body: {
      ...{ parameter: "audit.rapid_sequence_count", new_value: 12, owner: "olga" },
      reason: "Market makers move ten times a minute",
    },
  });
  await recorder.record("silenceAlert", { body: { rule: "http_p99_ms", until } });
}

async function people(recorder: Recorder<Subject>, { call, command }: Target): Promise<void> {
  const made = await command("operators", "create", "--name", "rosa", "--role", "operator");
  await recorder.record("setOnCallPlan", {
    body: {
      zone: "Europe/Berlin",
      rotation: [{ operator: "rosa", from: "mon 09:00", to: "fri 17:00" }],
      contacts: [{ operator: "rosa", email: "rosa@example.com" }],
      escalation: { after_minutes: 15 },
    },
  });
  const browser = visitor({ call });
  const { pathname } = new URL((made as { password_link: string }).password_link);
  const { status, text } = await browser.submit(pathname, { password: PASSWORD, repeated: PASSWORD });
  if (status !== 303) throw new Error(`${pathname} answered ${status}: ${text}`);
}
