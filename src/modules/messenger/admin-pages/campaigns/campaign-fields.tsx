/** @jsxImportSource preact */

import { invalidPayload } from "../../../../http/answers/problem.ts";
import { JsonError, parseJsonObject } from "../../../../kit/formats/json.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import { type AudienceRule, findGroup, NewAudienceGroup, setGroup } from "../../audiences/index.ts";
import {
  catalogView,
  NewCatalogCampaign,
  previewCatalogCampaign,
  setCatalogCampaign,
} from "../../campaign-desk/index.ts";
import { findCatalogCampaign, missilePrice } from "../../campaigns/index.ts";
import { findPromo, NewPromo, promoDraft, promoView, setPromo } from "../../promos/index.ts";
import { formParser } from "../form-parser.ts";
import { fieldOfIso, isoOfField, numberOrText } from "../parts.tsx";
import { GRID_RULES } from "./campaign-forms.tsx";
import { GridOddsPreview, PromoPreview, type Reach, ReachPreview } from "./campaign-previews.tsx";
import type { CampaignForm, FormValues, PreviewContext } from "./model.ts";

const parsePromo = formParser(NewPromo);
const parseCatalogCampaign = formParser(NewCatalogCampaign);
const parseGroup = formParser(NewAudienceGroup);

const AVAILABILITY_FIELDS = ["audience", "starts_at", "ends_at", "enabled", "revision"];
const REVISION_INPUT = { expected_revision: "revision" };

function availabilityOf(values: FormValues): object {
  return {
    audience: values.audience ?? null,
    starts_at: isoOfField(values.starts_at),
    ends_at: isoOfField(values.ends_at),
    enabled: values.enabled !== "0",
    ...revisionOf(values),
  };
}

function revisionOf({ revision }: FormValues): object {
  return revision === undefined ? {} : { expected_revision: numberOrText(revision) };
}

interface Availability {
  audience: string | null;
  starts_at: string | null;
  ends_at: string | null;
  enabled: boolean;
  revision: number;
}

function availabilityValues({ audience, enabled, ends_at, revision, starts_at }: Availability): FormValues {
  return {
    audience: audience ?? "",
    starts_at: fieldOfIso(starts_at),
    ends_at: fieldOfIso(ends_at),
    enabled: enabled ? "1" : "0",
    revision: String(revision),
  };
}

async function reachOf({ now, sizes, sql }: PreviewContext, audience: string | null): Promise<Reach> {
  return { open: await sizes.of(sql, audience, now), all: await sizes.of(sql, null, now) };
}

const promoForm: CampaignForm = {
  name: "promo",
  key: "code",
  fields: ["code", "title", "kind", "amount", "max_claims", ...AVAILABILITY_FIELDS],
  names: { "reward.kind": "kind", "reward.amount": "amount", ...REVISION_INPUT },
  load: (sql, key) => {
    const row = findPromo(sql, key);
    if (row === null) return null;
    const promo = promoView(row);
    const { amount, kind } = promo.reward;
    return {
      code: promo.code,
      title: promo.title,
      kind,
      amount: kind === "nothing" ? "" : String(amount),
      max_claims: promo.max_claims === null ? "" : String(promo.max_claims),
      ...availabilityValues(promo),
    };
  },
  parse: (values) => {
    const kind = values.kind ?? "nothing";
    const amount = kind === "nothing" ? 0 : (numberOrText(values.amount) ?? 0);
    const { code = "", title = "" } = values;
    const max_claims = numberOrText(values.max_claims) ?? null;
    const promo = parsePromo({
      code,
      title,
      reward: { kind, amount },
      max_claims,
      ...availabilityOf(values),
    });
    return {
      body: promo,
      preview: async (context) => {
        promoDraft(context.sql, promo);
        const reach = await reachOf(context, promo.audience ?? null);
        return (
          <PromoPreview
            promo={promo}
            missilePrice={fromHundredths(missilePrice(context.sql))}
            reach={reach}
          />
        );
      },
      save: (tx, actor) => setPromo(tx, actor, promo),
    };
  },
};

const RULES = GRID_RULES.map(([field]) => field);

const gridForm: CampaignForm = {
  name: "grid",
  key: "key",
  fields: [
    "key",
    "game_key",
    "title",
    "description",
    "position",
    "algorithm",
    "override_reason",
    ...RULES,
    ...AVAILABILITY_FIELDS,
  ],
  names: {
    ...Object.fromEntries(["algorithm", ...RULES].map((field) => [`config.${field}`, field])),
    ...REVISION_INPUT,
  },
  load: (sql, key) => {
    const row = findCatalogCampaign(sql, key);
    if (row === null) return null;
    const campaign = catalogView(row);
    const { config } = campaign;
    return {
      key: campaign.key,
      game_key: campaign.game_key,
      title: campaign.title,
      description: campaign.description ?? "",
      position: String(campaign.position),
      ...(config === null ? {} : { algorithm: config.algorithm }),
      ...(config === null ? {} : Object.fromEntries(RULES.map((field) => [field, String(config[field])]))),
      ...availabilityValues(campaign),
    };
  },
  parse: (values) => {
    const {
      algorithm,
      description = null,
      game_key = "recon-grid",
      key = "",
      override_reason,
      title = "",
    } = values;
    const rules = RULES.flatMap((field) =>
      values[field] === undefined ? [] : [[field, numberOrText(values[field])] as const],
    );
    const config = { ...Object.fromEntries(rules), ...(algorithm === undefined ? {} : { algorithm }) };
    const campaign = parseCatalogCampaign({
      key,
      game_key,
      title,
      description,
      position: numberOrText(values.position) ?? 0,
      config: game_key === "recon-grid" ? config : null,
      ...(override_reason === undefined ? {} : { override_reason }),
      ...availabilityOf(values),
    });
    return {
      body: campaign,
      preview: async (context) => {
        const preview = previewCatalogCampaign(context.sql, campaign, context.now);
        const reach = await reachOf(context, campaign.audience ?? null);
        if (preview === null) return <ReachPreview noun="campaign" reach={reach} />;
        return <GridOddsPreview preview={preview} reach={reach} />;
      },
      save: (tx, actor) => setCatalogCampaign(tx, actor, campaign),
    };
  },
};

const audienceForm: CampaignForm = {
  name: "audience",
  key: "key",
  fields: ["key", "title", "rule", "enabled", "revision"],
  names: REVISION_INPUT,
  load: (sql, key) => {
    const row = findGroup(sql, key);
    if (row === null) return null;
    const { enabled, revision, rule, title } = row;
    return { key, title, rule, enabled: String(enabled), revision: String(revision) };
  },
  parse: (values) => {
    const { key = "", title = "" } = values;
    const rule = ruleOf(values.rule ?? "") as AudienceRule;
    const group = parseGroup({ key, title, rule, enabled: values.enabled !== "0", ...revisionOf(values) });
    return {
      body: group,
      preview: async ({ now, sizes, sql }) => {
        const open = group.enabled === false ? 0 : await sizes.ofRule(sql, JSON.stringify(group.rule), now);
        return <ReachPreview noun="audience" reach={{ open, all: await sizes.of(sql, null, now) }} />;
      },
      save: (tx, actor) => setGroup(tx, actor, group),
    };
  },
};

/** @throws Problem invalid_payload */
function ruleOf(text: string): unknown {
  try {
    return parseJsonObject(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw invalidPayload("rule", error.message);
  }
}

export const CAMPAIGN_FORMS: readonly CampaignForm[] = [promoForm, gridForm, audienceForm];
