/** Environments of both versions: nested data, or pairs of which some are secret. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import { looseText } from '../foreign-template.js';
import type { ExportEnvironment } from './export-tree.js';

export function readEnvironment(value: Mapping, place: string): ExportEnvironment {
  const pairs = list(value['kvPairData']).flatMap((entry) => {
    const pair = mapping(entry);
    return pair === undefined || pair['enabled'] === false ? [] : [pair];
  });
  const secrets = new Set(pairs.filter(({ type }) => type === 'secret').map(({ name }) => looseText(name)));
  const written = mapping(value['data']) ?? {};
  const data = Object.keys(written).length > 0 ? written : dataOf(pairs);
  return { name: looseText(value['name']), place, data, secrets, subEnvironments: [] };
}

function dataOf(pairs: readonly Mapping[]): Mapping {
  return Object.fromEntries(
    pairs.filter(({ name }) => text(name) !== '').map(({ name, value }) => [text(name), value]),
  );
}

const MAX_VARIABLES = 10_000;

/** Joins nested keys with `.`; lists are kept as JSON. */
export function flattenData(data: Mapping): { readonly name: string; readonly value: string }[] {
  const flat: { name: string; value: string }[] = [];
  const open: [string, unknown][] = Object.entries(data).toReversed();
  for (let next = open.pop(); next !== undefined && flat.length < MAX_VARIABLES; next = open.pop()) {
    const [name, value] = next;
    const inner = Object.entries(mapping(value) ?? {});
    if (inner.length === 0)
      flat.push({ name, value: mapping(value) === undefined ? looseText(value) : '{}' });
    for (const [key, item] of inner.toReversed()) open.push([`${name}.${key}`, item]);
  }
  return flat;
}
