import { durationProblem, parseDuration } from '../../primitives/duration.js';
import { nearest } from '../../primitives/near-names.js';
import { parseThreshold, thresholdRule } from '../../primitives/threshold.js';
import { CONFIG_SHAPE, type Config } from './config.js';
import {
  keysOf,
  shapeWithin,
  type ListShape,
  type MapShape,
  type ObjectShape,
  type Shape,
} from './config-shape.js';
import { isMapping, numberRule, pathText, quoted, type Path } from './config-words.js';

export interface DataProblem {
  readonly code: 'unknown_key' | 'missing_key' | 'bad_key' | 'bad_value';
  readonly path: Path;
  /** Which of the two the finding points at. */
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** Every problem of settings given as data; no message repeats a value, since values may be secrets. */
export function checkConfig(data: unknown): readonly DataProblem[] {
  const problems: DataProblem[] = [];
  check(CONFIG_SHAPE, data, [], problems);
  return problems;
}

/** Data without problems as typed settings: `x-` keys are left out, words are text. */
export function typedConfig(data: unknown): Config {
  return typed(CONFIG_SHAPE, data) as Config;
}

function check(shape: Shape, value: unknown, path: Path, problems: DataProblem[]): void {
  const must = (rule: string): void => {
    problems.push({ code: 'bad_value', path, at: 'value', message: `${pathText(path)} must be ${rule}` });
  };
  switch (shape.kind) {
    case 'any':
      return;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : must('true or false');
    case 'number':
      return isInRange(shape, value) ? undefined : must(numberRule(shape));
    case 'text':
      if (typeof value !== 'string') return must(shape.rule + inQuotes(value));
      return matches(shape.pattern, value) ? undefined : must(shape.rule);
    case 'word':
      return checkWord(shape, value) ? undefined : must(wordRule(shape.words, value));
    case 'duration':
      return isDuration(value, shape.zero) ? undefined : must(durationRule(value, shape.zero));
    case 'threshold':
      if ((typeof value === 'string' || typeof value === 'number') && parseThreshold(shape.metric, value))
        return;
      return must(thresholdRule(shape.metric));
    case 'list':
      return Array.isArray(value) ? checkList(shape, value, path, problems) : must('a list');
    case 'map':
      return isMapping(value)
        ? checkMap(shape, value, path, problems)
        : must('a map; write {} for an empty one');
    case 'object':
      return isMapping(value)
        ? checkObject(shape, value, path, problems)
        : must('a map; write {} for an empty one');
  }
}

function checkList(shape: ListShape, value: readonly unknown[], path: Path, problems: DataProblem[]): void {
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    check(shapeWithin(shape), item, [...path, index], problems);
    if (!shape.unique || typeof item !== 'string') continue;
    if (!seen.has(item)) {
      seen.add(item);
      continue;
    }
    const message = `${pathText([...path, index])} repeats an earlier entry; remove it`;
    problems.push({ code: 'bad_value', path: [...path, index], at: 'value', message });
  }
}

function checkMap(shape: MapShape, value: Mapping, path: Path, problems: DataProblem[]): void {
  for (const [name, item] of Object.entries(value)) {
    const own = [...path, name];
    if (!matches(shape.names.pattern, name)) {
      const message = `${pathText(own)} must be ${shape.names.rule}`;
      problems.push({ code: 'bad_key', path: own, at: 'key', message });
    }
    check(shapeWithin(shape), item, own, problems);
  }
}

function checkObject(shape: ObjectShape, value: Mapping, path: Path, problems: DataProblem[]): void {
  const keys = keysOf(shape);
  for (const [name, item] of Object.entries(value)) {
    const row = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (row) check(row.shape, item, [...path, name], problems);
    else if (!name.startsWith('x-')) {
      const message = `unknown key ${quoted(name)}; ${suggestion(name, Object.keys(keys))}`;
      problems.push({ code: 'unknown_key', path: [...path, name], at: 'key', message });
    }
  }
  for (const name of shape.required) {
    if (Object.hasOwn(value, name)) continue;
    problems.push({
      code: 'missing_key',
      path,
      at: 'key',
      message: `${pathText(path)} needs the key "${name}"`,
    });
  }
}

type Mapping = Readonly<Record<string, unknown>>;

function suggestion(name: string, known: readonly string[]): string {
  const [near] = nearest(name, known, 1);
  return near === undefined ? `valid keys here: ${known.join(', ')}` : `did you mean "${near}"?`;
}

function isInRange(shape: Extract<Shape, { kind: 'number' }>, value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (shape.whole && !Number.isInteger(value)) return false;
  const { above = -Infinity, least = -Infinity, most = Infinity } = shape;
  return value > above && value >= least && value <= most;
}

const compiled = new Map<string, RegExp>();

function matches(pattern: string, value: string): boolean {
  let expression = compiled.get(pattern);
  if (!expression) compiled.set(pattern, (expression = new RegExp(pattern, 'u')));
  return expression.test(value);
}

function inQuotes(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? '; put it in quotes' : '';
}

function checkWord({ words, numbers }: Extract<Shape, { kind: 'word' }>, value: unknown): boolean {
  return typeof value === 'number' ? numbers.includes(value) : words.includes(value as string);
}

function wordRule(words: readonly string[], value: unknown): string {
  const [near] = typeof value === 'string' ? nearest(value, words, 1) : [];
  return `one of ${words.join(', ')}${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function isDuration(value: unknown, zero: boolean): boolean {
  if (typeof value === 'number') return zero && value === 0;
  const milliseconds = typeof value === 'string' ? parseDuration(value) : undefined;
  return milliseconds !== undefined && (zero || milliseconds > 0);
}

function durationRule(value: unknown, zero: boolean): string {
  const rule = `a duration such as 30s or 1m30s${zero ? '' : ', above 0'}`;
  const problem = typeof value === 'number' && value !== 0 ? durationProblem(String(value)) : undefined;
  return problem?.includes('unit') ? `${rule}; ${problem}` : rule;
}

function typed(shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case 'word':
      return String(value);
    case 'list':
      return (value as unknown[]).map((item) => typed(shapeWithin(shape), item));
    case 'map':
      return mapped(value as Mapping, (_, item) => typed(shapeWithin(shape), item));
    case 'object': {
      const keys = keysOf(shape);
      const known = Object.entries(value as Mapping).filter(([name]) => Object.hasOwn(keys, name));
      return mapped(Object.fromEntries(known), (name, item) => {
        const row = keys[name];
        return row ? typed(row.shape, item) : item;
      });
    }
    default:
      return value;
  }
}

function mapped(value: Mapping, change: (name: string, item: unknown) => unknown): Mapping {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(name, item)]));
}
