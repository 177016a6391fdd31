import { textOf } from '../../evaluation/values/json.js';
import type { RecordingProxyOptions } from '../../record/recording-proxy.js';
import type { RunOptions } from '../../runner/plan/options.js';

/** Derives from the settings of a run how the target is reached and which values are secret. */
export function toRecordSettings(
  options: Pick<
    RunOptions,
    'proxy' | 'tls' | 'validateSSL' | 'secretNames' | 'operatorVariables' | 'environment' | 'dotenv'
  >,
): Pick<RecordingProxyOptions, 'proxy' | 'tls' | 'secrets'> {
  const { proxy, tls, validateSSL } = options;
  return { proxy, tls: { validate: validateSSL, ...tls }, secrets: secretVariables(options) };
}

/** Looks a value up in the order of precedence of variables. */
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
    // A text with placeholders has no value yet.
    if (value === undefined || value === null || textOf(value).includes('{{')) continue;
    found.set(name, textOf(value));
  }
  return found;
}
