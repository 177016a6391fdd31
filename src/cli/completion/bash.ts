import { valueCases, type Candidates, type CompletionNode } from './completion-nodes.js';

/** Works with bash 4 and without the bash-completion package. */
export function bashScript(nodes: readonly CompletionNode[]): string {
  const paths = nodes.flatMap(({ path }) => (path === '' ? [] : [`"${path}"`]));
  return `# bash completion for svc; load it with: source <(svc completion bash)
_svc() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place="" i
  COMPREPLY=()
  # bash cuts --flag=value at the equals sign
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place/\${COMP_WORDS[i]}" in
      ${paths.join('|')}) place="$place/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place $previous" in
${nodes.flatMap((node) => valueCases(node, '', action)).join('\n')}
  esac
  if [[ $current == -* ]]; then
    case "$place" in
${nodes.map(({ path, flags }) => `      "${path}") _svc_words ${flags.map(({ name }) => `--${name}`).join(' ')} ;;`).join('\n')}
    esac
    return
  fi
  case "$place" in
${nodes.flatMap(argumentCase).join('\n')}
  esac
}

_svc_words() {
  mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$*" -- "$current")
}

_svc_files() {
  local pattern
  compopt -o filenames 2>/dev/null
  mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(
    compgen -d -- "$current"
    for pattern in "$@"; do compgen -f -X "!$pattern" -- "$current"; done
  )
}

_svc_names() {
  local name typed="\${current#[\\"\\']}" quoted="\${current:0:1}"
  typed="\${typed//\\\\/}"
  while IFS= read -r name; do
    [[ $name == "$typed"* ]] || continue
    if [[ $quoted == [\\"\\'] ]]; then COMPREPLY+=("$name"); else COMPREPLY+=("$(printf '%q' "$name")"); fi
  done < <("\${COMP_WORDS[0]/#\\~/$HOME}" __complete "$1" -- "\${COMP_WORDS[@]:1}" 2>/dev/null)
}

complete -F _svc svc
`;
}

function argumentCase({ path, commands, arguments: candidates }: CompletionNode): string[] {
  const names: Candidates = { kind: 'words', words: commands.map(({ name }) => name) };
  const actions = (commands.length > 0 ? [names] : candidates).map(action);
  return actions.length === 0 ? [] : [`    "${path}") ${actions.join('; ')} ;;`];
}

function action(candidates: Candidates): string {
  if (candidates.kind === 'words') return `_svc_words ${candidates.words.join(' ')}`;
  if (candidates.kind === 'files')
    return `_svc_files ${candidates.extensions.map((extension) => `'*.${anyCase(extension)}'`).join(' ')}`;
  if (candidates.kind === 'names') return `_svc_names ${candidates.names}`;
  return ':';
}

function anyCase(extension: string): string {
  return Array.from(extension, (letter) => `[${letter}${letter.toUpperCase()}]`).join('');
}
