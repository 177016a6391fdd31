import { textOf } from '../../evaluation/values/json.js';
import type { RecordingProxyOptions } from '../../record/recording-proxy.js';
import type { RunOptions } from '../../runner/plan/options.js';

/** What the settings of runs say about reaching a target, and about what is secret. */
export function recordSettings(
  options: Pick<
    RunOptions,
    'proxy' | 'tls' | 'validateSSL' | 'secretNames' | 'operatorVariables' | 'environment' | 'dotenv'
  >,
): Pick<RecordingProxyOptions, 'proxy' | 'tls' | 'secrets'> {
  const { proxy, tls, validateSSL } = options;
  return { proxy, tls: { validate: validateSSL, ...tls }, secrets: secretVariables(options) };
}

/** Where a value is looked for, the strongest first (language.md 2.2). */
function secretVariables({
  secretNames,
  operatorVariables,
  environment,
  dotenv,
}: Pick<RunOptions, 'secretNames' | 'operatorVariables' | 'environment' | 'dotenv'>): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of secretNames) {
    const source = [operatorVariables, environment, dotenv].find((each) => Object.hasOwn(each, name));
    const value = source?.[name];
    // A text with placeholders is no value yet.
    if (value === undefined || value === null || textOf(value).includes('{{')) continue;
    found.set(name, textOf(value));
  }
  return found;
}
