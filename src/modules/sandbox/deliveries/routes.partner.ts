import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { USER_ERRORS } from "../../ledger/users/index.ts";
import { ListPracticeQuery, listPracticeDeliveries, PracticeList } from "./list-deliveries.ts";

/** The list of delivery records as practice has it, in place of the live one: it also narrows by user and type. */
export const practiceDeliveryRoutes: Operation[] = [
  readOperation({
    id: "listWebhookEvents",
    method: "GET",
    path: "/api/partner/webhook-events",
    group: "webhooks",
    summary: "List delivery records",
    description:
      "One record for each event and webhook, newest first unless order says otherwise. In practice a delivery is delivered at once, with one simulated attempt; the seed has one dead letter.",
    access: partner("webhooks", { limit: "partner_webhooks" }),
    query: ListPracticeQuery,
    response: PracticeList,
    errors: [USER_ERRORS.user_not_found],
    read: ({ db, actor, query }) => listPracticeDeliveries(db.read, actor.partnerId, query),
  }),
];
