/** `{{ _.x }}` and template tags of client exports (cli.md 10.4). */
import type { FileVariables } from '../file-variables.js';
import { looseText, mapPlaceholders } from '../foreign-template.js';
import { variableName } from '../names.js';
import type { ResponseTags } from './response-tags.js';

/** What the texts of one export have in common. */
export interface TemplateSources {
  readonly variables: FileVariables;
  readonly tags: ResponseTags;
  /** By name of a variable: what its value was made of. */
  readonly made: Map<string, Pick<TemplateReader, 'uses' | 'requests'>>;
}

export class TemplateReader {
  /** Tags and expressions without a counterpart. */
  readonly lost = new Set<string>();
  /** Names of variables that were met. */
  readonly uses = new Set<string>();
  /** Places of requests whose answers were met. */
  readonly requests = new Set<string>();

  constructor(readonly sources: TemplateSources) {}

  /** Places of all requests whose answers are needed, be it for the value of a variable. */
  get after(): string[] {
    const places = new Set(this.requests);
    const met = new Set(this.uses);
    for (const name of met) {
      const made = this.sources.made.get(name);
      for (const place of made?.requests ?? []) places.add(place);
      for (const other of made?.uses ?? []) met.add(other);
    }
    return [...places];
  }

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
    const { variables } = this.sources;
    this.uses.add(variableName(name));
    return variables.isReserved(name) ? variables.reserve(name) : `{{${name}}}`;
  }

  #tag(tag: string, inner: string): string {
    const [, name = '', rest = ''] = /^\s*(\w+)([^]*)$/.exec(inner) ?? [];
    const given = argumentsOf(rest);
    if (name === 'response') return this.#response(tag, given);
    const [first = '', second = '', third = ''] = given;
    const found = counterpart(name, first, second, third);
    if (found !== undefined) return found;
    this.lost.add(`the template tag ${name || 'without a name'}`);
    return tag;
  }

  #response(tag: string, given: readonly string[]): string {
    const found = this.sources.tags.read(given);
    if ('problem' in found) {
      this.lost.add(`the template tag response ${found.problem}`);
      return tag;
    }
    this.requests.add(found.request.place);
    return this.sources.variables.reserve(found.name);
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
