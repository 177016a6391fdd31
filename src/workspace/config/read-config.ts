/** The bytes of a config file, read without loading the YAML parser. */
import { MAX_CONFIG_BYTES } from './config-limit.js';
import type { FoundConfig } from './config-search.js';
import { diskCode } from '../paths/disk-error.js';
import { readInside } from '../paths/read-inside.js';
import { readLimited, readRegular } from '../paths/read-limited.js';

type ConfigLocation = Pick<FoundConfig, 'absolute' | 'root'>;

/** Reads at most one byte more than allowed. A file given by `--config` may be a pipe. */
export async function readConfigBytes(
  { absolute, root }: ConfigLocation,
  signal?: AbortSignal,
): Promise<Buffer> {
  return root === undefined
    ? readLimited(absolute, MAX_CONFIG_BYTES, signal)
    : readInside(absolute, [root], MAX_CONFIG_BYTES);
}

/** The same for repeated reading, which a pipe does not allow. */
export async function readConfigFile({ absolute, root }: ConfigLocation): Promise<Buffer> {
  return root === undefined
    ? readRegular(absolute, MAX_CONFIG_BYTES)
    : readInside(absolute, [root], MAX_CONFIG_BYTES);
}

/** The problem of a link that leads outside the workspace; undefined for every other error. */
export function describeOutside(error: unknown): string | undefined {
  return diskCode(error) === 'EOUTSIDE' ? LEADS_OUTSIDE : undefined;
}

const LEADS_OUTSIDE =
  'it is a link that leads outside the workspace; replace it by a file, or name its target with --config';
