export { countDeliveryDays } from "./count-days.ts";
export { listWebhookDays, type PartnerDeliveries, sumDeliveries, type WebhookDay } from "./store.ts";
