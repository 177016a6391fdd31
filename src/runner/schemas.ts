/** Schema documents (language 6.6), each read once per file. */
import type { SchemaDoor } from '../evaluation/check-assertion.js';
import { parseJson } from '../evaluation/json.js';
import { RequestFailure } from '../http/message.js';
import type { RunDoors } from './run-input.js';

export function schemaDoor(directory: string, readFile: RunDoors['readFile']): SchemaDoor {
  const documents = new Map<string, Promise<unknown>>();
  return (path) => {
    const document = documents.get(path) ?? readDocument(path, directory, readFile);
    documents.set(path, document);
    return document;
  };
}

/** JSON, or YAML, which is loaded only for that. */
async function readDocument(
  path: string,
  directory: string,
  readFile: RunDoors['readFile'],
): Promise<unknown> {
  const text = new TextDecoder().decode(await readFile(path, directory));
  try {
    if (!/\.ya?ml$/i.test(path)) return parseJson(text);
    const { parse } = await import('yaml');
    return parse(text, { maxAliasCount: 100 }) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    throw new RequestFailure('file', `cannot read the schema ${path}: ${reason}`, { cause: error });
  }
}
