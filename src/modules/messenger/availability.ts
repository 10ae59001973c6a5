import { Type } from "@sinclair/typebox";
import { BodyFlag, Nullable, Timestamp } from "../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../kit/clock.ts";
import { Audience } from "./audiences/index.ts";

/** Request fields: when and for whom a campaign or promo is open. */
export const NEW_AVAILABILITY = {
  audience: Type.Optional(Audience),
  starts_at: Type.Optional(Nullable(Timestamp())),
  ends_at: Type.Optional(Nullable(Timestamp())),
  enabled: Type.Optional(BodyFlag({ description: "Whether it can be used, true by default." })),
  expected_revision: Type.Optional(
    Type.Integer({ minimum: 0, description: "The revision to replace; 0 to create." }),
  ),
} as const;

/** Response fields: when and for whom a campaign or promo is open. */
export const AVAILABILITY = {
  audience: Nullable(Type.String(), { description: "Key of the audience group; null for everybody." }),
  starts_at: Nullable(Timestamp(), { description: "Time from which it can be used; null for no start." }),
  ends_at: Nullable(Timestamp(), { description: "Time until which it can be used; null for no end." }),
  enabled: Type.Boolean({
    description: "Whether it can be used; starts_at, ends_at and audience limit it further.",
  }),
  created_at: Timestamp({ description: "Time of creation." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
} as const;

interface AvailabilityRow {
  audience: string | null;
  starts_at: number | null;
  ends_at: number | null;
  enabled: number;
  created_at: number;
  updated_at: number;
}

export function availabilityView(row: AvailabilityRow) {
  return {
    audience: row.audience,
    starts_at: isoUtcOrNull(row.starts_at),
    ends_at: isoUtcOrNull(row.ends_at),
    enabled: row.enabled === 1,
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}
