/** Checks what programs pass, since not every program has types; a message names the option, never its value. */
import type { MockOptions } from './mock-types.js';
import type { ReportOptions, RunOptions, WorkspaceOptions } from './run-types.js';
import type { TestOptions } from './test-types.js';
import { ServiceError } from '../errors.js';
import { nearest } from '../primitives/near-names.js';
import { isPlainObject } from '../primitives/plain-object.js';
import { CONFIG_KEYS } from '../workspace/config/config.js';

/** Completes "must be …" when the value is wrong; undefined when it is right. */
type Check = (value: unknown) => string | undefined;

/** One for each option: the compiler refuses a table that lacks one. */
type Checks<Options> = Readonly<Record<keyof Options, Check>>;

function check(isRight: (value: unknown) => boolean, rule: string): Check {
  return (value) => (isRight(value) ? undefined : rule);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): boolean => isText(value) && value !== '' && !value.includes('\0');
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isSignal = (value: unknown): boolean =>
  isPlainObject(value) &&
  typeof value['aborted'] === 'boolean' &&
  typeof value['addEventListener'] === 'function';
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const PATH = check(isName, 'a path');
const BOOLEAN = check((value) => typeof value === 'boolean', 'true or false');
const TEXTS = check(isTexts, 'a list of texts');
const LISTENER = check((value) => typeof value === 'function', 'a function');
const WHOLE_MAP = 'a map of names to texts';
const TEXT_MAP = check(
  (value) =>
    isPlainObject(value) && Object.entries(value).every(([name, text]) => name !== '' && isText(text)),
  WHOLE_MAP,
);

const WORKSPACE_OPTIONS: Checks<WorkspaceOptions> = {
  cwd: PATH,
  config: check((value) => value === false || isName(value), 'a path, or false for no config file'),
  environment: check((value) => isText(value) && value !== '', 'the name of an environment'),
  envFile: PATH,
  // `process.env` is an object of a class of its own.
  env: check((value) => typeof value === 'object' && value !== null && !Array.isArray(value), WHOLE_MAP),
  variables: TEXT_MAP,
  // Test runners with a simulated browser have a class of their own.
  signal: check(isSignal, 'an AbortSignal'),
};

export const MAX_REPEAT = 10_000;

const RUN_OPTIONS: Checks<RunOptions> = {
  ...WORKSPACE_OPTIONS,
  secrets: TEXT_MAP,
  names: TEXTS,
  tags: TEXTS,
  excludeTags: TEXTS,
  // Its keys are checked with the table of settings, which is loaded later.
  settings: check(isPlainObject, 'a map with keys of service.yaml'),
  repeat: check((value) => isWhole(value, 1, MAX_REPEAT), 'a whole number from 1 to 10000'),
  ci: BOOLEAN,
  updateSnapshots: BOOLEAN,
  history: BOOLEAN,
  allowShell: BOOLEAN,
  allowDb: BOOLEAN,
  allowSecretCommands: BOOLEAN,
  skipUnsupported: BOOLEAN,
  keepExchanges: BOOLEAN,
  onEvent: LISTENER,
};

const TEST_OPTIONS: Checks<TestOptions> = {
  ...RUN_OPTIONS,
  describe: LISTENER,
  it: LISTENER,
};

const MAX_DELAY_MS = 3_600_000;

const MOCK_OPTIONS: Checks<MockOptions> = {
  ...WORKSPACE_OPTIONS,
  port: check((value) => isWhole(value, 0, 65_535), 'a whole number from 0 to 65535'),
  host: check(isName, 'a host name or an address'),
  delay: check(
    (value) => typeof value === 'number' && value >= 0 && value <= MAX_DELAY_MS,
    'milliseconds from 0 to 3600000',
  ),
  strict: BOOLEAN,
  stateful: BOOLEAN,
  strictMatch: BOOLEAN,
  template: BOOLEAN,
  skipUnsupported: BOOLEAN,
  seed: check(Number.isSafeInteger, 'a whole number'),
  proxy: check(isText, 'a URL'),
  record: PATH,
  onRequest: LISTENER,
};

const REPORT_OPTIONS: Checks<ReportOptions> = {
  verbosity: check((value) => isWhole(value, 0, 3), 'a whole number from 0 to 3'),
};

const OPTIONS = {
  run: RUN_OPTIONS,
  createMock: MOCK_OPTIONS,
  renderReport: REPORT_OPTIONS,
  requestTests: TEST_OPTIONS,
};

/** Throws a ServiceError of the kind `usage` for the first wrong option; one that is undefined counts as left out. */
export function checkOptions(caller: keyof typeof OPTIONS, options: unknown): void {
  if (!isPlainObject(options)) throw usageError(`the options of ${caller} must be an object`);
  const checks: Readonly<Record<string, Check>> = OPTIONS[caller];
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (rule === undefined) throw unknownOption(caller, name, Object.keys(checks));
    const problem = value === undefined ? undefined : rule(value);
    if (problem !== undefined) throw usageError(`the option ${name} of ${caller} must be ${problem}`);
  }
}

/** Paths are a list, so that a program cannot run the single letters of one. */
export function checkPaths(caller: 'run' | 'createMock' | 'requestTests', paths: unknown): void {
  const isList = Array.isArray(paths) && paths.length > 0 && paths.every(isName);
  if (!isList) throw usageError(`${caller} needs a list of at least one file or folder, such as ['tests/']`);
}

/** One of the words that are valid, for parameters that are no option. */
export function checkWord<Word extends string>(
  what: string,
  words: readonly Word[],
  value: unknown,
): asserts value is Word {
  if ((words as readonly unknown[]).includes(value)) return;
  const near = isText(value) ? nearest(value, words, 1) : [];
  throw usageError(`${what} must be one of ${words.join(', ')}${advice(near)}`);
}

export function usageError(message: string): ServiceError {
  return new ServiceError('usage', message);
}

function unknownOption(caller: string, name: string, names: readonly string[]): ServiceError {
  const near = nearest(name, names);
  const isSetting = Object.hasOwn(CONFIG_KEYS, name) && names.includes('settings');
  const other = near.length > 0 ? advice(near) : `; it has ${names.join(', ')}`;
  const advised = isSetting ? `; write settings: { ${name}: … }` : other;
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  return usageError(`${caller} has no option ${shown}${advised}`);
}

function advice(near: readonly string[]): string {
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}
