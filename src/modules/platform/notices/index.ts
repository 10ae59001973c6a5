import { isoUtcOrNull } from "../../../kit/clock.ts";

/** An amount in a unit, such as a currency, as a decimal. */
export interface Sum {
  amount: string;
  unit: string;
}

/** How much of one kind of work waits. */
export interface Tally {
  count: number;
  /** Since when the oldest of it waits, in Unix milliseconds; null if that is not known. */
  oldestAt: number | null;
  /** One sum per unit, such as a currency. */
  sums?: readonly Sum[];
}

/** Work that waits for an operator, or a fault, and the page for it. */
export interface Notice {
  /** Unique within the list: dead_letters, or incident.7. */
  id: string;
  status: "warn" | "bad";
  /** What waits, without its count: Dead letters. */
  title: string;
  /** Null for a single thing, which needs no count. */
  count: number | null;
  sums: readonly Sum[];
  oldestAt: number | null;
  /** A page of the build, with the filters that show what is counted. */
  path: string;
}

type Description = Pick<Notice, "id" | "status" | "title" | "path">;

/** The notice of counted work; none if nothing waits. */
export function countedNotice({ count, oldestAt, sums = [] }: Tally, what: Description): Notice[] {
  return count === 0 ? [] : [{ ...what, count, oldestAt, sums }];
}

/** The notice of a single thing. */
export function singleNotice(what: Description, oldestAt: number | null = null): Notice {
  return { ...what, count: null, sums: [], oldestAt };
}

/** Count and sums in words, as in mail: `12 (350 USDC, 2 SOL)`; empty for a single thing. */
export function formatAmount({ count, sums }: Pick<Notice, "count" | "sums">): string {
  if (count === null) return "";
  const amounts = sums.map(({ amount, unit }) => `${amount} ${unit}`).join(", ");
  return `${count.toLocaleString("en")}${amounts === "" ? "" : ` (${amounts})`}`;
}

/** A notice as JSON. */
export function noticeView(notice: Notice) {
  const { id, status, title, count, sums, oldestAt, path } = notice;
  const amount = formatAmount(notice);
  return {
    id,
    status,
    message: amount === "" ? title : `${title}: ${amount}`,
    count,
    sums: sums.map(({ amount: total, unit }) => ({ amount: total, unit })),
    oldest_at: isoUtcOrNull(oldestAt),
    path,
  };
}
