/**
 * Fields and types that the published interface promises, in our own notation and independent of the operations' own
 * shapes. `integer`, `number`, `string` and so on are JSON types; `bit` is 0 or 1; `time` an ISO 8601 text in UTC;
 * `decimal` an exact decimal text; a trailing `?` permits null. `[spec]` is an array with at least one such item, an
 * object lists the members that must be present, and `{ "*": spec }` holds for every member.
 */
export type Spec = Kind | `${Kind}?` | readonly [Spec] | { readonly [member: string]: Spec };
type Kind = "string" | "integer" | "number" | "boolean" | "bit" | "time" | "decimal" | "array" | "object";

const PAGINATION = { has_more: "boolean", next_offset: "integer?", next_cursor: "string?" } as const;
const LIST = { success: "boolean", count: "integer", query: "object", pagination: PAGINATION } as const;

const WALLET_LINK = {
  blockchain: "string",
  wallet_address: "string",
  label: "string",
  is_primary: "bit",
  verified: "bit",
} as const;

const USER = {
  id: "integer",
  external_id: "string",
  username: "string",
  display_name: "string",
  status: "string",
  is_verified: "boolean",
  wallet_address: "string",
} as const;

const WEBHOOK = {
  id: "integer",
  event_type: "string",
  target_url: "string",
  created_at: "time",
  updated_at: "time",
} as const;

const DELIVERY = {
  id: "integer",
  webhook_id: "integer",
  event_type: "string",
  status: "string",
  attempts: "integer",
  is_dead_letter: "boolean",
  reason_tag: "string?",
  last_error: "string?",
  target_url: "string",
  created_at: "time",
  last_attempt_at: "time?",
  delivered_at: "time?",
} as const;

const MUTATION = {
  success: "boolean",
  user_id: "string",
  balance: "number",
  delta: "number",
  ledger_entry_id: "integer",
  idempotency_key: "string",
} as const;

const PERCENTILES = { p50_ms: "number?", p95_ms: "number?", p99_ms: "number?" } as const;

/** What every proof has, with its own name for the limit of its age. */
function proof(limit: "stale_after_hours" | "max_age_hours") {
  return {
    success: "boolean",
    generated_at_utc: "time",
    freshness_status: "string",
    age_hours: "number",
    [limit]: "number",
    trust_context: "object",
  } as const;
}

/** Signed operations; `{user}`, `{wallet}` and `{webhook}` stand for the ids of the test's own. */
export const PARTNER_READS: Readonly<Record<string, Spec>> = {
  "/api/partner/capabilities": {
    success: "boolean",
    partner: "string",
    key_id: "string",
    key_mode: "string",
    sandbox: {
      enabled_for_key: "boolean",
      verify_endpoint: "string",
      promotion_report_endpoint: "string",
      supports_deterministic_fixtures: "boolean",
      fixture_endpoints: ["string"],
    },
    query_support: { include_meta: "boolean" },
    docs: "object",
  },
  "/api/partner/capabilities?include_meta": { meta: { request_id: "string", generated_at_utc: "time" } },
  "/api/partner/status": {
    overall_status: "string",
    key_mode: "string",
    endpoint_percentiles_available: "boolean",
    endpoint_percentiles_ms: PERCENTILES,
    request_metrics: { total_requests: "integer", error_requests: "integer" },
    webhook_delivery_health: {
      dead_letter_events: "integer",
      failed_events: "integer",
      pending_events: "integer",
      delivered_events: "integer",
    },
    delivery_slo_controls: {
      max_attempts: "integer",
      timeout_seconds: "number",
      retry_base_seconds: "number",
      retry_max_seconds: "number",
    },
  },
  "/api/partner/token-status": {
    mint: "string",
    decimals: "integer",
    rpc_url: "string",
    chain: {
      total_supply: "decimal",
      treasury_balance: "decimal",
      reserve_balance: "decimal",
      tracked_treasury_balance: "decimal",
      circulating_supply: "decimal",
      holders: "integer",
      holders_source: "string",
    },
  },
  "/api/partner/errors.json": {
    count: "integer",
    entries: [
      {
        error_code: "string",
        title: "string",
        category: "string",
        http_status: "integer",
        retry_class: "string",
        retry_behavior: "string",
        retry_after_seconds: "integer",
        available_in_modes: "array",
        endpoint_groups: "array",
        recovery_links: "object",
      },
    ],
  },
  "/api/partner/analytics/usage?hours=24": {
    window: { hours: "integer", start_utc: "time", end_utc: "time" },
    request_metrics: {
      total_requests: "integer",
      success_requests: "integer",
      error_requests: "integer",
      rate_limited_requests: "integer",
      endpoint_breakdown: [
        { path: "string", requests: "integer", errors: "integer", error_rate_pct: "number" },
      ],
    },
    latency_metrics_ms: {
      available: "boolean",
      overall: { samples: "integer", ...PERCENTILES },
      endpoint_breakdown: "array",
    },
  },
  "/api/partner/users?include_wallets=1": { ...LIST, users: [{ ...USER, wallets: [WALLET_LINK] }] },
  "/api/partner/user-lookup?username=zoe": { ...LIST, users: [USER] },
  "/api/partner/users/{user}": { success: "boolean", user: USER },
  "/api/partner/wallet-info/{wallet}": {
    wallet: "string",
    native_balance: "number",
    token_balance: "number",
    lp_mint: "string",
    lp_amount: "number",
  },
  "/api/partner/wallet-verification/{wallet}": {
    wallet: "string",
    wallet_states: {
      linked: "boolean",
      connected_session: "boolean",
      verified: "boolean",
      stale_verification: "boolean",
      hidden: "boolean",
    },
    verification: {
      verified: "boolean",
      verified_at_utc: "time?",
      verification_age_days: "integer?",
      freshness: "string",
      status_text: "string",
      reverify_days: "integer",
    },
    owner: { user_id: "integer", external_id: "string", is_primary: "boolean", is_hidden: "boolean" },
    state_model: ["string"],
  },
  "/api/partner/webhooks": { ...LIST, webhooks: [{ ...WEBHOOK, is_active: "bit" }] },
  "/api/partner/webhook-events": { ...LIST, events: [DELIVERY] },
  "/api/partner/webhooks/dlq?hours=24": {
    window_hours: "integer",
    dead_letter_count: "integer",
    max_attempts: "integer",
    by_event_type: "array",
    by_reason_tag: "array",
    events: "array",
  },
  "/api/salutes/balance?user_id={user}": {
    user_id: "string",
    balance: "number",
    partner_key_id: "string",
  },
  "/api/salutes/ledger?user_id={user}": {
    user_id: "string",
    balance: "number",
    ledger: [
      {
        id: "integer",
        user_id: "string",
        delta: "number",
        balance_after: "number",
        reason: "string",
        source: "string",
      },
    ],
    query: { limit: "integer", offset: "integer", order: "string", reason: "string?", source: "string?" },
    pagination: { has_more: "boolean", next_offset: "integer?" },
  },
};

