#!/usr/bin/env bash
# Makes the pictures of the report anew: README's, the sample at a garbage collection that had no processor, and those of
# docs/reading-the-lanes.md, at one whose worker had none, and at a monitor whose holder had none. Needs chromium, and the
# tool as mvn -DskipTests package builds it; optipng makes the pictures smaller, where there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
java -jar converter/target/etl2jfr.jar report --quiet jfr-views/samples/contention-merged.jfr "$work/report.html"

# NAME.png of the report, at a part of its address.
picture() {
    chromium --headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$work/profile" --hide-scrollbars \
        --window-size=1500,900 --virtual-time-budget=5000 --screenshot="$PWD/docs/$1.png" \
        "file://$work/report.html#$2&theme=light" 2> "$work/log"
    if command -v optipng > /dev/null; then
        optipng -quiet "docs/$1.png"
    fi
}

picture report "from=1.931&to=1.953&thread=0&chosen=event,3472,1.939938608"
picture lanes "from=1.789&to=1.825&thread=0&chosen=event,3196,1.793097579"
picture critical-path "from=0.11&to=0.245&filter=java.exe&chosen=event,95,0.118988215"
