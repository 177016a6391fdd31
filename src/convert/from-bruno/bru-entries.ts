/** The entries of a dictionary block: `key: value`, `~key: value` if disabled, `key: '''` over several lines. */
import type { BruBlock, BruFault } from './bru-blocks.js';
import type { BrunoEntry } from './bruno-item.js';

export interface BruEntries {
  readonly entries: readonly BrunoEntry[];
  readonly faults: readonly BruFault[];
}

const QUOTES = "'''";

export function readEntries({ lines, line: start }: BruBlock): BruEntries {
  const entries: BrunoEntry[] = [];
  const faults: BruFault[] = [];
  const lastListEnd = lines.findLastIndex((line) => line.trim() === ']');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const text = line.trim();
    const number = start + 1 + at;
    if (text === '') continue;
    // An annotation such as `@description('''…''')` or `@number` describes the next entry.
    const annotation = /^@[A-Za-z][\w-]*(?:$|\((?!.*\)\s*:))/.test(text);
    const found = annotation ? undefined : cutEntry(text);
    if (found === undefined && !annotation) {
      faults.push({ line: number, reason: 'the line is not `name: value` and is left out' });
      continue;
    }
    const value = found?.value ?? text;
    if (found !== undefined && value === '[' && at < lastListEnd) {
      const items: string[] = [];
      for (at++; lines[at]?.trim() !== ']'; at++) items.push((lines[at] ?? '').trim());
      entries.push({ ...found, value: items.join(','), line: number });
      continue;
    }
    if (!opensText(value)) {
      if (found !== undefined) entries.push({ ...found, line: number });
      continue;
    }
    const close = closingLine(lines, at + 1);
    if (close === lines.length) faults.push({ line: number, reason: `the text has no closing ${QUOTES}` });
    const inner = lines.slice(at + 1, close).map((each) => each.replace(/^ {1,4}|^\t{1,2}/, ''));
    const before = value.slice(0, value.lastIndexOf(QUOTES));
    const after = (lines[close] ?? '').trim().slice(QUOTES.length);
    if (found !== undefined)
      entries.push({ ...found, value: `${before}${inner.join('\n')}${after}`, line: number });
    at = close;
  }
  return { entries, faults };
}

/** Whether a text over several lines begins at the end of the line. */
function opensText(value: string): boolean {
  if (!value.endsWith(QUOTES)) return false;
  return value.split(QUOTES).length % 2 === 0;
}

function closingLine(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at++) if (lines[at]?.trimStart().startsWith(QUOTES)) return at;
  return lines.length;
}

/** A quoted name may contain colons; any other ends at the first one. */
function cutEntry(text: string): Omit<BrunoEntry, 'line'> | undefined {
  const enabled = !text.startsWith('~');
  const written = enabled ? text : text.slice(1).trimStart();
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*:\s*(.*)$/s.exec(written);
  if (quoted !== null)
    return { name: (quoted[1] ?? '').replace(/\\(["\\])/g, '$1'), value: quoted[2] ?? '', enabled };
  // A colon inside of quotes belongs to the expression of an assertion.
  const outside = /^(?:"[^"]*"|'[^']*'|[^:"'])*(?=:)/.exec(written)?.[0].length ?? 0;
  const colon = outside > 0 ? outside : written.indexOf(':');
  if (colon < 1) return undefined;
  return {
    name: written.slice(0, colon).trim(),
    value: oneLineText(written.slice(colon + 1).trim()),
    enabled,
  };
}

/** `'''text'''` on one line. */
function oneLineText(value: string): string {
  const isWhole = value.length >= 2 * QUOTES.length && value.startsWith(QUOTES) && value.endsWith(QUOTES);
  return isWhole ? value.slice(QUOTES.length, -QUOTES.length) : value;
}
