// Verifies a salute log with the unmodified packages of Go's checksum database: the note, every entry by the tiles, every
// offline proof, and that the tree extends an older checkpoint. Usage: go run . <log URL> <file with an older note>
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var base string

func get(path string) []byte {
	response, err := http.Get(base + path)
	check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != 200 {
		log.Fatalf("%s answered %d", path, response.StatusCode)
	}
	return body
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// open verifies a checkpoint's signature and reads its tree.
func open(text []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(text, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != verifier.Name() {
		log.Fatalf("the checkpoint belongs to %s, the key to %s", lines[0], verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	hash, err := tlog.ParseHash(lines[2])
	check(err)
	return tlog.Tree{N: size, Hash: hash}
}

// tiles reads the log's tiles, whose paths lack the height prefix of the checksum database's tiles.
type tiles struct{}

func (tiles) Height() int { return 8 }

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		all = append(all, get("/"+strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return all, nil
}

// entries reads all entries of a tree from its bundles.
func entries(size int64) [][]byte {
	var all [][]byte
	for _, tile := range tlog.NewTiles(8, 0, size) {
		if tile.L != 0 {
			continue
		}
		path := strings.Replace(tile.Path(), "tile/8/0/", "/tile/entries/", 1)
		for rest := get(path); len(rest) > 0; {
			length := binary.BigEndian.Uint16(rest)
			all = append(all, rest[2:2+length])
			rest = rest[2+length:]
		}
	}
	return all
}

func checkOffline(index int64, entry []byte, verifier note.Verifier) {
	proof := get(fmt.Sprintf("/proof/%d", index))
	head, checkpoint, _ := bytes.Cut(proof, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if lines[0] != "c2sp.org/tlog-proof@v1" || lines[1] != fmt.Sprintf("index %d", index) {
		log.Fatalf("proof %d begins with %q", index, lines[:2])
	}
	var path tlog.RecordProof
	for _, line := range lines[2:] {
		hash, err := tlog.ParseHash(line)
		check(err)
		path = append(path, hash)
	}
	tree := open(checkpoint, verifier)
	check(tlog.CheckRecord(path, tree.N, tree.Hash, index, tlog.RecordHash(entry)))
}

func checkObject(entry []byte, root string) {
	var named struct {
		Sha256, Url string
		Size        int
	}
	check(json.Unmarshal(entry, &named))
	response, err := http.Get(root + named.Url)
	check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err)
	if fmt.Sprintf("%x", sha256.Sum256(body)) != named.Sha256 || len(body) != named.Size {
		log.Fatalf("%s does not match its entry", named.Url)
	}
}

func main() {
	base = os.Args[1]
	older, err := os.ReadFile(os.Args[2])
	check(err)
	verifier, err := note.NewVerifier(strings.TrimSpace(string(get("/vkey"))))
	check(err)
	before, now := open(older, verifier), open(get("/checkpoint"), verifier)
	reader := tlog.TileHashReader(now, tiles{})
	all := entries(now.N)
	if int64(len(all)) != now.N {
		log.Fatalf("%d entries in a tree of %d", len(all), now.N)
	}
	for index, entry := range all {
		proof, err := tlog.ProveRecord(now.N, int64(index), reader)
		check(err)
		check(tlog.CheckRecord(proof, now.N, now.Hash, int64(index), tlog.RecordHash(entry)))
		if index%50 == 0 || int64(index) == now.N-1 {
			checkOffline(int64(index), entry, verifier)
			checkObject(entry, strings.TrimSuffix(base, "/log"))
		}
	}
	proof, err := tlog.ProveTree(now.N, before.N, reader)
	check(err)
	check(tlog.CheckTree(proof, now.N, now.Hash, before.N, before.Hash))
	fmt.Printf("%d entries under %s extend %d\n", now.N, base64.StdEncoding.EncodeToString(now.Hash[:]), before.N)
}
