/** Converts `{{ _.x }}` and template tags of client exports. */
import type { ScriptReading } from '../translated-scripts.js';
import type { ImportedVariables } from '../imported-variables.js';
import { isDynamicVariable, looseText, mapPlaceholders } from '../foreign-template.js';
import { variableName } from '../import-names.js';
import type { SharedLosses } from '../shared-losses.js';
import type { ResponseTags } from './response-tags.js';

/** The state that the texts of one export share. */
export interface ExportTemplateSources {
  readonly reading: ScriptReading;
  readonly variables: ImportedVariables;
  readonly tags: ResponseTags;
  /** Losses of folders and environments. */
  readonly shared: SharedLosses;
  /** The readers of variable values, by the name of the variable. */
  readonly made: Map<string, Pick<ExportTemplateReader, 'uses' | 'requests'>>;
}

export class ExportTemplateReader {
  /** Tags and expressions without a counterpart. */
  readonly lost = new Set<string>();
  /** The names of variables in the text. */
  readonly uses = new Set<string>();
  /** The places of requests whose responses are used. */
  readonly requests = new Set<string>();

  constructor(readonly sources: ExportTemplateSources) {}

  /** The places of all requests whose responses are needed, also through the values of variables. */
  get after(): string[] {
    const places = new Set(this.requests);
    const names = new Set(this.uses);
    for (const name of names) {
      const made = this.sources.made.get(name);
      for (const place of made?.requests ?? []) places.add(place);
      for (const other of made?.uses ?? []) names.add(other);
    }
    return [...places];
  }

  readonly read = (value: unknown): string => {
    const text = looseText(value);
    const tagged = text.includes('{%')
      ? text.replace(/\{%-?([^{}%\r\n]*)-?%\}/g, (tag, inner: string) => this.#tag(tag, inner))
      : text;
    return mapPlaceholders(tagged, (inner) => this.#placeholder(inner));
  };

  #placeholder(inner: string): string {
    if (inner.startsWith('$')) {
      if (!isDynamicVariable(inner)) this.lost.add(`{{ ${inner} }}`);
      return `{{${inner}}}`;
    }
    const name = inner.replace(/^_(?:\.|(?=\[))/, '').replace(/^\[\s*["']([^"']*)["']\s*\]$/, '$1');
    if (name.includes('|')) this.lost.add(`the filter of {{ ${inner} }}`);
    const { variables } = this.sources;
    this.uses.add(variableName(name));
    return variables.isReserved(name) ? variables.reserve(name) : `{{${name}}}`;
  }

  #tag(tag: string, inner: string): string {
    const [, name = '', rest = ''] = /^\s*(\w+)([^]*)$/.exec(inner) ?? [];
    const args = argumentsOf(rest);
    if (name === 'response') return this.#response(tag, args);
    const [first = '', second = '', third = ''] = args;
    const found = counterpart(name, first, second, third);
    if (found !== undefined) return found;
    this.lost.add(`the template tag ${name || 'without a name'}`);
    return tag;
  }

  #response(tag: string, args: readonly string[]): string {
    const found = this.sources.tags.read(args);
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
    case 'faker':
      return isDynamicVariable(`$${first}`) ? `{{$${first}}}` : undefined;
    case 'now':
    case 'timestamp':
      return timeOf(first);
    case 'base64': {
      // Old versions omit the kind in the middle.
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
