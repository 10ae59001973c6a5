export { countDeliveryDays } from "./count-days.ts";
export { listWebhookDays, type PartnerDeliveries, sumDeliveries } from "./store.ts";
