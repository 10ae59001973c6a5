export { describeFields } from "./describe-fields.ts";
