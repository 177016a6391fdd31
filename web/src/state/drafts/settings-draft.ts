/** The settings as they are typed, and the change to send. */
import type { Configuration, ConfigurationChange } from '../../../../src/server/api-types.js';

export interface Draft {
  readonly defaultEnvironment: string;
  readonly timeout: string;
  readonly retries: string;
  readonly concurrency: string;
  readonly proxy: string;
  readonly headers: string;
  readonly followRedirects: boolean;
  readonly validateSSL: boolean;
  readonly parallel: boolean;
}

/** Missing settings have their defaults, see docs/configuration.md#keys. */
export function draftOf(found: Configuration): Draft {
  return {
    defaultEnvironment: found.defaultEnvironment ?? 'dev',
    timeout: String(found.timeout ?? 30_000),
    retries: String(found.retries ?? 0),
    concurrency: String(found.concurrency ?? 5),
    proxy: found.proxy ?? '',
    headers: Object.entries(found.headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    followRedirects: found.followRedirects ?? true,
    validateSSL: found.validateSSL ?? true,
    parallel: found.parallel ?? false,
  };
}

/** Checks only changed fields, because a value in the file may be older than its rule. */
export function problemsOf(draft: Draft, found: Configuration): Partial<Record<keyof Draft, string>> {
  const before = draftOf(found);
  const problems: Partial<Record<keyof Draft, string>> = {};
  const check = (name: keyof Draft, isGood: boolean, problem: string): void => {
    if (draft[name] !== before[name] && !isGood) problems[name] = problem;
  };
  const isBetween = (text: string, min: number, max: number): boolean =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  check(
    'defaultEnvironment',
    !['', 'active'].includes(draft.defaultEnvironment),
    'A name other than “active”.',
  );
  check('timeout', isBetween(draft.timeout, 1, 2_147_483_647), 'A whole number of milliseconds above 0.');
  check('retries', isOff(draft.retries) || isBetween(draft.retries, 1, 100), 'A whole number from 0 to 100.');
  check('concurrency', isBetween(draft.concurrency, 1, 1000), 'A whole number from 1 to 1000.');
  check('proxy', draft.proxy === '' || /^https?:\/\/\S+$/.test(draft.proxy), 'An http:// or https:// URL.');
  check('headers', readHeaders(draft.headers) !== undefined, 'Every line is “Name: value”.');
  return problems;
}

export function changesOf(draft: Draft, found: Configuration): ConfigurationChange {
  const before = draftOf(found);
  const changes: ConfigurationChange = {};
  for (const name of ['followRedirects', 'validateSSL', 'parallel'] as const) {
    if (draft[name] !== before[name]) changes[name] = draft[name];
  }
  for (const name of ['timeout', 'concurrency'] as const) {
    if (draft[name] !== before[name]) changes[name] = Number(draft[name]);
  }
  const { retries } = draft;
  if (retries !== before.retries && !(isOff(retries) && isOff(before.retries))) {
    changes.retries = isOff(retries) ? null : Number(retries);
  }
  for (const name of ['defaultEnvironment', 'proxy'] as const) {
    if (draft[name] !== before[name]) changes[name] = draft[name];
  }
  if (draft.headers !== before.headers) changes.headers = readHeaders(draft.headers) ?? {};
  return changes;
}

export interface SettingConflict {
  readonly name: keyof Draft;
  /** The value of the file, as the form would show it. */
  readonly theirs: string;
}

/** Fields that were typed and that the file has changed to something else meanwhile. */
export function conflictsOf(draft: Draft, base: Configuration, current: Configuration): SettingConflict[] {
  const before = draftOf(base);
  const after = draftOf(current);
  return (Object.keys(draft) as (keyof Draft)[])
    .filter((name) => before[name] !== after[name])
    .filter((name) => draft[name] !== before[name] && draft[name] !== after[name])
    .map((name) => ({ name, theirs: String(after[name]) }));
}

/** The draft on top of other settings: fields that were not typed come from there, and so do conflicts with `theirs`. */
export function rebase(
  { draft, base }: { readonly draft: Draft; readonly base: Configuration },
  current: Configuration,
  winner: 'mine' | 'theirs',
): { readonly draft: Draft; readonly base: Configuration } {
  const before = draftOf(base);
  const theirs = new Set(
    winner === 'theirs' ? conflictsOf(draft, base, current).map(({ name }) => name) : [],
  );
  const typed = Object.entries(draft).filter(
    ([name, value]) => value !== before[name as keyof Draft] && !theirs.has(name as keyof Draft),
  );
  return { base: current, draft: { ...draftOf(current), ...(Object.fromEntries(typed) as Partial<Draft>) } };
}

/** No retries: 0, or nothing typed. */
function isOff(retries: string): boolean {
  return /^0*$/.test(retries);
}

function readHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const found = /^\s*([\w!#$%&'*+.^`|~-]+):\s*(.*?)\s*$/.exec(line);
    if (found === null) return undefined;
    headers[found[1] ?? ''] = found[2] ?? '';
  }
  return headers;
}
