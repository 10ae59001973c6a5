export { SharedPages } from "./shared-pages.ts";
