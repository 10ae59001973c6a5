import type { Mounted } from "../../../http/mounted.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import type { Clock } from "../../../kit/clock.ts";
import { FIXTURE_SECRET } from "../files/index.ts";
import { buildEnvelope } from "../twins/index.ts";
import { Run, RunBody, RunMetadata, ScenarioList } from "./model.ts";
import { runScenario } from "./run-scenario.ts";
import { SCENARIO_IDS, SCENARIOS } from "./scenarios.ts";
import { triggerRoute } from "./trigger-event.ts";

const SANDBOX = "/api/partner/sandbox";
const RUN = `${SANDBOX}/webhook-simulator/run`;
const LINKS = {
  scenarios: `${SANDBOX}/webhook-simulator/scenarios`,
};
const ACCESS = partner("webhooks", { mode: "sandbox", limit: "partner_webhooks" });

/** Members of every answer beside its own. */
type CommonMembers = (isChange: boolean) => object;

/** Simulated deliveries for testing a receiver. */
export function webhookSimulatorRoutes(clock: Clock, mounted: Mounted): Operation[] {
  const around: CommonMembers = (isChange) => ({
    docs_links: mounted.links({ openapi: "/api/openapi.yaml", docs: "/docs", developers: "/developers" }),
    links: mounted.links(LINKS),
    ...buildEnvelope(null, isChange),
  });
  return [...readRoutes(around), runRoute(clock, around), triggerRoute()];
}

function readRoutes(around: CommonMembers): Operation[] {
  return [
    readOperation({
      id: "listWebhookScenarios",
      method: "GET",
      path: LINKS.scenarios,
      group: "sandbox",
      summary: "List the webhook simulator's scenarios",
      access: ACCESS,
      response: ScenarioList,
      read: () => ({
        scenarios_count: SCENARIOS.length,
        scenarios: SCENARIOS.map(({ id, title, event_type }) => ({ id, title, event_type })),
        ...around(false),
      }),
    }),
    readOperation({
      id: "describeWebhookSimulator",
      method: "GET",
      path: RUN,
      group: "sandbox",
      summary: "Read the parameters of a scenario run",
      access: ACCESS,
      response: RunMetadata,
      read: () => ({
        method: "POST",
        path: RUN,
        required_fields: ["scenario_id"],
        optional_fields: ["secret", "key_id", "timestamp"],
        scenario_ids: SCENARIO_IDS,
        fixture_secret: FIXTURE_SECRET,
        ...around(false),
      }),
    }),
  ];
}

function runRoute(clock: Clock, around: CommonMembers): Operation {
  return readOperation({
    id: "runWebhookScenario",
    method: "POST",
    path: RUN,
    group: "sandbox",
    summary: "Get the signed delivery of a scenario",
    description:
      "Nothing is sent and nothing changes: no nonce or Idempotency-Key is needed. Pass headers and body to your receiver.",
    access: ACCESS,
    body: RunBody,
    response: Run,
    example: { scenario_id: "salutes_credit", timestamp: "now" },
    read: ({ actor, body }) => ({ ...runScenario(body, actor.keyId, clock.now()), ...around(true) }),
  });
}
