import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { type Operation, operator, readOperation, writeOperation } from "../../../http/operation.ts";
import { Described } from "../../../http/schema/shapes.ts";
import { listCatalogCampaigns } from "../campaigns/index.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { REVISION_ERRORS } from "../revisions/index.ts";
import { CAMPAIGN_ERRORS } from "./errors.ts";
import { CatalogCampaign, NewCatalogCampaign, NewWheel, Wheel } from "./model.ts";
import { setCatalogCampaign } from "./set-catalog.ts";
import { setWheel } from "./set-wheel.ts";
import { listWheels } from "./store.ts";
import { catalogView, wheelView } from "./view.ts";

const WHEELS = `${MESSENGER_PREFIX}admin/games/wheel-campaigns`;
const CATALOG = `${MESSENGER_PREFIX}admin/games/catalog-campaigns`;
const MAX_LISTED = 500;

/** Operations on campaigns for operators (contract section 16). @param maxExpectedValue salutes per play */
export function campaignAdminRoutes(maxExpectedValue: number): Operation[] {
  return [
    readOperation({
      id: "listMessengerWheelCampaigns",
      method: "GET",
      path: WHEELS,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Wheels with their odds, most recently changed first",
      access: operator("viewer"),
      response: Type.Object({
        count: RowCount,
        campaigns: Type.Array(Wheel, { description: "Wheels, the most recently changed first." }),
      }),
      read: ({ db }) => {
        const campaigns = listWheels(db.read, MAX_LISTED).map((row) => wheelView(db.read, row));
        return { count: campaigns.length, campaigns };
      },
    }),
    writeOperation({
      id: "saveMessengerWheelCampaign",
      method: "POST",
      path: WHEELS,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Create or replace a wheel",
      outcome: "The wheel was stored as a new revision.",
      description:
        "Refused if a play's expected value exceeds MINIAPP_MAX_EXPECTED_VALUE. Without an owner's `override_reason` also refused if a play returns more than its cost, wins one or more free spins on average, or is free without a waiting time. A disabled or ended one is not judged.",
      access: operator("operator"),
      body: NewWheel,
      response: Type.Object({ campaign: Described(Wheel, "The wheel as stored now.") }),
      errors: [
        CAMPAIGN_ERRORS.expected_value_too_high,
        CAMPAIGN_ERRORS.game_mints,
        REVISION_ERRORS.revision_conflict,
        "state_conflict",
      ],
      write: (tx, { actor, body }) => ({ campaign: setWheel(tx, actor, { wheel: body, maxExpectedValue }) }),
    }),
    readOperation({
      id: "listMessengerCatalogCampaigns",
      method: "GET",
      path: CATALOG,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Catalog campaigns by position and key",
      access: operator("viewer"),
      response: Type.Object({
        count: RowCount,
        campaigns: Type.Array(CatalogCampaign, { description: "Catalog campaigns, by position and key." }),
      }),
      read: ({ db }) => {
        const campaigns = listCatalogCampaigns(db.read).map(catalogView);
        return { count: campaigns.length, campaigns };
      },
    }),
    writeOperation({
      id: "saveMessengerCatalogCampaign",
      method: "POST",
      path: CATALOG,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Create or replace a catalog campaign",
      outcome: "The catalog campaign was stored as a new revision.",
      description:
        "For the grid, config holds the rules; omitted rules get their defaults. Without an owner's `override_reason` refused if a way of playing returns more than its missiles cost, or if what its missiles win makes a wheel return more than its cost. A disabled or ended one is not judged itself, and neither is such a wheel.",
      access: operator("operator"),
      body: NewCatalogCampaign,
      response: Type.Object({ campaign: Described(CatalogCampaign, "The catalog campaign as stored now.") }),
      errors: [CAMPAIGN_ERRORS.game_mints, REVISION_ERRORS.revision_conflict, "state_conflict"],
      write: (tx, { actor, body }) => ({ campaign: setCatalogCampaign(tx, actor, body) }),
    }),
  ];
}
