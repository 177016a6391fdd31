import { statSync } from 'node:fs';
import type { Config } from '../../workspace/config/config.js';
import { findConfig, type FoundConfig } from '../../workspace/config/config-search.js';
import { readConfigBytes } from '../../workspace/config/read-config.js';
import type { ProcessContext } from '../process/process-context.js';

/** Returns the settings of the config file in use, or undefined when there is none or it is invalid. */
export async function loadEffectiveConfig(
  context: ProcessContext,
  positionals: readonly string[],
  named?: string,
): Promise<Config | undefined> {
  try {
    const found = await findEffectiveConfig(context, positionals, named);
    if (found === undefined) return undefined;
    const { loadConfig } = await import('../../workspace/config/config-file.js');
    return (await loadConfig(found)).config;
  } catch {
    return undefined;
  }
}

/** Few files contain the key, and without it the YAML parser need not be loaded. */
export async function isColorDisabledInConfig(
  context: ProcessContext,
  positionals: readonly string[],
  named?: string,
): Promise<boolean> {
  try {
    const found = await findEffectiveConfig(context, positionals, named);
    // A pipe can be read only once, and the command itself needs its content.
    if (found === undefined || !statSync(found.absolute).isFile()) return false;
    const text = (await readConfigBytes(found)).toString('utf8');
    return (
      text.includes('noColor') && (await loadEffectiveConfig(context, positionals, named))?.noColor === true
    );
  } catch {
    return false;
  }
}

async function findEffectiveConfig(
  context: ProcessContext,
  positionals: readonly string[],
  named = context.env['SVC_CONFIG'],
): Promise<FoundConfig | undefined> {
  return findConfig({ named: named || undefined, cwd: context.cwd, firstPath: positionals[0] });
}
