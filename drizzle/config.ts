import { defineConfig } from "drizzle-kit";

/** `bunx drizzle-kit generate --config drizzle/config.ts` generates the next migration from src/db/tables. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./src/db/tables/**/*.ts",
  out: "./drizzle",
  breakpoints: true,
});
