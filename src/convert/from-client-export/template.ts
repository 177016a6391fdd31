/** `{{ _.x }}` and template tags of client exports (cli.md 10.4). */
import type { FileVariables } from '../file-variables.js';
import { looseText, mapPlaceholders } from '../foreign-template.js';

export class TemplateReader {
  /** Tags and expressions without a counterpart. */
  readonly lost = new Set<string>();

  constructor(readonly variables: FileVariables) {}

  read(value: unknown): string {
    const text = looseText(value);
    const tagged = text.includes('{%')
      ? text.replace(/\{%-?([^{}%\r\n]*)-?%\}/g, (tag, inner: string) => this.#tag(tag, inner))
      : text;
    return mapPlaceholders(tagged, (inner) => this.#placeholder(inner));
  }

  #placeholder(inner: string): string {
    if (inner.startsWith('$')) return `{{${inner}}}`;
    const name = inner.replace(/^_(?:\.|(?=\[))/, '').replace(/^\[\s*["']([^"']*)["']\s*\]$/, '$1');
    if (name.includes('|')) this.lost.add(`the filter of {{ ${inner} }}`);
    return this.variables.isReserved(name) ? this.variables.reserve(name) : `{{${name}}}`;
  }

  #tag(tag: string, inner: string): string {
    const [, name = '', rest = ''] = /^\s*(\w+)([^]*)$/.exec(inner) ?? [];
    const [first = '', second = '', third = ''] = argumentsOf(rest);
    const found = counterpart(name, first, second, third);
    if (found !== undefined) return found;
    this.lost.add(`the template tag ${name || 'without a name'}`);
    return tag;
  }
}

function argumentsOf(text: string): string[] {
  const quoted = text.match(/'[^']*'|"[^"]*"|[^\s,'"]+/g) ?? [];
  return quoted.map((word) => word.replace(/^(['"])([^]*)\1$/, '$2'));
}

function counterpart(name: string, first: string, second: string, third: string): string | undefined {
  switch (name) {
    case 'uuid':
      return '{{$uuid()}}';
    case 'now':
    case 'timestamp':
      return timeOf(first);
    case 'base64': {
      // The kind in the middle is left out by old versions.
      const value = third === '' ? second : third;
      if (/[,()"'{}]/.test(value)) return undefined;
      return first === 'decode' ? `{{$base64Decode(${value})}}` : `{{$base64(${value})}}`;
    }
    default:
      return undefined;
  }
}

function timeOf(format: string): string | undefined {
  if (format === '' || format === 'iso-8601') return '{{$isoTimestamp()}}';
  if (format === 'millis' || format === 'ms') return '{{$timestampMs()}}';
  return format === 'unix' ? '{{$timestamp()}}' : undefined;
}
