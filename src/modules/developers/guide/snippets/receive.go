// Receives deliveries: verifies and acknowledges them, drops duplicates. Requires Go 1.21 or newer. Usage:
//
//	SECRETS=whsec_... PORT=3000 go run receive.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	skew     = 300 * time.Second
	maxBytes = 1_000_000
	// Replays and deliveries that were held arrive up to 90 days later.
	seenFor = 90 * 24 * time.Hour
)

// The current secret and, for a day after a rotation, the previous one, separated by a comma.
var secrets = secretsIn(os.Getenv("SECRETS"))

func secretsIn(text string) []string {
	var found []string
	for _, each := range strings.Split(text, ",") {
		if strings.HasPrefix(each, "whsec_") {
			found = append(found, each)
		}
	}
	return found
}

func sum(key []byte, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// verify checks X-Webhook-Signature: hex over "timestamp.body", keyed with the complete text of the secret.
func verify(secret, timestamp string, body []byte, signature string) bool {
	expected := hex.EncodeToString(sum([]byte(secret), []byte(timestamp+"."), body))
	return hmac.Equal([]byte(expected), []byte(signature))
}

// verifyStandard checks webhook-signature, of Standard Webhooks: over "id.timestamp.body", keyed with the bytes
// behind whsec_.
func verifyStandard(secret, id, timestamp string, body []byte, signatures string) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	// Anybody could sign with an empty key.
	if err != nil || len(key) == 0 {
		return false
	}
	expected := "v1," + base64.StdEncoding.EncodeToString(sum(key, []byte(id+"."+timestamp+"."), body))
	for _, each := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(expected), []byte(each)) {
			return true
		}
	}
	return false
}

func either(header http.Header, name string) string {
	if value := header.Get("X-" + name); value != "" {
		return value
	}
	return header.Get(name)
}

// isSigned accepts either set of headers as proof.
func isSigned(header http.Header, body []byte) bool {
	id, timestamp := either(header, "Webhook-Id"), either(header, "Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > skew {
		return false
	}
	own := header.Get("X-Webhook-Signature")
	for _, secret := range secrets {
		if own != "" && verify(secret, timestamp, body, own) {
			return true
		}
		if own == "" && verifyStandard(secret, id, timestamp, body, header.Get("Webhook-Signature")) {
			return true
		}
	}
	return false
}

type event struct {
	ID   string `json:"event_id"`
	Type string `json:"event_type"`
}

// verifiedEvent returns the event of a genuine delivery; nil for others. X-Webhook-Signature covers the body alone, so a
// captured delivery could be sent again under another id in the headers: only event_id in the body identifies an event.
func verifiedEvent(header http.Header, body []byte) *event {
	var found event
	if !isSigned(header, body) || json.Unmarshal(body, &found) != nil {
		return nil
	}
	for _, id := range append(header.Values("X-Webhook-Id"), header.Values("Webhook-Id")...) {
		if id != found.ID {
			return nil
		}
	}
	return &found
}

// Processed event ids with their expiry. Keep them in your database, in the transaction that stores the event.
var (
	mutex sync.Mutex
	seen  = map[string]time.Time{}
)

func take(taken *event) {
	mutex.Lock()
	defer mutex.Unlock()
	for old, until := range seen {
		if time.Now().After(until) {
			delete(seen, old)
		}
	}
	if _, known := seen[taken.ID]; known {
		return
	}
	seen[taken.ID] = time.Now().Add(seenFor)
	// Queue the event here and process it after the response. Unknown types are not an error.
	fmt.Println("took", taken.Type, taken.ID)
}

func receive(response http.ResponseWriter, request *http.Request) {
	// The exact bytes: parsing and serialising them again would break the signature.
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
	var taken *event
	if err == nil {
		taken = verifiedEvent(request.Header, body)
	}
	if taken == nil {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	take(taken)
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	// Without a secret anybody could sign with an empty one.
	if len(secrets) == 0 {
		log.Fatal("SECRETS must hold the webhook's secret, whsec_...")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
