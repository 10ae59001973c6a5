import { Type } from "@sinclair/typebox";
import { DAY_MS, isoUtc } from "../../kit/clock.ts";
import { OneOf, Timestamp } from "../schema/shapes.ts";

const PRESET_DAYS = { today: 1, "7d": 7, "30d": 30, "90d": 90 } as const;
const DEFAULT_DAYS = PRESET_DAYS["30d"];

/** The window of operators' figures (contract, second part: operator JSON); `days` takes precedence. */
export const WindowQuery = {
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, description: "UTC days, including the current one." }),
  ),
  preset: Type.Optional(
    OneOf(["today", "7d", "30d", "90d"], {
      description:
        "A named window: today, or the last 7, 30 or 90 UTC days, including the current one. 30d by default; days takes precedence.",
    }),
  ),
};

export const WindowShape = Type.Object(
  {
    days: Type.Integer({ description: "Length of the window, in days." }),
    from: Timestamp({ description: "Start of the window, inclusive." }),
    to: Timestamp({ description: "End of the window, exclusive." }),
  },
  { title: "Window", description: "The days that the figures cover." },
);

/** UTC days up to the current one. */
export interface DayWindow {
  days: number;
  /** Unix milliseconds: midnight of the first day. */
  from: number;
  to: number;
  /** Days since 1970-01-01, inclusive. */
  fromDay: number;
  toDay: number;
}

interface AskedDays {
  days?: number | undefined;
  preset?: keyof typeof PRESET_DAYS | undefined;
}

/** The number of days that a query asks for. */
export function countDays({ days, preset }: AskedDays): number {
  return days ?? (preset === undefined ? DEFAULT_DAYS : PRESET_DAYS[preset]);
}

export function dayWindow({ days, preset }: AskedDays, now: number): DayWindow {
  const count = countDays({ days, preset });
  const toDay = Math.floor(now / DAY_MS);
  const fromDay = toDay - count + 1;
  return { days: count, from: fromDay * DAY_MS, to: now, fromDay, toDay };
}

export function dayWindowView({ days, from, to }: DayWindow): { days: number; from: string; to: string } {
  return { days, from: isoUtc(from), to: isoUtc(to) };
}

/** Every day of a window, oldest first, as days since 1970-01-01. */
export function enumerateDays({ fromDay, days }: DayWindow): number[] {
  return Array.from({ length: days }, (_, index) => fromDay + index);
}
