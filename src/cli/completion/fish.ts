import type { Candidates, CompletionNode, CompletionFlag } from './completion-nodes.js';

export function fishScript(nodes: readonly CompletionNode[]): string {
  const paths = nodes.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  return `# fish completion for svc; load it with: svc completion fish | source
function __svc_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l place ''
    for word in $words
        switch "$place/$word"
            case ${paths.join(' ')}
                set place "$place/$word"
        end
    end
    test "$place" = "$argv[1]"
end

function __svc_names
    set -l words (commandline -opc)
    $words[1] __complete $argv[1] -- $words[2..-1] (commandline -ct) 2>/dev/null
end

function __svc_files
    for extension in $argv
        __fish_complete_suffix .$extension
    end
end

function __svc_add
    complete -c svc -n "__svc_at '$argv[1]'" $argv[2..-1]
end

complete -c svc -f
${nodes.flatMap(nodeLines).join('\n')}
functions -e __svc_add
`;
}

function nodeLines(node: CompletionNode): string[] {
  const start = `__svc_add ${quote(node.path)}`;
  const commands = node.commands.map(({ name, summary }) => `${start} -a ${name} -d ${quote(summary)}`);
  const candidates = node.arguments.map(values).filter((text) => text !== '');
  return [
    ...commands,
    ...candidates.map((text) => `${start} -a ${quote(text)}`),
    ...node.flags.map((flag) => `${start} ${flagOptions(flag)} -d ${quote(flag.meaning)}`),
  ];
}

function flagOptions({ name, short, value }: CompletionFlag): string {
  const forms = short === undefined ? `-l ${name}` : `-s ${short} -l ${name}`;
  if (value === undefined) return forms;
  const candidates = values(value);
  return candidates === '' ? `${forms} -x` : `${forms} -x -a ${quote(candidates)}`;
}

function values(candidates: Candidates): string {
  if (candidates.kind === 'words') return candidates.words.join(' ');
  if (candidates.kind === 'files') return `(__svc_files ${candidates.extensions.join(' ')})`;
  if (candidates.kind === 'names') return `(__svc_names ${candidates.names})`;
  return '';
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
