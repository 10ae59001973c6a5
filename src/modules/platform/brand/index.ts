export { BrandBook } from "./brand-book.ts";
export { mailSignature } from "./mail-signature.ts";
export { brandRoutes } from "./routes.admin.tsx";