/** Signed mutations, each with its body and the promised answer. */
export const PARTNER_CHANGES: Readonly<Record<string, { body?: object; answer: Spec }>> = {
  "POST /api/salutes/credit": {
    body: { user_id: "{user}", amount: 25.5, reason: "bonus", source: "shop" },
    answer: MUTATION,
  },
  "POST /api/salutes/debit": {
    body: { user_id: "{user}", amount: 5, reason: "order", source: "shop" },
    answer: MUTATION,
  },
  "PATCH /api/partner/users/{user}": {
    body: { display_name: "Zoe" },
    answer: { success: "boolean", user: USER },
  },
  "POST /api/partner/webhooks": {
    body: { event_type: "salutes.credit", target_url: "https://partner.example/hook" },
    answer: { success: "boolean", webhook: { ...WEBHOOK, secret: "string", is_active: "boolean" } },
  },
  "POST /api/partner/webhooks/{webhook}/test": {
    answer: { success: "boolean", queued: "boolean", event_id: "integer", webhook_id: "integer" },
  },
  "POST /api/partner/webhook-events/replay": {
    body: { event_ids: [999_999], reason_tag: "receiver_fix", note: "again" },
    answer: {
      count: "integer",
      replayed_count: "integer",
      failed_count: "integer",
      reason_tag: "string",
      note: "string",
      results: [{ event_id: "integer", replayed: "boolean", error: "string?", reason_tag: "string?" }],
    },
  },
  "POST /api/partner/webhooks/signature/verify": {
    body: { signature: "00", timestamp: "1763719200", payload: "{}", secret: "whsec" },
    answer: {
      success: "boolean",
      valid: "boolean",
      provided_signature: "string",
      expected_signature: "string",
      canonical_body: "string",
    },
  },
  "POST /api/partner/donation-claim": {
    body: { amount: 5, currency: "SALUTES", campaign: "spring", recipient: { user_id: "{user}" } },
    answer: { status: "string", claim_status: "string", claim_code: "string", partner_key_id: "string" },
  },
};

