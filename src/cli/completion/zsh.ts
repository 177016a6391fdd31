import { valueCases, type Candidates, type CompletionNode } from './completion-nodes.js';

/** Works when sourced after compinit and as a file `_svc` in the function path. */
export function zshScript(nodes: readonly CompletionNode[]): string {
  const paths = nodes.flatMap(({ path }) => (path === '' ? [] : [path]));
  return `#compdef svc
# zsh completion for svc; load it with: source <(svc completion zsh)
_svc() {
  local place="" previous="\${words[CURRENT-1]}" i
  local -a offered
  for ((i = 2; i < CURRENT; i++)); do
    case "$place/\${words[i]}" in
      (${paths.join('|')}) place="$place/\${words[i]}" ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    previous="\${PREFIX%%=*}"
    compset -P '*='
  fi
  case "$place $previous" in
${nodes.flatMap((node) => valueCases(node, '(', action)).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$place" in
${nodes.map(flagCase).join('\n')}
    esac
    _describe -o flag offered
    return
  fi
  case "$place" in
${nodes.flatMap(argumentCase).join('\n')}
  esac
}

_svc_names() {
  offered=("\${(@f)$(\${words[1]} __complete $1 -- "\${(@)words[2,-1]}" 2>/dev/null)}")
  compadd -a offered
}

compdef _svc svc
if [[ "\${funcstack[1]}" == _svc ]]; then
  _svc "$@"
fi
`;
}

function flagCase({ path, flags }: CompletionNode): string {
  const described = flags.map(({ name, meaning }) => entry(`--${name}`, meaning));
  return `      (${path === '' ? '""' : path}) offered=(${described.join(' ')}) ;;`;
}

function argumentCase({ path, commands, arguments: candidates }: CompletionNode): string[] {
  const matches = path === '' ? '""' : path;
  if (commands.length > 0) {
    const described = commands.map(({ name, summary }) => entry(name, summary));
    return [`    (${matches}) offered=(${described.join(' ')}); _describe command offered ;;`];
  }
  return candidates.length === 0 ? [] : [`    (${matches}) ${candidates.map(action).join('; ')} ;;`];
}

function action(candidates: Candidates): string {
  if (candidates.kind === 'words') return `offered=(${candidates.words.join(' ')}); compadd -a offered`;
  if (candidates.kind === 'files') return `_files -g '*.(#i)(${candidates.extensions.join('|')})'`;
  if (candidates.kind === 'names') return `_svc_names ${candidates.names}`;
  return ':';
}

/** Formats `word:description` in single quotes; a colon would end the word. */
function entry(word: string, description: string): string {
  return `'${`${word.replaceAll(':', '\\:')}:${description}`.replaceAll("'", String.raw`'\''`)}'`;
}
