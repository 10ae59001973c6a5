// PocketBase as its examples build it, except that SYNCHRONOUS selects how SQLite flushes: NORMAL, PocketBase's own
// choice, flushes at checkpoints only; FULL flushes each commit before it is acknowledged, as salute does.
package main

import (
	"log"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	_ "modernc.org/sqlite"
)

// The pragmas of PocketBase's DefaultDBConnect, with synchronous left open.
const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)" +
	"&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)&_pragma=synchronous("

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{
		DBConnect: func(path string) (*dbx.DB, error) {
			return dbx.Open("sqlite", path+pragmas+os.Getenv("SYNCHRONOUS")+")")
		},
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}
