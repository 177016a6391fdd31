import { parseDocument } from '../../documents/parse-document.js';
import { mapping, mappings, type Mapping } from '../../documents/plain-data.js';
import { ServiceError } from '../../errors.js';

/** The enabled variables of an exported environment, with `key`, `value` and `type`. */
export async function readEnvironment(source: string | undefined): Promise<readonly Mapping[]> {
  if (source === undefined) return [];
  const parsed = await parseDocument(source);
  if ('fault' in parsed) throw refusal(parsed.fault);
  const { values, name } = mapping(parsed.value) ?? {};
  if (!Array.isArray(values) || typeof name !== 'string')
    throw refusal('it has no name or no list of values');
  return mappings(values).filter((entry) => entry['enabled'] !== false && entry['disabled'] !== true);
}

function refusal(reason: string): ServiceError {
  return new ServiceError('input', `not an environment exported by Postman: ${reason}`);
}
