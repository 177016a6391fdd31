import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar } from 'yaml';
import { entriesOf, objectFrom } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { findPair, rangeOf } from './yaml-place.js';
import { readYaml, type YamlText } from './yaml-text.js';
import { toKeyText } from './yaml-write.js';

/** The text with one key renamed and every other byte kept; undefined when more than that would change. */
export function renameKey(
  yaml: YamlText,
  text: string,
  path: readonly string[],
  newName: string,
): string | undefined {
  let node: unknown = yaml.document.contents;
  for (const name of path.slice(0, -1)) node = isMap(node) ? findPair(node, name)?.value : undefined;
  const key = isMap(node) ? findPair(node, path.at(-1) ?? '')?.key : undefined;
  const range = rangeOf(key);
  if (range === undefined) return undefined;
  const isQuoted = isScalar(key) && (key.type === 'QUOTE_DOUBLE' || key.type === 'QUOTE_SINGLE');
  const renamed = text.slice(0, range[0]) + toKeyText(newName, isQuoted) + text.slice(range[1]);
  const { data, problems } = readYaml(renamed);
  const isIntended = problems.length === 0 && isDeepStrictEqual(data, withNewName(yaml.data, path, newName));
  return isIntended ? renamed : undefined;
}

function withNewName(data: unknown, [name, ...rest]: readonly string[], newName: string): unknown {
  if (!isPlainObject(data)) return data;
  return objectFrom(
    entriesOf(data).map(([own, value]) => {
      if (own !== name) return [own, value] as const;
      return rest.length === 0 ? [newName, value] : [own, withNewName(value, rest, newName)];
    }),
  );
}
