import { Database } from "../../../src/db/database.ts";
import { systemClock } from "../../../src/kit/clock.ts";

/** Opens the file, writes one row and closes it, like a command. */
const [path = "", name = ""] = process.argv.slice(2);
const database = Database.open(path, systemClock);
await database.writer.run((tx) =>
  tx.run("INSERT INTO settings (name, value, updated_at) VALUES (?, '', ?)", name, tx.now),
);
await database.close();
