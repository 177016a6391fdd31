/** The lines of a dotenv file, without reading it; docs/configuration.md#dotenv-files describes them. */

export interface DotenvLine {
  readonly line: number;
  /** The column of the key. */
  readonly column: number;
  /** Undefined for a line that is no `KEY=value`. */
  readonly key: string | undefined;
  readonly value: string;
}

const LINE = /^(export\s+(?!=))?([^\s=]+)\s*=\s*(.*)$/s;

/** Without blank lines and comments. */
export function* dotenvLines(text: string): Generator<DotenvLine> {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, before = '', key, value = ''] = LINE.exec(content) ?? [];
    const indent = line.length - line.trimStart().length;
    yield { line: index + 1, column: indent + before.length + 1, key, value };
  }
}

/** The line that gives a name its value: the last of several. */
export function dotenvPlace(
  text: string,
  name: string,
): { readonly line: number; readonly column: number; readonly endColumn: number } | undefined {
  let found: DotenvLine | undefined;
  for (const each of dotenvLines(text)) if (each.key === name) found = each;
  return found && { line: found.line, column: found.column, endColumn: found.column + name.length };
}
