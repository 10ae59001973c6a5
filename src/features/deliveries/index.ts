export { deadLetter } from "./dead-letter.ts";
export { DeliveryHealth } from "./model.ts";
export { beginPause, endPause } from "./pauses.ts";
export { readDeliveryHealth } from "./read.ts";
export { deliveryOperatorRoutes } from "./routes.operator.ts";
export { deliveryRoutes } from "./routes.partner.ts";
export { settle, settleNext } from "./settle.ts";
export { switchWebhook } from "./switch-webhook.ts";
export { hostnameOf, isPublicAddress } from "./targets.ts";
