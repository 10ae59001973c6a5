import { type Static, Type } from "@sinclair/typebox";
import { Id, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { MONTH_PATTERN } from "../../../kit/formats/month.ts";
import { IncidentFacts } from "../incidents/index.ts";

export const Month = Type.String({
  pattern: MONTH_PATTERN,
  "x-expectation": "a month such as 2026-11",
  examples: ["2026-11"],
  description: "A UTC month.",
});

export const ReportQuery = Type.Object({
  month: Month,
  partner_id: Type.Optional(Id({ description: "Only this partner; all partners by default." })),
});

const Salutes = (description: string) => Type.Number({ description });
const Count = (description: string) => Type.Integer({ description });

const Movement = Type.Object(
  {
    kind: Type.String({
      description:
        "partner and batch: the partner's own calls; conversion: conversions, and returns of failed ones; claim; adjustment; reversal; user: forfeited balances; miniapp.",
    }),
    credits: Count("Number of credits."),
    credited: Salutes("Salutes credited."),
    debits: Count("Number of debits."),
    debited: Salutes("Salutes debited, as a positive number."),
  },
  { title: "LedgerMovement" },
);

const MonthLedger = Type.Object(
  {
    opening: Salutes("Salutes of all users at the month's start."),
    movements: Type.Array(Movement, { description: "Entries of the month by kind." }),
    closing: Salutes("Salutes of all users at the month's end, or now in the current month."),
    entries: Count("Number of entries."),
    verified_at: Nullable(Timestamp(), {
      description:
        "When the closing was found to agree with the entries and the balances; null if it was not.",
    }),
  },
  { title: "MonthLedger" },
);

const Settlements = Type.Array(
  Type.Object(
    {
      pays_for: OneOf(["conversion", "claim"], { description: "What was settled." }),
      state: OneOf(["settled", "failed"], { description: "A failed conversion was returned." }),
      currency: Type.String({ description: "A claim's currency; a conversion's mint." }),
      count: Count("Number of settlements."),
      amount: Type.String({ description: "Sum as a decimal." }),
      salutes: Nullable(Type.Number(), { description: "Salutes converted; null for claims." }),
    },
    { title: "SettlementSum" },
  ),
  { description: "Without claims in salutes, which are movements of the ledger." },
);

const KeyUsage = Type.Object(
  {
    key_id: Type.String({ description: "A live key." }),
    requests: Count("All requests."),
    errors: Count("Answers of 400 and above."),
    server_errors: Count("Answers of 500 and above."),
    rate_limited: Count("Answers of 429."),
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
  { title: "MonthDeliveries" },
);

export const PartnerReport = Type.Object(
  {
    partner_id: Type.Integer({ description: "The partner's id." }),
    partner: Type.String({ description: "The partner's name." }),
    ledger: MonthLedger,
    settlements: Settlements,
    usage: Type.Array(KeyUsage, { description: "Keys with requests in the month." }),
    deliveries: Deliveries,
  },
  { title: "PartnerMonth" },
);

export const MonthlyReport = Type.Object(
  {
    month: Type.String({ description: "The UTC month." }),
    provisional: Type.Array(Type.String(), {
      description: "What may still change, in words; empty for a closed month.",
    }),
    counted_at: Nullable(Timestamp(), {
      description: "When usage and deliveries were last counted; null before the first count.",
    }),
    partners: Type.Array(PartnerReport, { description: "By name, at most 1,000." }),
    count: Count("Number of partners."),
    totals: Type.Object({
      ledger: MonthLedger,
      settlements: Settlements,
      requests: Count("Requests of all keys."),
      errors: Count("Answers of 400 and above."),
      server_errors: Count("Answers of 500 and above."),
      deliveries: Deliveries,
    }),
    incidents: Type.Array(IncidentFacts, { description: "Incidents that were open in the month." }),
  },
  { title: "MonthlyReport" },
);

export type MonthlyReport = Static<typeof MonthlyReport>;
export type PartnerReport = Static<typeof PartnerReport>;
