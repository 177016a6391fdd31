/** Documents of other tools, JSON or YAML, as plain data. */
import { JsonReader } from '../evaluation/values/json-reader.js';
import { MAX_JSON_DEPTH, parseJson } from '../evaluation/values/json.js';
import { sharedSize } from './shared-size.js';

export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

export type ParsedDocument = { readonly value: unknown } | { readonly fault: string };

/** The fault completes `it is`; it names the place and never quotes the document, which may hold secrets. */
export async function parseDocument(source: string): Promise<ParsedDocument> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  if (text.length > MAX_DOCUMENT_BYTES) return { fault: 'larger than 20 MiB' };
  if (text.trim() === '') return { fault: 'empty' };
  const json = /^\s*[[{]/.test(text) ? parseJsonDocument(text) : undefined;
  // YAML's flow style begins like JSON, but would make texts of what is only a mistake in JSON.
  return json !== undefined && ('value' in json || /^\s*(?:\{\s*"|\[\s*[{["])/.test(text))
    ? json
    : parseYamlDocument(text);
}

function parseJsonDocument(text: string): ParsedDocument {
  try {
    return { value: parseJson(text) };
  } catch {
    return { fault: jsonFault(text) };
  }
}

function jsonFault(text: string): string {
  const builtIn = messageOf(() => JSON.parse(text));
  const offset = /position (\d+)/.exec(builtIn)?.[1];
  if (offset !== undefined) return `not valid JSON at ${placeAt(text, Number(offset))}`;
  // The built-in reader does not always say where, and knows no limits.
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

/** Aliases share what they name: written out, a small document may be endless. */
const MOST_VALUES = 5_000_000;

async function parseYamlDocument(text: string): Promise<ParsedDocument> {
  const { load, YAMLException, CORE_SCHEMA, NOT_RESOLVED, defineScalarTag, intCoreTag, mergeTag } =
    await import('js-yaml');
  const exactInteger = defineScalarTag<number | bigint>(intCoreTag.tagName, {
    ...intCoreTag,
    resolve(source, isExplicit, tagName) {
      const value = intCoreTag.resolve(source, isExplicit, tagName);
      if (value === NOT_RESOLVED || Number.isSafeInteger(value)) return value;
      return /^[-+]?\d{1,1000}$/.test(source) ? BigInt(source.replace(/^\+/, '')) : value;
    },
  });
  try {
    const schema = CORE_SCHEMA.withTags(mergeTag, exactInteger);
    const value = load(text, { schema, maxDepth: MAX_JSON_DEPTH });
    if (!text.includes('*') || sharedSize(value, MOST_VALUES) <= MOST_VALUES) return { value };
    return { fault: `made of aliases that stand for more than ${MOST_VALUES} values or for themselves` };
  } catch (error) {
    const mark = error instanceof YAMLException ? error.mark : undefined;
    const where = mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`;
    return { fault: `not valid YAML${where}${yamlReason(error)}` };
  }
}

/** The parser's own words, unless they repeat names of the document. */
function yamlReason(error: unknown): string {
  const reason = error instanceof Error && 'reason' in error ? String(error.reason) : '';
  return reason === '' || /["'`<>]|: /.test(reason) ? '' : ` (${reason})`;
}
