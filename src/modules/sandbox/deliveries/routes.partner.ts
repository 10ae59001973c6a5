import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { USER_ERRORS } from "../../ledger/users/index.ts";
import { ListSandboxDeliveriesQuery, listSandboxDeliveries, SandboxDeliveryList } from "./list-deliveries.ts";

/** The sandbox's list of delivery records, which replaces the live one: it also filters by user and type. */
export const sandboxDeliveryRoutes: Operation[] = [
  readOperation({
    id: "listWebhookEvents",
    method: "GET",
    path: "/api/partner/webhook-events",
    group: "webhooks",
    summary: "List delivery records",
    description:
      "One record for each event and webhook, newest first unless order says otherwise. In the sandbox a delivery is delivered at once, with one simulated attempt; the seed has one dead letter.",
    access: partner("webhooks", { limit: "partner_webhooks" }),
    query: ListSandboxDeliveriesQuery,
    response: SandboxDeliveryList,
    errors: [USER_ERRORS.user_not_found],
    read: ({ db, actor, query }) => listSandboxDeliveries(db.read, actor.partnerId, query),
  }),
];