/** Public operations, without credentials. */
export const PUBLIC_READS: Readonly<Record<string, Spec>> = {
  "/api/public-stats": {
    stats: {
      total_supply: "decimal",
      circulating_supply: "decimal",
      holders: "integer",
      holders_cached: "integer",
      holders_onchain_lower_bound: "integer",
      holders_source: "string",
      volume_24h: "decimal?",
    },
    cache: {
      source: "string",
      available: "boolean",
      enabled: "boolean",
      reason: "string?",
      cached_at_utc: "time",
      age_hours: "number",
      max_age_hours: "number",
      source_error: "string?",
      proof_url: "string",
      proof_csv_url: "string",
      proof_page_url: "string",
    },
  },
  "/status.json": {
    overall: "string",
    checks: {
      "*": { status: "string" },
      reliability: {
        window_days: "integer",
        job_count: "integer",
        avg_success_streak: "number?",
        avg_mttr_minutes: "number?",
        jobs_with_mttr_samples: "integer",
        unresolved_failure_jobs: "integer",
      },
      mint_authority: {
        review_status: "string",
        expected_review_status: "string?",
        expectation_configured: "boolean",
        mismatch: "boolean",
      },
      jobs: { jobs: "array" },
    },
  },
  "/api/public/system-status/trend?limit=5": {
    limit: "integer",
    counts: { ok: "integer", warn: "integer", bad: "integer" },
    points: [{ generated_at: "time", overall: "string" }],
  },
  "/api/public/system-status/uptime?hours=24": {
    selected_hours: "integer",
    overall: { degraded_pct: "number" },
    checks: { "*": { degraded_pct: "number?" } },
  },
  "/api/public/system-status/incidents?hours=24&limit=5": {
    hours: "integer",
    limit: "integer",
    incidents: [{ started_at: "time", ended_at: "time?", severity: "string" }],
  },
  "/api/public/system-status/policy": {
    policy: {
      source: "string",
      loaded: "boolean",
      version: "string",
      exclude_maintenance_default: "boolean",
      audit_anomalies_warn_degrades: "boolean",
      checks: "object",
    },
  },
  "/api/transactions/latest?limit=3": {
    rows: [{ signature: "string", block_time: "time?", token_delta: "decimal" }],
  },
  "/api/public/holder-cache-freshness.json": proof("max_age_hours"),
  "/api/public/holder-growth-freshness.json": proof("stale_after_hours"),
  "/api/public/public-stats-cache-freshness.json": proof("max_age_hours"),
  "/api/public/token-distribution-freshness.json": proof("stale_after_hours"),
  "/api/public/token-mint-authorities.json": proof("stale_after_hours"),
  "/api/public/token-snapshot-jobs-rollup.json": proof("stale_after_hours"),
  "/api/public/transaction-sync-freshness.json": proof("stale_after_hours"),
  "/transparency/audit-anomalies/runs.json": {
    selected_run: "string",
    count: "integer",
    runs: [{ run: "string", label: "string", is_complete: "boolean", is_selected: "boolean" }],
  },
  "/transparency/audit-anomalies/summary.json?include_top_anomalies=1": {
    selected_run: "string",
    selected_label: "string",
    summary_available: "boolean",
    include_top_anomalies: "boolean",
    top_limit: "integer",
    top_anomalies: [
      { severity: "string", signature: "string?", anomaly_types: ["string"], max_abs_delta: "decimal?" },
    ],
  },
  "/transparency/audit-anomalies/trend.json?include_status_counts=1": {
    selected_metric: "string",
    status_counts: { ok: "integer", warn: "integer", bad: "integer", other: "integer" },
    points: [
      {
        run_id: "string",
        label: "string",
        rows_total: "integer",
        metric: "string",
        metric_value: "integer",
        metric_delta: "integer?",
        metric_delta_pct: "number?",
      },
    ],
  },
  "/transparency/audit-anomalies/alerts.json": {
    selected_run: "string",
    evaluated_at: "time",
    snapshot: {
      alert_level: "string",
      should_alert: "boolean",
      thresholds: { sigs_increase_threshold_pct: "number", rows_increase_threshold_pct: "number" },
      points_available: "integer",
      current: {
        run_id: "string",
        overall: "string",
        signatures_with_anomalies: "integer",
        rows_total: "integer",
        sig_delta: "integer?",
        sig_delta_pct: "number?",
        rows_delta: "integer?",
        rows_delta_pct: "number?",
      },
      baseline: "object",
    },
  },
  "/transparency/audit-anomalies/diff/compare.json": {
    run_a: { selector: "string", resolved_run: "string" },
    run_b: { selector: "string", resolved_run: "string" },
    total_delta: "integer",
    include_rows: "boolean",
    rows: [{ type: "string", selected: "integer", latest: "integer", delta: "integer" }],
  },
  "/transparency/audit-anomalies/diff/export.json": { rows: [{ pct_delta: "number?" }] },
  "/transparency/audit-anomalies/glossary.json": {
    count: "integer",
    glossary: [{ type: "string", description: "string" }],
  },
  "/transparency/wallet-concentration.json": {
    latest: { top1_pct: "number", top5_pct: "number", top10_pct: "number" },
    trend_points: "array",
  },
  "/trust.json": { controls: "array" },
};
