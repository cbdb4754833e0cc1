#!/usr/bin/env bash
# What bash completes after raddle and raddlecc: completion.sh BIN COMPLETIONS. Exits with 77 (skipped) without Debian's
# bash-completion.
PATH=$1:$PATH
if [[ ! -r /usr/share/bash-completion/bash_completion ]]; then
  echo "skipped: there is no bash-completion"
  exit 77
fi
source /usr/share/bash-completion/bash_completion
source "$2/raddle"
source "$2/raddlecc"

failed=0
# expect LINE WORD...: after LINE, each WORD must be among what is offered; one after "!" must not.
expect() {
  read -ra COMP_WORDS <<<"$1"
  [[ $1 == *" " ]] && COMP_WORDS+=("")
  COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
  local function=_${COMP_WORDS[0]}
  "$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  local word line=$1
  for word in "${@:2}"; do
    case " ${COMPREPLY[*]} " in
    *" ${word#!} "*) [[ $word != !* ]] || { echo "'$line' offers ${word#!}"; failed=1; } ;;
    *) [[ $word == !* ]] || { echo "'$line' does not offer $word, but: ${COMPREPLY[*]}"; failed=1; } ;;
    esac
  done
}

expect "raddle " run info init explain occupancy gdb
expect "raddle ex" explain !run
expect "raddle --v" --version
expect "raddle explain --ker" --kernel
expect "raddle occupancy --js" --json
expect "raddle explain --after wid" widen
expect "raddlecc -ar" -arch
expect "raddlecc --gpu-a" --gpu-architecture !-arch
expect "raddlecc -gen" -gencode
exit $failed
