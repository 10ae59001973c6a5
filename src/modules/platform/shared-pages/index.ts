export { SharedPages } from "./shared-pages.ts";
export { StoredPage } from "./stored-page.ts";
