import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../errors.js';
import { checkConfig } from './config-check.js';
import { spliced, splicesFor } from './config-splice.js';
import { configProblems, problemLine, withoutMark } from './config-text.js';
import { isMapping, pathText } from './config-words.js';
import { FORBIDDEN_KEYS } from './yaml-data.js';
import { readYaml, type YamlText } from './yaml-text.js';

export interface ConfigEdit {
  readonly path: readonly string[];
  /** JSON value to set; undefined removes the key. */
  readonly value: unknown;
}

/**
 * The text with some keys changed and every other byte kept (server.md 8.2). The result has been read
 * again and says exactly what was intended; a text that is not valid, or cannot be changed without
 * touching more, is refused. Maps are changed entry by entry, so comments within them stay.
 */
export function editConfigText(text: string, edits: readonly ConfigEdit[], shown = 'service.yaml'): string {
  const mark = text.slice(0, text.length - withoutMark(text).length);
  let current = withoutMark(text);
  let yaml = readValid(current, shown);
  const wanted = applied(yaml.data, edits);
  const untouched = without(yaml.data, edits);
  for (let pass = 0; !isDeepStrictEqual(yaml.data, wanted); pass += 1) {
    const splices = pass < MOST_PASSES ? splicesFor(yaml, current, wanted) : [];
    if (splices.length === 0) throw unintended(shown);
    current = spliced(current, splices);
    yaml = readYaml(current);
    if (yaml.problems.some(({ code }) => code === 'unknown_alias')) throw shared(shown);
    if (yaml.problems.length > 0) throw unintended(shown);
    if (!isDeepStrictEqual(without(yaml.data, edits), untouched)) throw shared(shown);
  }
  return mark + current;
}

/** Entries of a flow map are removed one per pass. */
const MOST_PASSES = 2000;

function readValid(text: string, shown: string): YamlText {
  const yaml = readYaml(text);
  const problems = configProblems(yaml);
  if (problems.length === 0) return yaml;
  throw new ServiceError('input', problems.map((problem) => problemLine(shown, problem)).join('\n'));
}

function applied(data: unknown, edits: readonly ConfigEdit[]): unknown {
  const wanted = copied(data);
  for (const { path, value } of edits) {
    path.forEach(refuseForbidden);
    const holder = holderOf(wanted, path, value !== undefined);
    const name = path.at(-1);
    if (name === undefined || (!holder && value !== undefined)) {
      throw new ServiceError('usage', `${pathText(path)} cannot be set: a part of it is not a map`);
    }
    if (value === undefined) delete holder?.[name];
    else if (holder) holder[name] = copied(value);
  }
  const [problem] = checkConfig(wanted);
  if (problem) throw new ServiceError('usage', problem.message);
  return wanted;
}

/** Aliases make one object stand in several places; here each place gets its own. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.map(([name, item]) => {
      refuseForbidden(name);
      return [name, copied(item)];
    }),
  );
}

function refuseForbidden(name: string): void {
  if (FORBIDDEN_KEYS.has(name)) throw new ServiceError('usage', `key "${name}" is not allowed`);
}

/** The data beside the edited keys, which has to stay as it is. */
function without(data: unknown, edits: readonly ConfigEdit[]): unknown {
  const rest = copied(data);
  for (const { path } of edits) {
    const holder = holderOf(rest, path, false);
    if (holder) delete holder[path.at(-1) ?? ''];
  }
  return pruned(rest);
}

/** Maps that an edit makes or empties do not count as a change beside it. */
function pruned(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, pruned(item)] as const);
  return Object.fromEntries(
    entries.filter(([, item]) => !(isMapping(item) && Object.keys(item).length === 0)),
  );
}

function holderOf(
  root: unknown,
  path: readonly string[],
  make: boolean,
): Record<string, unknown> | undefined {
  let holder: Record<string, unknown> | undefined = isMapping(root) ? root : undefined;
  for (const name of path.slice(0, -1)) {
    if (make && holder && !Object.hasOwn(holder, name)) holder[name] = {};
    const inner: unknown = holder && Object.hasOwn(holder, name) ? holder[name] : undefined;
    holder = isMapping(inner) ? inner : undefined;
  }
  return holder;
}

function shared(shown: string): ServiceError {
  return new ServiceError(
    'input',
    `${shown} shares the value in several places by an anchor; change it by hand`,
  );
}

function unintended(shown: string): ServiceError {
  return new ServiceError(
    'internal',
    `${shown} cannot be changed without touching more than asked for; change it by hand`,
  );
}
