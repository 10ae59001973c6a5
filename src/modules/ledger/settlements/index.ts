export type { DuePayment } from "./rules.ts";
export { type Treasury, takePayment, verifyPayment } from "./verify-payment.ts";
