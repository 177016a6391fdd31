/** Where the variables of an environment stand in the text of `service.yaml`. */
import { isPlainObject } from '../../primitives/plain-object.js';
import { readYaml } from './yaml-text.js';

/** Lines and columns count from 1; `endColumn` is exclusive. */
export interface KeyPlace {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** The key of a name, or of the value that the name is a path into; undefined if the environment has none. */
export function environmentKeyPlace(text: string, environment: string, name: string): KeyPlace | undefined {
  const yaml = readYaml(text);
  const variables = own(own(yaml.data, 'environments'), environment);
  const key = keysFor(name).find((each) => own(variables, each) !== undefined);
  if (key === undefined) return undefined;
  const { line, column, endColumn } = yaml.place(['environments', environment, key], 'key', '', '');
  return { line, column, endColumn };
}

function own(data: unknown, key: string): unknown {
  return isPlainObject(data) && Object.hasOwn(data, key) ? data[key] : undefined;
}

/** A longer name is looked up as a whole only. */
const MAX_PREFIX_LENGTH = 1000;

/** The name itself, then each shorter beginning that a path may follow. */
function keysFor(name: string): string[] {
  const keys = [name];
  if (name.length > MAX_PREFIX_LENGTH) return keys;
  const ends = Array.from(name.matchAll(/[.[]/g), ({ index }) => index);
  for (const end of ends.reverse()) if (end > 0) keys.push(name.slice(0, end));
  return keys;
}
