/** The entries of `secrets` in `service.yaml`: names, and names whose values a program prints. */
import type { TArray, TObject, TOptional, TString } from 'typebox';
import { durationText, parseDuration, unitAdvice, DURATION_PATTERN } from '../../../primitives/duration.js';
import { isPlainObject } from '../../../primitives/plain-object.js';
import { markOptional, Type } from '../../../primitives/shapes/type.js';
import { closedMap, text } from '../config-setting.js';

export interface SecretCommandEntry {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Left out, it gives the value in every environment. */
  readonly environments?: readonly string[];
  readonly timeout?: string;
}

export type SecretEntry = string | SecretCommandEntry;

export const DEFAULT_TIMEOUT_MS = 30_000;
const MIN_TIMEOUT_MS = 100;
const MAX_TIMEOUT_MS = 300_000;
const MAX_WORDS = 64;

const COMMAND_RULE = `a list of 1 to ${MAX_WORDS} texts`;
const TIMEOUT_RULE = `a duration from ${durationText(MIN_TIMEOUT_MS)} to ${durationText(MAX_TIMEOUT_MS)}`;
const NAME = text('^[\\s\\S]+$', 'non-empty text');

const COMMAND_ENTRY = closedMap({
  name: {
    ...text('^[A-Za-z_][A-Za-z0-9_.\\-]*$', 'the name of a variable: letters, digits, _, . and -'),
    description: 'Variable that has the value',
  },
  command: Type.Array(text('^[^\\u0000]*$', `text: command must be ${COMMAND_RULE}`), {
    minItems: 1,
    maxItems: MAX_WORDS,
    rule: COMMAND_RULE,
    description: 'Program that prints the value, and its arguments; {{environment}} is replaced',
  }),
  environments: markOptional({
    ...Type.Array({ ...NAME, names: 'environment' } as TString, { minItems: 1 }),
    rule: 'a list of at least one environment',
    description: 'Environments in which the program gives the value; all when left out',
  }),
  timeout: markOptional({
    ...Type.String({ pattern: `^${DURATION_PATTERN}$`, rule: TIMEOUT_RULE, adviceFor: unitAdvice }),
    default: durationText(DEFAULT_TIMEOUT_MS),
    description: 'Time that the program has',
  }),
});

type CommandShape = TObject<{
  name: TString;
  command: TArray<TString>;
  environments: TOptional<TArray<TString>>;
  timeout: TOptional<TString>;
}>;

export const SECRET_ENTRY = Type.Union([NAME, COMMAND_ENTRY as unknown as CommandShape], {
  rule: 'the name of a variable or a capture, or a map with name and command',
  explainsMap: true,
});

export interface SecretProblem {
  readonly path: readonly (string | number)[];
  /** Completes "must be …". */
  readonly rule: string;
}

/** The problems that no schema can tell: names that stand twice, durations out of bounds, programs without a name. */
export function* secretProblems(config: unknown): Generator<SecretProblem> {
  const entries = isPlainObject(config) ? config['secrets'] : undefined;
  if (!Array.isArray(entries)) return;
  const counts = new Map<unknown, number>();
  for (const entry of entries) counts.set(nameOf(entry), (counts.get(nameOf(entry)) ?? 0) + 1);
  for (const [index, entry] of entries.entries()) {
    if (!isPlainObject(entry)) continue;
    const { name, command, timeout } = entry;
    if (typeof name === 'string' && (counts.get(name) ?? 0) > 1)
      yield {
        path: ['secrets', index, 'name'],
        rule: 'a name that no other entry has: a value has one source',
      };
    if (Array.isArray(command) && command[0] === '')
      yield { path: ['secrets', index, 'command', 0], rule: 'the name or path of a program' };
    const limit = typeof timeout === 'string' ? parseDuration(timeout) : undefined;
    if (limit !== undefined && (limit < MIN_TIMEOUT_MS || limit > MAX_TIMEOUT_MS))
      yield { path: ['secrets', index, 'timeout'], rule: TIMEOUT_RULE };
  }
}

function nameOf(entry: unknown): unknown {
  return isPlainObject(entry) ? entry['name'] : entry;
}

/** The names of all secrets, whoever gives their values. */
export function secretNames(entries: readonly SecretEntry[] = []): readonly string[] {
  return entries.map((entry) => (typeof entry === 'string' ? entry : entry.name));
}

/** The entries whose values a program gives in the environment. */
export function commandEntries(
  entries: readonly SecretEntry[] | undefined,
  environment: string,
): readonly SecretCommandEntry[] {
  if (entries === undefined) return [];
  return entries.flatMap((entry) => {
    if (typeof entry === 'string') return [];
    return entry.environments === undefined || entry.environments.includes(environment) ? [entry] : [];
  });
}
