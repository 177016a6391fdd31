import { skipBlanks } from '../text/characters.js';
import type { Request } from './model.js';

/**
 * The columns at which the names of captures start. The model has only their lines, so they are found in the lines of the
 * file, or in the text of the blocks if nobody has those.
 */
export function captureColumns(
  { captures, layout }: Request,
  linesOfFile: readonly string[] | undefined,
): number[] {
  if (linesOfFile)
    return captures.map(({ name, global, line }) =>
      Math.max(1, nameStart(linesOfFile[line - 1] ?? '', name, global === true) + 1),
    );
  const blocks = layout?.blocks.filter(({ kind }) => kind === 'capture') ?? [];
  const lines = blocks.flatMap(({ text }) => text.split('\n'));
  let at = 0;
  return captures.map(({ name, global }) => {
    // Skips lines between captures, such as comments and invalid captures.
    let start = -1;
    while (at < lines.length && start < 0) start = nameStart(lines[at++] ?? '', name, global === true);
    return start < 0 ? 1 : start + 1;
  });
}

const GLOBAL = /^[ \t]*global[ \t]+/i;

/** The offset of the name in the line of this capture, else -1. */
function nameStart(line: string, name: string, global: boolean): number {
  const first = global ? (GLOBAL.exec(line)?.[0].length ?? -1) : skipBlanks(line, 0, line.length);
  if (first < 0 || !line.startsWith(name, first)) return -1;
  return /^[ \t]+from[ \t]/i.test(line.slice(first + name.length)) ? first : -1;
}
