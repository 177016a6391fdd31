/** Documents of other tools, JSON or YAML, as plain data. */
import { JsonReader } from '../evaluation/values/json-reader.js';
import { MAX_JSON_DEPTH } from '../evaluation/values/json.js';
import { addKey, keepKeyOrder } from '../primitives/json/key-order.js';
import { measureExpandedSize } from './expanded-size.js';
import { parseJsonDocument } from './parse-json-document.js';

/** Sources from the web and from clients have limits of their own, which are smaller. */
export const MAX_DOCUMENT_BYTES = 200 * 1024 * 1024;

export type ParsedDocument =
  | {
      readonly value: unknown;
      /** Where the document breaks rules of its format and was read all the same. */
      readonly warnings?: readonly string[];
    }
  | { readonly fault: string };

/** The fault completes `it is`; it names the position and never quotes the document, which may contain secrets. */
export async function parseDocument(source: string): Promise<ParsedDocument> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  if (text.length > MAX_DOCUMENT_BYTES) return { fault: 'larger than 200 MiB' };
  if (text.trim() === '') return { fault: 'empty' };
  const json = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
  // The flow style of YAML begins like JSON, but would read mistakes in JSON as texts.
  return json !== undefined && ('value' in json || /^\s*(?:\{\s*"|\[\s*[{["])/.test(text))
    ? json
    : parseYamlDocument(text);
}

function readJson(text: string): ParsedDocument {
  try {
    return { value: parseJsonDocument(text) };
  } catch {
    return { fault: jsonFault(text) };
  }
}

function jsonFault(text: string): string {
  const builtIn = messageOf(() => JSON.parse(text));
  const offset = /position (\d+)/.exec(builtIn)?.[1];
  if (offset !== undefined) return `not valid JSON at ${placeAt(text, Number(offset))}`;
  // The built-in parser does not always give the position, and has no limits.
  const exact = messageOf(() => new JsonReader(text, MAX_JSON_DEPTH).document());
  const found = /offset (\d+)/.exec(exact)?.[1];
  return found === undefined
    ? `nested deeper than ${MAX_JSON_DEPTH} levels`
    : `not valid JSON at ${placeAt(text, Number(found))}`;
}

function messageOf(read: () => unknown): string {
  try {
    read();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function placeAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`;
}

/** Aliases share values, so that a small document may be endless when it is written out. */
const MAX_VALUES = 5_000_000;

/**
 * Documents that YAML 1.1 readers accept are read too, with a warning: lines that are indented too little, and keys that
 * a mapping has twice.
 */
async function parseYamlDocument(text: string): Promise<ParsedDocument> {
  const warnings: string[] = [];
  let source = text;
  let repeatsKeys = false;
  for (;;) {
    const result = await parseYaml(source, repeatsKeys);
    if (!('fault' in result)) return warnings.length === 0 ? result : { ...result, warnings };
    if (result.reason === 'duplicated mapping key' && !repeatsKeys) {
      repeatsKeys = true;
      warnings.push(`line ${result.line}: a key is defined twice, the last value counts; others may follow`);
    } else if (result.reason === 'deficient indentation' && source === text) {
      const { indentContinuations } = await import('./indent-continuations.js');
      const indented = indentContinuations(text);
      if (indented.lines.length === 0) return { fault: result.fault };
      source = indented.text;
      warnings.push(...indentWarnings(indented.lines));
    } else return { fault: result.fault };
  }
}

const MAX_INDENT_WARNINGS = 10;

function indentWarnings(lines: readonly number[]): string[] {
  const shown = lines
    .slice(0, MAX_INDENT_WARNINGS)
    .map((line) => `line ${line}: it is indented less than what it belongs to, and was read all the same`);
  const more = lines.length - shown.length;
  return more === 0 ? shown : [...shown, `${more} more lines are indented too little`];
}

interface YamlFault {
  readonly fault: string;
  readonly reason: string;
  readonly line: number;
}

async function parseYaml(
  text: string,
  repeatsKeys: boolean,
): Promise<{ readonly value: unknown } | YamlFault> {
  const yaml = await import('js-yaml');
  const { load, YAMLException, CORE_SCHEMA, NOT_RESOLVED, intCoreTag, mapTag } = yaml;
  const exactInteger = yaml.defineScalarTag<number | bigint>(intCoreTag.tagName, {
    ...intCoreTag,
    resolve(source, isExplicit, tagName) {
      const value = intCoreTag.resolve(source, isExplicit, tagName);
      if (value === NOT_RESOLVED || Number.isSafeInteger(value)) return value;
      return /^[-+]?\d{1,1000}$/.test(source) ? BigInt(source.replace(/^\+/, '')) : value;
    },
  });
  const orders = new Map<object, string[]>();
  const orderedMap = yaml.defineMappingTag<Record<string, unknown>>(mapTag.tagName, {
    create: mapTag.create,
    has: mapTag.has,
    keys: mapTag.keys,
    get: mapTag.get,
    identify: mapTag.identify,
    addPair(map, key, value) {
      const keys = addKey(orders.get(map), map, String(key));
      if (keys !== undefined) orders.set(map, keys);
      return mapTag.addPair(map, key, value);
    },
  });
  try {
    const schema = CORE_SCHEMA.withTags(yaml.mergeTag, exactInteger, orderedMap);
    const value = load(text, { schema, maxDepth: MAX_JSON_DEPTH, json: repeatsKeys });
    for (const [map, keys] of orders) keepKeyOrder(map, keys);
    if (!text.includes('*') || measureExpandedSize(value, MAX_VALUES) <= MAX_VALUES) return { value };
    const fault = `made of aliases that stand for more than ${MAX_VALUES} values or for themselves`;
    return { fault, reason: '', line: 0 };
  } catch (error) {
    const mark = error instanceof YAMLException ? error.mark : undefined;
    const where = mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`;
    const reason = error instanceof YAMLException ? error.reason : '';
    return { fault: `not valid YAML${where}${yamlReason(error)}`, reason, line: (mark?.line ?? 0) + 1 };
  }
}

/** The message of the parser, unless it repeats names of the document. */
function yamlReason(error: unknown): string {
  const reason = error instanceof Error && 'reason' in error ? String(error.reason) : '';
  return reason === '' || /["'`<>]|: /.test(reason) ? '' : ` (${reason})`;
}
