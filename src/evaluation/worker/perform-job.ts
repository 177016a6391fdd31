/** Performs a job in an evaluation thread. Engines are loaded when they are first needed. */
import { ABSENT } from '../values/absent.js';
import { parseJson, type JsonValue } from '../values/json.js';
import type { Job, EvaluationOperation, EvaluationOperations, XPathResult } from '../bounded/job.js';
import { MAX_NESTING } from '../bounded/limits.js';

type Perform<K extends EvaluationOperation> = (
  input: EvaluationOperations[K]['input'],
  document: string,
) => Promise<EvaluationOperations[K]['result']>;

const PERFORM: { readonly [K in EvaluationOperation]: Perform<K> } = {
  pattern: async (input, text) => {
    const { matchFully } = await import('../pattern/safe-pattern.js');
    return matchFully(input, text);
  },
  jsonpath: async ({ expression }, document) => {
    const { compileJsonPath } = await import('../json-path/json-path.js');
    const query = await compileJsonPath(expression);
    return query.locations(jsonOf(document));
  },
  xpath: ({ expression, contentType }, document) => performXPath(expression, document, contentType),
  schema: async ({ address, documents, maxViolations, unneeded }, document) => {
    const { findSchemaViolationsFully } = await import('../json-schema/validate/validate-schema.js');
    const byPath = new Map(documents);
    const load = (path: string): Promise<unknown> => Promise.resolve(byPath.get(path));
    return findSchemaViolationsFully(jsonOf(document), address, load, maxViolations, unneeded);
  },
  yaml: async (_, document) => {
    const { readYaml } = await import('./read-yaml.js');
    return readYaml(document);
  },
};

export function performJob<K extends EvaluationOperation>(
  { operation, input }: Job<K>,
  document: string,
): Promise<EvaluationOperations[K]['result']> {
  return PERFORM[operation](input, document);
}

/** The document that was parsed last, since several assertions use the same one. */
let lastJson: { readonly text: string; readonly value: JsonValue } | undefined;

function jsonOf(text: string): JsonValue {
  if (lastJson?.text !== text) lastJson = { text, value: parseJson(text, MAX_NESTING) };
  return lastJson.value;
}

async function performXPath(expression: string, document: string, contentType: string): Promise<XPathResult> {
  const { xpathValue } = await import('../xpath/xml-path.js');
  const { readMarkup } = await import('../xpath/markup.js');
  const markup = await readMarkup(document, contentType);
  const value = xpathValue(expression, markup);
  if (typeof value === 'number') return { number: String(value) };
  if (value !== ABSENT) return { value };
  return { absent: true, problem: markup.kind === 'none' ? markup.problem : '' };
}
