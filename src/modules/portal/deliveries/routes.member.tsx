/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type MemberActor, type Operation, seeOther } from "../../../http/operation.ts";
import { Id, Repeated } from "../../../http/schema/shapes.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { type Audience, sessionForm, sessionPage } from "../../platform/admin-page/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import {
  DeliveryPath,
  listDeliveries,
  ROUND_REFUSAL_WORDS,
  readAttempts,
  readDelivery,
  replayDeliveries,
} from "../../webhooks/deliveries/index.ts";
import { deliveryTitle } from "../../webhooks/delivery-desk/index.ts";
import { listWebhookIds } from "../../webhooks/webhooks/index.ts";
import { Deliveries, PATH } from "./list-page.tsx";
import { PageQuery, RetryAllForm, toApiQuery, toReplayFilter } from "./model.ts";
import { outcomeWords } from "./outcome.ts";
import { Delivery } from "./record-page.tsx";
import { retryAll } from "./retry-all.ts";

interface DeliveryParts {
  members: Audience<MemberActor>;
  live: Database;
  keyring: Keyring;
}

const ATTEMPTS_SHOWN = 100;

export function deliveryRoutes(parts: DeliveryParts): Operation[] {
  return [...readingRoutes(parts), ...retryRoutes(parts)];
}

function readingRoutes({ members, keyring }: DeliveryParts): Operation[] {
  return [
    sessionPage(members, {
      id: "portalDeliveriesPage",
      path: PATH,
      summary: "A partner's deliveries by state, webhook, event and time",
      title: "Deliveries",
      query: PageQuery,
      content: ({ sql, actor, reader, query, now }) => {
        const list = listDeliveries(sql, actor.partnerId, toApiQuery(query));
        const webhookIds = listWebhookIds(sql, actor.partnerId);
        return <Deliveries {...{ reader, list, query, webhookIds, now }} />;
      },
    }),
    sessionPage(members, {
      id: "portalDeliveryPage",
      path: `${PATH}/{event_id}`,
      summary: "One delivery with the request that was sent, and every attempt",
      title: ({ sql, actor, params }) => deliveryTitle(sql, actor.partnerId, params.event_id),
      params: DeliveryPath,
      errors: ["not_found"],
      content: ({ sql, actor, reader, params, now }) => {
        const asked = { partnerId: actor.partnerId, reference: params.event_id };
        const record = readDelivery(sql, keyring, { ...asked, query: {} });
        const { attempts } = readAttempts(sql, { ...asked, query: { limit: ATTEMPTS_SHOWN } });
        return <Delivery {...{ reader, record, attempts, now }} />;
      },
    }),
  ];
}

function retryRoutes({ members, live }: DeliveryParts): Operation[] {
  return [
    sessionForm(members, {
      id: "portalRetryDeliveries",
      path: `${PATH}/retry`,
      summary: "Send the chosen deliveries again",
      role: "operator",
      form: Type.Object({ id: Type.Optional(Repeated(Id())) }),
      done: null,
      page: PATH,
      errors: ["state_conflict"],
      submit: async ({ actor, body: { id: ids = [] }, page, confirm }) => {
        if (ids.length === 0) throw new InvalidInput("id", "must be at least one delivery of the list");
        const { partnerId } = actor;
        const event_ids = ids.map(String);
        const { results } = await live.writer.run((tx) =>
          replayDeliveries(tx, actor, { partnerId, event_ids }),
        );
        confirm(outcomeWords(results));
        return seeOther(page());
      },
    }),
    sessionForm(members, {
      id: "portalRetryAllDeliveries",
      path: `${PATH}/retry-all`,
      summary: "Send all deliveries that filters select again",
      role: "operator",
      form: RetryAllForm,
      done: null,
      page: PATH,
      errors: ["state_conflict"],
      submit: async ({ actor, body, page, confirm }) => {
        const { results, hasMore } = await retryAll(live, actor, toReplayFilter(body));
        const rest = hasMore ? " There are more: send again." : "";
        confirm(`${outcomeWords(results)}${rest}`);
        return seeOther(page());
      },
    }),
    sessionForm(members, {
      id: "portalRetryDelivery",
      path: `${PATH}/{event_id}/retry`,
      summary: "Send one delivery again",
      role: "operator",
      params: DeliveryPath,
      errors: ["not_found", "state_conflict"],
      done: "The delivery is sent again.",
      submit: async ({ actor, params: { event_id }, confirm }) => {
        const { partnerId } = actor;
        const { results } = await live.writer.run((tx) =>
          replayDeliveries(tx, actor, { partnerId, event_ids: [event_id] }),
        );
        const [first] = results;
        if (first === undefined || first.error === "not_found")
          throw new Problem("not_found", "Choose one from the list: you have no delivery with this id.");
        const { error } = first;
        if (error !== null && results.every((each) => each.error !== null))
          throw new Problem(
            "state_conflict",
            `Leave delivery ${event_id} as it is: ${ROUND_REFUSAL_WORDS[error]}.`,
          );
        if (results.some(({ replayed, status }) => replayed && status === "held"))
          confirm("The delivery is held until its webhook is on.");
        return seeOther(`${PATH}/${event_id}`);
      },
    }),
  ];
}
