#!/usr/bin/env bash
# Judges the conformance programs on a real NVIDIA GPU: compiles all of them with nvcc, runs them, prints PASS
# or FAIL for each, and a summary. Needs nothing of Raddle.
#
#   run_on_gpu.sh                 build and run for the GPU of this machine
#   run_on_gpu.sh build <folder>  only build, into a folder (NVCC_ARCH=sm_90 where there is no GPU)
#   run_on_gpu.sh run <folder>    only run what is there; needs no nvcc
#
# --both-headers before these builds the programs that use Cooperative Groups twice: against NVIDIA's headers,
# and as name@raddle against Raddle's (-I include/portable). --only=<pattern> takes only the programs whose
# folder.name matches the shell pattern.
#
# NVCC names another nvcc, NVCC_FLAGS adds options.
set -uo pipefail

source_directory=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
both_headers=no only='*'
while [[ ${1:-} == --* ]]; do
  case $1 in
  --both-headers) both_headers=yes ;;
  --only=*) only=${1#--only=} ;;
  *) echo "run_on_gpu.sh: unknown option $1" >&2 && exit 2 ;;
  esac
  shift
done
mode=${1:-all}
output=${2:-$(mktemp -d)}
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
read -ra options <<<"-w ${NVCC_FLAGS:-}"

# A program's flags with the GPU's architecture, if they name none. nvcc 13.0 makes two passes of -arch=sm_90a, of which
# the one for sm_90 refuses instructions that only sm_90a has.
with_architecture() {
  case $1 in
  *-arch=*) sed 's/-arch=sm_\([0-9]*a\)/-gencode=arch=compute_\1,code=sm_\1/' <<<"$1" ;;
  *) echo "-arch=${NVCC_ARCH:-native} $1" ;;
  esac
}

# Programs of one file: folder/name.cu becomes folder.name, and name@raddle the same with Raddle's headers.
build_file() {
  local source=$1 name headers=()
  name=$(dirname "$source").$(basename "$source" .cu)
  if [[ $source == *@raddle ]]; then
    source=${source%@raddle}
    name=$(dirname "$source").$(basename "$source" .cu)@raddle
    headers=(-I "$source_directory/../../include/portable")
  fi
  read -ra flags <<<"$(with_architecture "$(sed -n 's|^// flags: ||p' "$source")")"
  "$nvcc" -std=c++17 "${headers[@]}" "${options[@]}" "${flags[@]}" -o "$output/$name" "$source" >"$output/$name.log" 2>&1 ||
    echo "does not compile" >>"$output/$name.log"
}

# Programs of several files, as separate_compilation/README.md describes them.
build_folder() {
  local folder=$1 name objects library_objects=() flags
  name=separate_compilation.$(basename "$folder")
  objects=$(mktemp -d)
  read -ra flags <<<"$(with_architecture "$(cat "$folder/flags" 2>/dev/null)")"
  {
    local file
    for file in "$folder"/*.cu "$folder"/*.cpp "$folder"/*.c; do
      [ -f "$file" ] && "$nvcc" "${options[@]}" "${flags[@]}" -c -o "$objects/$(basename "$file").o" "$file"
    done
    for file in "$folder"/library/*.cu; do
      [ -f "$file" ] && "$nvcc" "${options[@]}" "${flags[@]}" -c -o "$objects/$(basename "$file").obj" "$file"
    done
    if compgen -G "$objects/*.obj" >/dev/null; then
      ar rcs "$objects/library.a" "$objects"/*.obj
      library_objects=("$objects/library.a")
    fi
    for file in "$folder"/loaded/*.cu; do
      [ -f "$file" ] && "$nvcc" "${options[@]}" "-arch=${NVCC_ARCH:-native}" -fatbin -o "$output/$(basename "$file" .cu).fatbin" "$file"
    done
    "$nvcc" "${options[@]}" "${flags[@]}" -o "$output/$name" "$objects"/*.o "${library_objects[@]}"
  } >"$output/$name.log" 2>&1 || echo "does not compile" >>"$output/$name.log"
  rm -rf "$objects"
}

if [ "$mode" = one-file ]; then build_file "$3"; exit; fi
if [ "$mode" = one-folder ]; then build_folder "$3"; exit; fi

if [ "$mode" != run ]; then
  cd "$source_directory" || exit 2
  mkdir -p "$output"
  output=$(cd "$output" && pwd)
  # A job is what to build; the program's name follows from it.
  for source in */*.cu; do
    echo one-file "$source"
    [ "$both_headers" = yes ] && grep -q cooperative_groups "$source" && echo one-file "$source@raddle"
  done >"$output/jobs"
  for folder in separate_compilation/*/; do echo one-folder "${folder%/}"; done >>"$output/jobs"
  : >"$output/programs"
  while read -r kind what; do
    name=${what/\//.}
    [[ $name == *@raddle ]] && name=${name%.cu@raddle}@raddle || name=${name%.cu}
    # shellcheck disable=SC2053
    [[ ${name%@raddle} == $only ]] && echo "$kind $what" >&3 && echo "$name" >>"$output/programs"
  done <"$output/jobs" 3>"$output/jobs.chosen"
  mv "$output/jobs.chosen" "$output/jobs"
  awk -v output="$output" '{ print $1, output, $2 }' "$output/jobs" |
    xargs -P "$(nproc)" -L 1 bash "$source_directory/run_on_gpu.sh"
  [ "$mode" = build ] && { echo "built $(grep -c . "$output/programs") programs in $output"; exit; }
fi

passed=0 failed=0
while read -r name; do
  answer=$(cd /tmp && timeout 60 "$output/$name" 2>&1)
  status=$?
  if [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
    echo "PASS $name"
  else
    failed=$((failed + 1))
    echo "FAIL $name (exit $status)"
    { [ -x "$output/$name" ] || cat "$output/$name.log"; printf '%s\n' "$answer"; } | head -15 | sed 's/^/  /'
  fi
done <"$output/programs"

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -1
[ -x "$nvcc" ] && "$nvcc" --version | sed -n 's/.*release \([^,]*\),.*/nvcc \1/p'
date -u +%Y-%m-%d
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
