import type { OperatorRole } from "../../../pages/index.ts";

/** Something to do, with the page that does it. */
interface DeskAction {
  label: string;
  path: string;
  role: OperatorRole;
  /** Other words by which it is found. */
  words?: string;
}

export const ACTIONS: readonly DeskAction[] = [
  { label: "Switch safe mode on or off", path: "/admin/safe-mode", role: "operator", words: "stop pause" },
  { label: "Create a partner or a key", path: "/admin/keys/new", role: "owner", words: "add issue" },
  {
    label: "Settle payments by CSV",
    path: "/admin/settlements/import",
    role: "operator",
    words: "import pay",
  },
  {
    label: "Change the conversion policy",
    path: "/admin/settlements#policy",
    role: "operator",
    words: "rate fee",
  },
  {
    label: "Credit or debit a user",
    path: "/admin/ledger/adjustments/new",
    role: "operator",
    words: "adjust",
  },
  { label: "Reverse ledger entries", path: "/admin/ledger", role: "operator", words: "undo refund" },
  {
    label: "Retry dead letters",
    path: "/admin/bulk/deliveries?kind=retry_deliveries&state=dead_letter",
    role: "operator",
    words: "replay resend",
  },
  { label: "Create an incident", path: "/admin/ops/incidents/new", role: "operator", words: "open outage" },
  { label: "Schedule maintenance", path: "/admin/maintenance/new", role: "operator", words: "announce" },
  { label: "Acknowledge or silence an alarm", path: "/admin/ops/alerts-monitor", role: "operator" },
  {
    label: "Change who is on call",
    path: "/admin/on-call#rotation",
    role: "operator",
    words: "duty rota override escalation",
  },
  { label: "Send a test alarm", path: "/admin/on-call#test", role: "operator", words: "escalation chain" },
  {
    label: "Download a month's archives",
    path: "/admin/ops/reports/monthly",
    role: "viewer",
    words: "report closing zip",
  },
  { label: "Send a test alert", path: "/admin/alerts", role: "operator" },
  {
    label: "Add a suppression rule",
    path: "/admin/ops/403-digest/suppressions/new",
    role: "operator",
    words: "403 refusals ignore",
  },
  {
    label: "Create a track token",
    path: "/admin/audio-share/track-tokens/new",
    role: "operator",
    words: "share links events",
  },
  { label: "Add a link to the inbox", path: "/admin/ops/link-inbox/new", role: "operator" },
  { label: "Make a backup", path: "/admin/backups", role: "operator", words: "restore" },
  { label: "Run a job", path: "/admin/jobs", role: "operator", words: "start" },
  { label: "Run an audit of the token", path: "/admin/transparency/runs#run", role: "operator" },
  { label: "Set the triage of an anomaly", path: "/admin/transparency/triage#set", role: "operator" },
  { label: "Create an operator", path: "/admin/new-operator", role: "owner", words: "add colleague" },
  { label: "Change your password", path: "/admin/account#password", role: "viewer" },
  {
    label: "Set up a second factor",
    path: "/admin/account#second-factor",
    role: "viewer",
    words: "totp 2fa",
  },
];
