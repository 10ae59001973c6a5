import { defineConfig } from "drizzle-kit";

/** `bunx drizzle-kit generate --config drizzle/config.ts` writes the next migration from the tables in src/db/tables. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./src/db/tables/**/*.ts",
  out: "./drizzle",
  breakpoints: true,
});
