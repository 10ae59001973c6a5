/** Corrections that wait for approval: their number, the sum of their amounts in hundredths, and the oldest. */
export interface WaitingCorrections {
  count: number;
  total: number;
  oldest_at: number | null;
}
