/** The line grammar of `.bru` files: blocks that begin with `name {` or `name [` and end with `}` or `]` in column 1. */

export interface BruBlock {
  /** Such as `meta`, `get`, `body:json`. */
  readonly name: string;
  /** The line of the name. */
  readonly line: number;
  readonly lines: readonly string[];
}

export interface BruFault {
  readonly line: number;
  readonly reason: string;
}

export interface BruFile {
  readonly blocks: readonly BruBlock[];
  /** Lines that belong to no block, and blocks without an end. */
  readonly faults: readonly BruFault[];
}

const OPENING = /^([A-Za-z][\w-]*(?::[\w-]+)*)[ \t]*([{[])[ \t]*(.*)$/;

/** Linear in the length of the text: every line is looked at once. */
export function readBlocks(text: string): BruFile {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: BruBlock[] = [];
  const faults: BruFault[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trimEnd();
    if (line.trim() === '') continue;
    const [, name = '', bracket = '', rest = ''] = OPENING.exec(line) ?? [];
    if (name === '') {
      faults.push({ line: at + 1, reason: 'the line belongs to no block and is left out' });
      continue;
    }
    const closing = bracket === '{' ? '}' : ']';
    const inOneLine = onOneLine(rest, closing);
    if (inOneLine !== undefined) {
      blocks.push({ name, line: at + 1, lines: inOneLine });
      continue;
    }
    const end = endOf(lines, at + 1, closing);
    if (end === lines.length)
      faults.push({ line: at + 1, reason: `the block ${name} has no closing ${closing}` });
    const content = lines.slice(at + 1, end);
    blocks.push({ name, line: at + 1, lines: rest === '' ? content : [rest, ...content] });
    at = end;
  }
  return { blocks, faults };
}

/** `vars:secret [a, b]` and `headers {}` */
function onOneLine(rest: string, closing: string): string[] | undefined {
  if (!rest.endsWith(closing)) return undefined;
  const inner = rest.slice(0, -1).trim();
  return inner === '' ? [] : [inner];
}

function endOf(lines: readonly string[], from: number, closing: string): number {
  let at = from;
  while (at < lines.length && lines[at]?.trimEnd() !== closing) at++;
  return at;
}

/** The content of a text block, without the two blanks before each line. */
export function blockText({ lines }: BruBlock): string {
  return lines.map((line) => line.replace(/^(?: {1,2}|\t)/, '')).join('\n');
}

/** The names of a list such as `vars:secret [ … ]`. */
export function listItems({ lines }: BruBlock): string[] {
  return lines
    .join(',')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('~'));
}
