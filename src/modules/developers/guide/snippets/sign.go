// Credits ext:demo-user with 25 salutes, signed. Requires Go 1.21 or newer. Usage:
//
//	KEY_ID=pk_live_... SECRET=sk_live_... BASE_URL=http://127.0.0.1:8080 go run sign.go
package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// sign is the HMAC-SHA256 of five lines, the last one the hash of the body.
func sign(secret, method, target, timestamp, nonce, body string) string {
	bodyHash := sha256.Sum256([]byte(body))
	canonical := strings.Join([]string{method, target, timestamp, nonce, hex.EncodeToString(bodyHash[:])}, "\n")
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(canonical))
	return hex.EncodeToString(mac.Sum(nil))
}

func randomHex() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(bytes)
}

// call sends a signed request, and prints the status and the answer.
func call(method, target, body string) {
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	nonce := randomHex()
	// Identifies this intent: store it with the quest and send the same one on every retry. A new key credits again.
	idempotencyKey := os.Getenv("IDEMPOTENCY_KEY")
	if idempotencyKey == "" {
		idempotencyKey = randomHex()
	}

	request, err := http.NewRequest(method, os.Getenv("BASE_URL")+target, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Partner-Key", os.Getenv("KEY_ID"))
	request.Header.Set("X-Partner-Timestamp", timestamp)
	request.Header.Set("X-Partner-Nonce", nonce)
	request.Header.Set("X-Partner-Signature", sign(os.Getenv("SECRET"), method, target, timestamp, nonce, body))
	request.Header.Set("Idempotency-Key", idempotencyKey)

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode, string(answer))
}

func main() {
	call("POST", "/api/salutes/credit", `{"user_id":"ext:demo-user","amount":25,"reason":"quest","source":"campaign-7"}`)
}
