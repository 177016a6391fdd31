import type { Offer, Place, PlaceFlag } from './places.js';

export function fishScript(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
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

complete -c svc -f
${places.flatMap(placeLines).join('\n')}
`;
}

function placeLines(place: Place): string[] {
  const start = `complete -c svc -n ${quote(`__svc_at '${place.path}'`)}`;
  const commands = place.commands.map(({ name, summary }) => `${start} -a ${name} -d ${quote(summary)}`);
  const offered = place.arguments.map(values).filter((text) => text !== '');
  return [
    ...commands,
    ...offered.map((text) => `${start} -a ${quote(text)}`),
    ...place.flags.map((flag) => `${start} ${flagOptions(flag)} -d ${quote(flag.meaning)}`),
  ];
}

function flagOptions({ name, short, value }: PlaceFlag): string {
  const forms = short === undefined ? `-l ${name}` : `-s ${short} -l ${name}`;
  if (value === undefined) return forms;
  const offered = values(value);
  return offered === '' ? `${forms} -x` : `${forms} -x -a ${quote(offered)}`;
}

function values(offered: Offer): string {
  if (offered.kind === 'words') return offered.words.join(' ');
  if (offered.kind === 'files') return `(__svc_files ${offered.extensions.join(' ')})`;
  if (offered.kind === 'names') return `(__svc_names ${offered.names})`;
  return '';
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
