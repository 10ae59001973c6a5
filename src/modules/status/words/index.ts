export { STATUS_WORDS, type StatusWords } from "./catalogue.ts";
export { affectedTitles, checkTitle, type Titles, titleWithin } from "./check-titles.ts";
export { translateMessage } from "./messages/index.ts";
