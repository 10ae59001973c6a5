export { createSmtpTransport } from "./client.ts";
export { type MailTransport, sendDueMail } from "./deliver.ts";
export { dropMail, type MailEnd, type Message, Postbox } from "./postbox.ts";
export { purgeMail } from "./store.ts";
