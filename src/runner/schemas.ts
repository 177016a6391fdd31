/** Reads schema documents, each once per file. */
import type { SchemaLoader } from '../evaluation/json-schema/references/load-schema.js';
import { DOCUMENT_TIMEOUT_MS, MAX_NESTING } from '../evaluation/bounded/limits.js';
import { parseJson } from '../evaluation/values/json.js';
import { RequestFailure } from '../http/message/message.js';
import type { FileAccess } from './plan/run-input.js';

export function createSchemaReader(directory: string, readFile: FileAccess['readFile']): SchemaLoader {
  const documents = new Map<string, Promise<unknown>>();
  return (path) => {
    const document = documents.get(path) ?? readDocument(path, directory, readFile);
    documents.set(path, document);
    return document;
  };
}

/** Longer YAML is read in a thread, because parsing it blocks the event loop. */
const MAX_YAML_CHARACTERS = 50_000;

/** Reads JSON or YAML; the YAML parser is loaded on first use. */
async function readDocument(
  path: string,
  directory: string,
  readFile: FileAccess['readFile'],
): Promise<unknown> {
  const text = new TextDecoder().decode(await readFile(path, directory));
  try {
    if (!/\.ya?ml$/i.test(path)) return parseJson(text, MAX_NESTING);
    if (text.length <= MAX_YAML_CHARACTERS)
      return await (await import('../evaluation/worker/read-yaml.js')).readYaml(text);
    const { evaluateInThread } = await import('../evaluation/bounded/thread-pool.js');
    const options = { limitMs: DOCUMENT_TIMEOUT_MS, signal: undefined, name: 'reading the YAML' };
    return await evaluateInThread('yaml', null, text, options);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    throw new RequestFailure('file', `cannot read the schema ${path}: ${reason}`, { cause: error });
  }
}
