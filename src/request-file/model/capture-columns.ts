import { skipBlanks } from '../text/characters.js';
import type { Request } from './model.js';

/** The columns at which captures start. The model has only their lines, so they are found in the text of the blocks. */
export function captureColumns({ captures, layout }: Request): number[] {
  const blocks = layout?.blocks.filter(({ kind }) => kind === 'capture') ?? [];
  const lines = blocks.flatMap(({ text }) => text.split('\n'));
  let at = 0;
  return captures.map(({ name }) => {
    // Skips lines between captures, such as comments and invalid captures.
    while (at < lines.length && !isCaptureLine(lines[at] ?? '', name)) at++;
    const line = lines[at++] ?? '';
    return skipBlanks(line, 0, line.length) + 1;
  });
}

function isCaptureLine(line: string, name: string): boolean {
  const first = skipBlanks(line, 0, line.length);
  return line.startsWith(name, first) && /^[ \t]+from[ \t]/i.test(line.slice(first + name.length));
}
