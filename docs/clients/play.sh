#!/bin/sh
# Plays a game to its end, always the first legal move: sh play.sh tides 7. With sed alone; jq would read better.
set -eu
pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
trap '' PIPE
mkfifo "$pipes/to" "$pipes/from"
kronika serve <"$pipes/to" >"$pipes/from" &
exec 3>"$pipes/to" 4<"$pipes/from"

ask() {
    printf '%s\n' "$1" >&3 2>/dev/null || : # who has gone does not answer
    IFS= read -r answer <&4 || answer='{"type":"bye","why":"The referee has gone."}'
    case $answer in
    '{"type":"error"'* | '{"type":"bye"'*)
        printf '%s\n' "$answer" | sed 's/.*"message":"\([^"]*\)".*/\1/; s/.*"why":"\([^"]*\)".*/\1/' >&2
        exit 1
        ;;
    esac
}

part() { printf '%s\n' "$answer" | sed -n "s/.*$1.*/\1/p"; }

ask '{"type":"new","session":"s","game":"'"$1"'","seed":'"$2"'}'
players=$(part '"players":\["\([^]]*\)"\]' | sed 's/","/ /g')
while
    ask '{"type":"legal","session":"s"}'
    move=$(part '"moves":\[{\([^}]*\)}')
    [ -n "$(part '"actors":\[\([^]]*\)\]')" ]
do
    ask '{"type":"play","session":"s",'"$move"'}'
done
ask '{"type":"score","session":"s"}'
set -- $(part '"totals":\[\([^]]*\)\]' | tr ',' ' ')
for name in $players; do
    printf '%s%s %s' "${first-}" "$name" "$1"
    first=', '
    shift
done
echo
