import { findSchemaViolations } from '../../../src/evaluation/json-schema/validate/validate-schema.js';
import type { JsonValue } from '../../../src/evaluation/values/json.js';

type Files = Readonly<Record<string, unknown>>;

/** The violations of a value against `dir/s.json`, beside other files. */
export async function violationsOf(schema: unknown, value: JsonValue, files: Files = {}): Promise<string[]> {
  const load = (path: string): Promise<unknown> =>
    path === 'dir/s.json'
      ? Promise.resolve(schema)
      : Object.hasOwn(files, path)
        ? Promise.resolve(files[path])
        : Promise.reject(new Error('no such file'));
  const found = await findSchemaViolations(value, 'dir/s.json', load, 20);
  return found.map(({ pointer, message }) => `${pointer} ${message}`.trim());
}
