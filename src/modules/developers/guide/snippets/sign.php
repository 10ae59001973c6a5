<?php
// Credits ext:demo-user with 25 salutes, signed. Requires PHP 8 or newer. Usage:
//   KEY_ID=pk_live_... SECRET=sk_live_... BASE_URL=http://127.0.0.1:8080 php sign.php
declare(strict_types=1);

/** HMAC-SHA256 of five lines, the last one the hash of the body. */
function sign(string $secret, string $method, string $target, string $timestamp, string $nonce, string $body): string
{
    $canonical = implode("\n", [$method, $target, $timestamp, $nonce, hash('sha256', $body)]);
    return hash_hmac('sha256', $canonical, $secret);
}

/** Sends a signed request. Returns the status line and the text of the answer. */
function call(string $method, string $target, string $body = ''): string
{
    $timestamp = (string) time();
    $nonce = bin2hex(random_bytes(16));
    // Identifies this intent: store it with the quest and send the same one on every retry. A new key credits again.
    $idempotencyKey = getenv('IDEMPOTENCY_KEY') ?: bin2hex(random_bytes(16));
    $headers = [
        'Content-Type: application/json',
        'X-Partner-Key: ' . getenv('KEY_ID'),
        "X-Partner-Timestamp: $timestamp",
        "X-Partner-Nonce: $nonce",
        'X-Partner-Signature: ' . sign((string) getenv('SECRET'), $method, $target, $timestamp, $nonce, $body),
        "Idempotency-Key: $idempotencyKey",
    ];
    $options = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    $answer = file_get_contents(getenv('BASE_URL') . $target, false, stream_context_create(['http' => $options]));
    if ($answer === false) {
        exit(1);
    }
    return $http_response_header[0] . ' ' . $answer;
}

echo call('POST', '/api/salutes/credit', '{"user_id":"ext:demo-user","amount":25,"reason":"quest","source":"campaign-7"}'), "\n";
