export { countDeliveryDays } from "./count-days.ts";
export { listWebhookDays, sumDeliveries } from "./store.ts";
