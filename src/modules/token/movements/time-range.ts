/** The interval [from, to) in Unix milliseconds. */
export interface TimeRange {
  from: number;
  to: number;
}
