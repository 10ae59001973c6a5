export { MessengerCounters } from "./counters.ts";
