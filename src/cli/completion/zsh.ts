import { flagForms, type Offer, type Place } from './places.js';

/** Works when it is sourced after compinit and as a file `_svc` in the function path. */
export function zshScript(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [path]));
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
${places.flatMap(valueCases).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$place" in
${places.map(flagCase).join('\n')}
    esac
    _describe -o flag offered
    return
  fi
  case "$place" in
${places.flatMap(argumentCase).join('\n')}
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

function valueCases({ path, flags }: Place): string[] {
  return flags.flatMap((flag) => {
    if (flag.value === undefined) return [];
    const met = flagForms(flag).map((form) => `"${path} ${form}"`);
    return [`    (${met.join('|')}) ${action(flag.value)}; return ;;`];
  });
}

function flagCase({ path, flags }: Place): string {
  const described = flags.map(({ name, meaning }) => entry(`--${name}`, meaning));
  return `      (${path === '' ? '""' : path}) offered=(${described.join(' ')}) ;;`;
}

function argumentCase({ path, commands, arguments: offers }: Place): string[] {
  const met = path === '' ? '""' : path;
  if (commands.length > 0) {
    const described = commands.map(({ name, summary }) => entry(name, summary));
    return [`    (${met}) offered=(${described.join(' ')}); _describe command offered ;;`];
  }
  return offers.length === 0 ? [] : [`    (${met}) ${offers.map(action).join('; ')} ;;`];
}

function action(offered: Offer): string {
  if (offered.kind === 'words') return `offered=(${offered.words.join(' ')}); compadd -a offered`;
  if (offered.kind === 'files') return `_files -g '*.(#i)(${offered.extensions.join('|')})'`;
  if (offered.kind === 'names') return `_svc_names ${offered.names}`;
  return ':';
}

/** `word:description` in single quotes; a colon would end the word. */
function entry(word: string, description: string): string {
  return `'${`${word.replaceAll(':', '\\:')}:${description}`.replaceAll("'", String.raw`'\''`)}'`;
}
