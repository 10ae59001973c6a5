/** @jsxImportSource preact */

import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { Problem } from "../../../http/problem.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { Deliveries, Delivery } from "./deliveries-page.tsx";
import { DeliveryPath } from "./model.ts";
import { replayAnyDelivery } from "./replay.ts";
import { countByState, findDeliveryView, listAttempts, listDead, listReceivingPartners } from "./store.ts";

const PATH = "/admin/deliveries";
const DEAD_SHOWN = 50;
const ATTEMPTS_SHOWN = 100;

/** Deliveries by partner, the dead letters, and every attempt at one record. */
export function deliveryPages(site: Site, live: Database): Operation[] {
  return [
    adminPage(site, {
      id: "deliveriesPage",
      path: PATH,
      summary: "Webhook deliveries by state, and the dead letters",
      title: "Deliveries",
      content: ({ sql, reader, now }) => {
        const partners = listReceivingPartners(sql).map(({ id, name }) => ({
          name,
          counts: countByState(sql, id),
          dead: listDead(sql, id, 0, DEAD_SHOWN),
        }));
        return <Deliveries {...{ reader, partners, now }} />;
      },
    }),
    adminPage(site, {
      id: "deliveryPage",
      path: `${PATH}/{event_id}`,
      summary: "One delivery record with its attempts",
      title: "Delivery",
      params: DeliveryPath,
      errors: ["not_found"],
      content: ({ sql, reader, params, now }) => {
        const view = findDeliveryView(sql, Number(params.event_id));
        if (view === null) throw new Problem("not_found", "Choose a record from the list: none has this id.");
        const attempts = listAttempts(sql, view.id, { after: null, offset: 0, limit: ATTEMPTS_SHOWN });
        return <Delivery {...{ reader, view, attempts, now }} />;
      },
    }),
    adminForm(site, {
      id: "replayDelivery",
      path: `${PATH}/{event_id}/replay`,
      summary: "Send a record again",
      role: "operator",
      params: DeliveryPath,
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params }) => {
        const id = Number(params.event_id);
        const { error } = await live.writer.run((tx) => replayAnyDelivery(tx, actor, id, {}));
        if (error !== null)
          throw new Problem("state_conflict", `Leave record ${id} as it is: ${WORDS[error]}.`);
        return seeOther(`${PATH}/${id}`);
      },
    }),
  ];
}

const WORDS: Record<string, string> = {
  in_progress: "it is being sent, or held until its webhook is on again",
  webhook_deleted: "its webhook is deleted",
};
