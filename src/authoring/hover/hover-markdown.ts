import { codeBlock, codeSpan, escapeMarkdown } from '../markdown.js';
import type { Hover } from './hover-context.js';

/** What the languages of code blocks call request files. */
const LANGUAGE = 'http';

/** A hover as Markdown, in which no part of a value or a name is read as markup. */
export function hoverMarkdown(hover: Omit<Hover, 'range'>): string {
  const { title, grammar, meaning, example, value, source, place } = hover;
  const head = `**${codeSpan(title)}**${grammar === undefined ? '' : ` ${codeSpan(grammar)}`}`;
  const origin = [source, place].filter((part) => part !== undefined).map(escapeMarkdown);
  const parts = [
    value === undefined ? head : `${head} = ${value === '' ? 'empty' : codeSpan(value)}`,
    ...(meaning === undefined ? [] : [escapeMarkdown(meaning)]),
    ...(origin.length === 0 ? [] : [origin.join(', ')]),
    ...(example === undefined ? [] : [codeBlock(example, LANGUAGE)]),
  ];
  return parts.join('\n\n');
}
