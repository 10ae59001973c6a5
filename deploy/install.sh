#!/bin/sh
# Installs salute: verifies the signature and the hash of this machine's archive, and puts the executable in place.
#   sh install.sh [--from DIRECTORY|URL] [--to DIRECTORY] [--unsigned]
# --from      where the release's files are; without it, beside this script
# --to        directory of the executable: /usr/local/bin
# --unsigned  trust SHA256SUMS without a signature
set -eu

VERSION='@VERSION@'
# Keys that may sign SHA256SUMS, as in deploy/allowed_signers.
SIGNERS='@SIGNERS@'
NAMESPACE=salute-release

fail() { echo "install.sh: $*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

from='' to=/usr/local/bin unsigned=''
while [ $# -gt 0 ]; do
  case $1 in
    --from) from=${2-} && shift ;;
    --to) to=${2-} && shift ;;
    --unsigned) unsigned=1 ;;
    *) fail "$1 is unknown: see the first lines of this script" ;;
  esac
  shift
done
[ -n "$from" ] || from=$(dirname "$0")

case $(uname -s) in
  Linux) system=linux ;;
  Darwin) system=darwin ;;
  *) fail "there is no release for $(uname -s)" ;;
esac
case $(uname -m) in
  x86_64 | amd64) processor=x64 ;;
  aarch64 | arm64) processor=arm64 ;;
  *) fail "there is no release for $(uname -m)" ;;
esac
# Alpine's gcompat and Debian's musl bring the other library's loader, so that ldd counts before it.
libc=''
if [ "$system" = linux ]; then
  if has ldd; then loader=$(ldd --version 2>&1 || true); else loader=$(ls /lib/ld-musl-* 2>/dev/null || true); fi
  case $loader in *musl*) libc=-musl ;; esac
fi
name=salute-$VERSION-$system-$processor$libc
archive=$name.tar.zst

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

get() {
  case $from in
    http://* | https://*)
      if has curl; then curl -fsSL -o "$work/$1" "$from/$1"
      elif has wget; then wget -q -O "$work/$1" "$from/$1"
      else fail 'curl or wget is needed'; fi ;;
    *) cp "$from/$1" "$work/$1" ;;
  esac || fail "$from has no $1"
}

# What ssh-keygen signs (OpenSSH's PROTOCOL.sshsig): the namespace, the hash's name and the hash of the text.
signed_text() {
  printf 'SSHSIG\000\000\000\016%s\000\000\000\000\000\000\000\006sha512\000\000\000\100' "$NAMESPACE"
  openssl dgst -sha512 -binary "$work/SHA256SUMS"
}

# With OpenSSL where there is no ssh-keygen: the signature is the last 64 bytes, a key the last 32 of its own text.
openssl_verifies() {
  sed '/-----/d' "$work/SHA256SUMS.sig" | base64 -d | tail -c 64 >"$work/signature"
  signed_text >"$work/signed"
  sed -n 's/.*ssh-ed25519 \([A-Za-z0-9+\/=]*\).*/\1/p' "$work/signers" >"$work/keys"
  while read -r key; do
    { printf '\060\052\060\005\006\003\053\145\160\003\041\000' && echo "$key" | base64 -d | tail -c 32; } >"$work/key"
    if openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$work/key" \
      -in "$work/signed" -sigfile "$work/signature" >/dev/null 2>&1; then return 0; fi
  done <"$work/keys"
  return 1
}

has zstd || fail 'zstd is needed to unpack: apt-get install zstd, apk add zstd, or brew install zstd'

get SHA256SUMS
printf '%s\n' "$SIGNERS" | grep -v '^ *\(#\|$\)' >"$work/signers" || true
if [ -n "$unsigned" ]; then
  echo 'the signature is not verified, as --unsigned asks for'
elif [ ! -s "$work/signers" ]; then
  fail 'this release is not signed: --unsigned trusts SHA256SUMS alone'
else
  get SHA256SUMS.sig
  if has ssh-keygen; then
    ssh-keygen -Y verify -f "$work/signers" -I releases -n "$NAMESPACE" -s "$work/SHA256SUMS.sig" \
      <"$work/SHA256SUMS" >/dev/null 2>&1 || fail 'the signature of SHA256SUMS is wrong'
  elif has openssl; then
    openssl_verifies || fail 'the signature of SHA256SUMS is wrong'
  else
    fail 'ssh-keygen or openssl is needed to verify the signature'
  fi
  echo 'the signature of SHA256SUMS is right'
fi

get "$archive"
promised=$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$work/SHA256SUMS")
[ -n "$promised" ] || fail "SHA256SUMS has no $archive"
if has sha256sum; then actual=$(sha256sum "$work/$archive"); else actual=$(shasum -a 256 "$work/$archive"); fi
[ "${actual%% *}" = "$promised" ] || fail "$archive is not the released file: its SHA-256 is ${actual%% *}"
echo "the hash of $archive is right"

zstd -dqc "$work/$archive" | tar -xf - -C "$work"
hint=''
[ -z "$libc" ] || hint=': it needs libstdc++ (apk add libstdc++)'
"$work/$name/salute" version || fail "the executable does not run here$hint"

mkdir -p "$to"
# A running program cannot be overwritten, but its name can be given to another file.
cp "$work/$name/salute" "$to/.salute.next"
chmod 0755 "$to/.salute.next"
mv -f "$to/.salute.next" "$to/salute"
echo "installed as $to/salute. Next: $to/salute service install, or $to/salute serve --help"
