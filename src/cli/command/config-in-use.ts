import { statSync } from 'node:fs';
import type { Config } from '../../workspace/config/config.js';
import { findConfig, type FoundConfig } from '../../workspace/config/config-search.js';
import { readConfigBytes } from '../../workspace/config/read-config.js';
import type { ProcessContext } from '../process/process-context.js';

/** The settings of the config file in use; nothing when there is none or it is broken. */
export async function configInUse(
  context: ProcessContext,
  positionals: readonly string[],
  named?: string,
): Promise<Config | undefined> {
  try {
    const found = await find(context, positionals, named);
    if (found === undefined) return undefined;
    const { loadConfig } = await import('../../workspace/config/config-file.js');
    return (await loadConfig(found)).config;
  } catch {
    return undefined;
  }
}

/** Most files do not mention it, and then YAML need not be loaded to know the colour of one word. */
export async function noColorInConfig(
  context: ProcessContext,
  positionals: readonly string[],
  named?: string,
): Promise<boolean> {
  try {
    const found = await find(context, positionals, named);
    // A pipe can be read once only, by those who need all of it.
    if (found === undefined || !statSync(found.absolute).isFile()) return false;
    const text = (await readConfigBytes(found)).toString('utf8');
    return text.includes('noColor') && (await configInUse(context, positionals, named))?.noColor === true;
  } catch {
    return false;
  }
}

async function find(
  context: ProcessContext,
  positionals: readonly string[],
  named = context.env['SVC_CONFIG'],
): Promise<FoundConfig | undefined> {
  return findConfig({ named: named || undefined, cwd: context.cwd, firstPath: positionals[0] });
}
