import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { MONTH_PATTERN } from "../../../kit/formats/month.ts";
import { IncidentFacts } from "../incidents/index.ts";

export const Month = Type.String({
  pattern: MONTH_PATTERN,
  "x-expectation": "a month such as 2026-11",
  examples: ["2026-11"],
  description: "UTC month, YYYY-MM.",
});

export const PartnerName = () =>
  Text(40, { description: "Name of the only partner, or its id; all partners by default." });

export const ReportQuery = Type.Object({
  month: Type.Optional({ ...Month, description: "A UTC month; the current one by default." }),
  partner: Type.Optional(PartnerName()),
});

const Salutes = (description: string) => Type.Number({ description });
const Count = (description: string) => Type.Integer({ description });

const Moved = {
  kind: Type.String({
    description:
      "partner and batch: the partner's own calls; conversion: conversions, and returns of failed ones; claim; adjustment; reversal; user: forfeited balances; miniapp.",
  }),
  credits: Count("Number of credits."),
  credited: Salutes("Salutes credited."),
  debits: Count("Number of debits."),
  debited: Salutes("Salutes debited, as a positive number."),
};
const KindMovement = Type.Object(Moved, { title: "LedgerMovement" });
export type KindMovement = Static<typeof KindMovement>;

const ReasonMovement = Type.Object(
  {
    reason: Type.String({ description: "Reason of the entries, or the number of further reasons in words." }),
    ...Moved,
    net: Salutes("Salutes credited minus salutes debited."),
  },
  { title: "ReasonMovement" },
);
export type ReasonMovement = Static<typeof ReasonMovement>;

const Balances = {
  opening: Salutes("Salutes of all users at the month's start."),
  closing: Salutes("Salutes of all users at the month's end, or now in the current month."),
  entries: Count("Number of ledger entries in the month."),
  verified_at: Nullable(Timestamp(), {
    description: "When the closing was found to agree with the entries and the balances; null if it was not.",
  }),
};

const MonthLedger = Type.Object(
  {
    ...Balances,
    movements: Type.Array(KindMovement, { description: "Entries of the month by kind." }),
  },
  { title: "MonthLedger", description: "Movements of salutes in the month." },
);

const Settlements = Type.Array(
  Type.Object(
    {
      pays_for: OneOf(["conversion", "claim"], { description: "What was settled: conversions or claims." }),
      state: OneOf(["settled", "failed"], { description: "A failed conversion was returned." }),
      currency: Type.String({ description: "A claim's currency; a conversion's mint." }),
      count: Count("Number of settlements."),
      amount: Type.String({ description: "Sum of the settlements as a decimal text." }),
      salutes: Nullable(Type.Number(), { description: "Salutes converted; null for claims." }),
    },
    { title: "SettlementSum" },
  ),
  { description: "Without claims in salutes, which are movements of the ledger." },
);

const KeyUsage = Type.Object(
  {
    key_id: Type.String({ description: "Id of a live key." }),
    requests: Count("Number of requests in the month."),
    errors: Count("Answers of 400 and above."),
    server_errors: Count("Answers of 500 and above."),
    rate_limited: Count("Number of requests answered with 429."),
  },
  { title: "KeyUsage" },
);

const Deliveries = Type.Object(
  {
    created: Count("Deliveries of the month's events."),
    delivered: Count("Delivered when last counted."),
    waiting: Count("Neither delivered nor ended when last counted."),
    dead_letters: Count("Given up when last counted."),
    cancelled: Count("Cancelled when last counted."),
  },
  { title: "MonthDeliveries", description: "Deliveries to webhooks in the month." },
);

const OfPartner = {
  partner_id: Type.Integer({ description: "The partner's id." }),
  partner: Type.String({ description: "The partner's name." }),
  settlements: Settlements,
  usage: Type.Array(KeyUsage, { description: "Keys with requests in the month." }),
  deliveries: Deliveries,
};

export const PartnerReport = Type.Object({ ...OfPartner, ledger: MonthLedger }, { title: "PartnerMonth" });

/** Members of a report on one partner, whose movements are listed by reason. */
const OnePartner = Type.Object({
  ...OfPartner,
  ...Balances,
  movements: Type.Array(ReasonMovement, {
    description:
      "Entries of the month by reason and kind, the largest first; beyond 200 the last one, of kind other, sums the rest. Opening and all `net` together are the closing.",
  }),
});
export type OnePartner = Static<typeof OnePartner>;

export const MonthlyReport = Type.Object(
  {
    month: Type.String({ description: "The UTC month of the report, YYYY-MM." }),
    provisional: Type.Array(Type.String(), {
      description: "What may still change, in words; empty for a closed month.",
    }),
    counted_at: Nullable(Timestamp(), {
      description: "When usage and deliveries were last counted; null before the first count.",
    }),
    partners: Type.Array(PartnerReport, { description: "Partners by name, at most 1,000." }),
    count: Count("Number of partners."),
    totals: Type.Object(
      {
        ledger: MonthLedger,
        settlements: Settlements,
        requests: Count("Requests of all keys."),
        errors: Count("Answers of 400 and above."),
        server_errors: Count("Answers of 500 and above."),
        deliveries: Deliveries,
      },
      { description: "Sums over all partners." },
    ),
    incidents: Type.Array(IncidentFacts, { description: "Incidents that were open in the month." }),
    ...Type.Partial(OnePartner).properties,
  },
  { title: "MonthlyReport" },
);

export type MonthlyReport = Static<typeof MonthlyReport>;
export type PartnerReport = Static<typeof PartnerReport>;
