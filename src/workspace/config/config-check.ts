import { nearest } from '../../primitives/near-names.js';
import {
  shapeProblems,
  type Path,
  type Shape,
  type ShapeProblem,
} from '../../primitives/shapes/check-shape.js';
import { CONFIG_SHAPE, type Config } from './config.js';
import { describeNumberRule, pathText, quoted } from './config-messages.js';
import { secretProblems } from './secrets/secret-entries.js';
import { profileProblems, type ProfileProblem } from './stress-profile.js';

export interface DataProblem {
  readonly code: 'unknown_key' | 'missing_key' | 'bad_key' | 'bad_value';
  readonly path: Path;
  /** Whether the problem is with the key or with the value at the path. */
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** Every problem of settings given as data; no message repeats a value, since values may be secrets. */
export function checkConfig(data: unknown): readonly DataProblem[] {
  return [
    ...Array.from(shapeProblems(CONFIG_SHAPE, data), toDataProblem),
    ...Array.from(profileProblems(data), ofProfile),
    ...Array.from(secretProblems(data), ({ path, rule }) => badValue(path, rule)),
  ];
}

/** Valid data as typed settings: `x-` keys are left out, and words that YAML reads as numbers become text. */
export function typedConfig(data: unknown): Config {
  return typed(CONFIG_SHAPE, data) as Config;
}

function toDataProblem({ keyword, path, shape, value }: ShapeProblem): DataProblem {
  const shown = pathText(path);
  switch (keyword) {
    case 'required':
      return missingKey(path.slice(0, -1), String(path.at(-1)));
    case 'additionalProperties': {
      const name = String(path.at(-1));
      const message = `unknown key ${quoted(name)}; ${suggestion(name, Object.keys(shape.properties ?? {}))}`;
      return { code: 'unknown_key', path, at: 'key', message };
    }
    case 'propertyNames':
      return { code: 'bad_key', path, at: 'key', message: `${shown} must be ${shape.propertyNames?.rule}` };
    case 'uniqueItems':
      return {
        code: 'bad_value',
        path,
        at: 'value',
        message: `${shown} repeats an earlier entry; remove it`,
      };
    default:
      return badValue(path, ruleFor(shape, value));
  }
}

function missingKey(path: Path, key: string): DataProblem {
  return { code: 'missing_key', path, at: 'key', message: `${pathText(path)} needs the key "${key}"` };
}

function ofProfile({ profile, place, text }: ProfileProblem): DataProblem {
  const parent = ['stress', 'profiles', profile];
  if (place === undefined) return missingKey(parent, text);
  return badValue([...parent, ...place], text);
}

function badValue(path: Path, rule: string): DataProblem {
  return { code: 'bad_value', path, at: 'value', message: `${pathText(path)} must be ${rule}` };
}

function suggestion(name: string, keys: readonly string[]): string {
  const [near] = nearest(name, keys, 1);
  return near === undefined ? `valid keys here: ${keys.join(', ')}` : `did you mean "${near}"?`;
}

/** Completes "must be …". */
function ruleFor(shape: Shape, value: unknown): string {
  if (shape.rule !== undefined) return shape.rule + (shape.adviceFor?.(value) ?? '');
  if (shape.enum !== undefined) return wordRule(shape.enum.filter(isText), value);
  switch (shape.type) {
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'a map; write {} for an empty one';
    default:
      return describeNumberRule(shape);
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function wordRule(words: readonly string[], value: unknown): string {
  const [near] = isText(value) ? nearest(value, words, 1) : [];
  return `one of ${words.join(', ')}${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function typed(shape: Shape | boolean | undefined, value: unknown): unknown {
  if (shape === undefined || typeof shape === 'boolean') return value;
  if (shape.enum !== undefined) return String(value);
  if (Array.isArray(value)) return value.map((item) => typed(shape.items, item));
  if (shape.type !== 'object') return value;
  const { properties, additionalProperties } = shape;
  const entries = Object.entries(value as object).filter(
    ([name]) => !properties || Object.hasOwn(properties, name),
  );
  return Object.fromEntries(
    entries.map(([name, item]) => [name, typed(properties?.[name] ?? additionalProperties, item)]),
  );
}
