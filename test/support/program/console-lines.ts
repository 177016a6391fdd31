/** The command lines that examples of the documentation show. */
import type { Example } from '../files/markdown.js';

/** An installed `svc`, or the built program in a clone. */
const COMMAND = /^\$ (?:svc|node dist\/main\.js)(?= |$)/;

export interface ShownCall {
  readonly line: string;
  /** What stands below the line. */
  readonly output: string;
}

/** All lines of a terminal, whatever program they call. */
export function shownCalls({ language, text }: Example): ShownCall[] {
  if (language !== 'console') return [];
  const parts = text.split(/^(?=\$ )/m);
  return parts.map((part) => {
    const end = part.indexOf('\n') + 1;
    return { line: part.slice(0, end).trim(), output: part.slice(end) };
  });
}

export function callsSvc(line: string): boolean {
  return COMMAND.test(line);
}

/** Words up to a pipe or redirection; single quotes are all that the documentation needs. */
export function argumentsOf(line: string): string[] {
  const [command = ''] = /^(?:'[^']*'|[^'|<>])*/.exec(line.replace(COMMAND, '')) ?? [];
  return Array.from(command.matchAll(/'([^']*)'|[^ ]+/g), ([word, quoted]) => quoted ?? word);
}
