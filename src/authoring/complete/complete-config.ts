/** Completions in `service.yaml`, from the declaration of its settings, which the caller passes in. */
import type { Shape } from '../../primitives/shapes/check-shape.js';
import type { CompletionItem, Completions } from './completion-item.js';
import { configPlaceAt, indentOf } from './config-lines.js';
import type { ConfigPlace, ConfigStep } from './config-place.js';
import { HEADERS } from './http-words.js';

export interface ConfigCompletionPlace {
  readonly text: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** `environments` are those that are not written in this text. */
export function completeConfig(
  { text, line, column }: ConfigCompletionPlace,
  shape: Shape,
  environments: readonly string[] = [],
): Completions | undefined {
  const lines = text.split(/\r\n|[\r\n]/);
  const place = configPlaceAt(lines, line - 1, column - 1);
  if (place === undefined) return undefined;
  const shapes = shapesAt(shape, place.path);
  const names = { environment: [...new Set([...environments, ...environmentsOf(lines)])], header: HEADERS };
  const after = (lines[line - 1] ?? '').slice(column - 1);
  const hasColon = /^[\w.-]*["']?[ \t]*:/.test(after);
  const items =
    place.expects === 'key'
      ? [
          ...keyItems(shapes, place, names, hasColon),
          ...(isListElement(place) ? valueItems(shapes, names) : []),
        ]
      : valueItems(shapes, names);
  if (items.length === 0) return undefined;
  return { column: column - place.word.length, items: uniqueItems(items) };
}

/** An element of a list is a map or a plain value, and its first word does not tell which. */
function isListElement({ path }: ConfigPlace): boolean {
  return path.at(-1) === 'item';
}

type Names = Readonly<Record<NonNullable<Shape['names']>, readonly string[]>>;

function keyItems(
  shapes: readonly Shape[],
  { siblings }: ConfigPlace,
  names: Names,
  hasColon: boolean,
): CompletionItem[] {
  return shapes.flatMap((shape) => [
    ...Object.entries(shape.properties ?? {})
      .filter(([name]) => !siblings.has(name))
      .map(([name, member]) => keyItem(name, member, hasColon)),
    ...namesFor(shape.propertyNames, names)
      .filter((name) => !siblings.has(name))
      .map((name) => keyItem(name, {}, hasColon)),
  ]);
}

function keyItem(name: string, member: Shape, hasColon: boolean): CompletionItem {
  const { description, type } = member;
  const detail = detailOf(member);
  const end = type === 'object' || type === 'array' ? ':' : ': ';
  return {
    label: name,
    kind: 'key',
    rank: 0,
    ...(detail !== '' && { detail }),
    ...(description !== undefined && { meaning: `${description}.` }),
    insert: hasColon ? name : `${name}${end}`,
  };
}

/** The form of the value, and its default. */
function detailOf({ rule, type, enum: words, default: initial }: Shape): string {
  const form = rule ?? (words === undefined ? (type ?? '') : [...new Set(words.map(String))].join(', '));
  return isWord(initial) ? `${form === '' ? '' : `${form}; `}default ${String(initial)}` : form;
}

/** Whether a value is written as one word. */
function isWord(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}

function valueItems(shapes: readonly Shape[], names: Names): CompletionItem[] {
  return shapes.flatMap((shape) => {
    const { enum: words = [], type, const: constant, default: initial } = shape;
    return [
      ...namesFor(shape, names).map((name) => valueItem(name, 'environment', 0)),
      ...(isWord(initial) ? [valueItem(String(initial), 'default', 1)] : []),
      ...words.map((word) => valueItem(String(word), '', 2)),
      ...(type === 'boolean' ? ['true', 'false'].map((word) => valueItem(word, '', 2)) : []),
      ...(isWord(constant) ? [valueItem(String(constant), '', 2)] : []),
    ];
  });
}

function valueItem(label: string, detail: string, rank: number): CompletionItem {
  return { label, kind: 'value', rank, ...(detail !== '' && { detail }) };
}

function namesFor(shape: Shape | undefined, names: Names): readonly string[] {
  return shape?.names === undefined ? [] : names[shape.names];
}

/** The first of equal labels, which has the most to say. */
function uniqueItems(items: readonly CompletionItem[]): CompletionItem[] {
  const byLabel = new Map<string, CompletionItem>();
  for (const item of items) if (!byLabel.has(item.label)) byLabel.set(item.label, item);
  return [...byLabel.values()];
}

function shapesAt(root: Shape, path: readonly ConfigStep[]): Shape[] {
  let shapes = alternativesOf(root);
  for (const step of path)
    shapes = shapes.flatMap((shape) => {
      const next = step === 'item' ? shape.items : memberOf(shape, step.key);
      return typeof next === 'object' ? alternativesOf(next) : [];
    });
  return shapes;
}

function memberOf(
  { properties = {}, additionalProperties }: Shape,
  key: string,
): Shape | boolean | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

function alternativesOf(shape: Shape): Shape[] {
  return [shape, ...(shape.anyOf ?? [])];
}

/** The names below the key `environments` of a text in the usual layout. */
function environmentsOf(lines: readonly string[]): string[] {
  const names: string[] = [];
  const start = lines.findIndex((line) => /^environments[ \t]*:[ \t]*(?:#.*)?$/.test(line));
  if (start < 0) return names;
  let column = 0;
  for (const line of lines.slice(start + 1)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = indentOf(line);
    if (indent === 0) break;
    if (column === 0) column = indent;
    const name =
      indent === column ? /^["']?([^\s"':#]+)["']?[ \t]*:(?=[ \t]|$)/.exec(line.slice(indent)) : null;
    if (name?.[1] !== undefined) names.push(name[1]);
  }
  return names;
}
