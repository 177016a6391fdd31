import { cutText } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';

const MAX_SOURCE_LENGTH = 120;

/** A line of a request file with its number: `  31 | expect body.total == 42.5`. */
export function sourceLine(line: number, text: string): string {
  const shown = text.trim();
  const cut = cutText(shown, MAX_SOURCE_LENGTH);
  const number = line > 0 ? `${line} | ` : '';
  return `  ${number}${printableLine(cut)}${cut.length < shown.length ? '...' : ''}`;
}

/**
 * A line that may hold a credential keeps only its name and its placeholders, because the value of a request that was
 * never built is not among the secrets. Undefined when nothing of it can be shown.
 */
export function withoutCredential(text: string): string | undefined {
  if (!CREDENTIAL.test(text.replaceAll(PLACEHOLDER, ''))) return text;
  const [name] = /^\s*(?:(?:#|\/\/)\s*@[\w.-]+|[\w-]+\s*:)/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const placeholders = [...text.matchAll(PLACEHOLDER)].map(([placeholder]) => ` ... ${placeholder}`);
  return name.trim() + (placeholders.join('') || ' ...');
}

const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
const CREDENTIAL = /@auth\b|authori[sz]ation|cookie|api-?key|token|secret|passw|credential/i;
