/** The bytes of a config file; YAML is not loaded for that. */
import { MAX_CONFIG_BYTES } from './config-limit.js';
import type { FoundConfig } from './config-search.js';
import { diskCode } from '../paths/disk-error.js';
import { readInside } from '../paths/read-inside.js';
import { readLimited, readRegular } from '../paths/read-limited.js';

type ConfigPlace = Pick<FoundConfig, 'absolute' | 'root'>;

/** One byte more than allowed at most; fails like the system does. One that was named may be a pipe. */
export async function readConfigBytes(
  { absolute, root }: ConfigPlace,
  signal?: AbortSignal,
): Promise<Buffer> {
  return root === undefined
    ? readLimited(absolute, MAX_CONFIG_BYTES, signal)
    : readInside(absolute, [root], MAX_CONFIG_BYTES);
}

/** The same for those who read it time and again, which a pipe does not allow. */
export async function readConfigFile({ absolute, root }: ConfigPlace): Promise<Buffer> {
  return root === undefined
    ? readRegular(absolute, MAX_CONFIG_BYTES)
    : readInside(absolute, [root], MAX_CONFIG_BYTES);
}

/** What a config file that leads elsewhere is told; undefined for every other failure. */
export function outsideProblem(error: unknown): string | undefined {
  return diskCode(error) === 'EOUTSIDE' ? LEADS_OUTSIDE : undefined;
}

const LEADS_OUTSIDE =
  'it is a link that leads outside the workspace; replace it by a file, or name its target with --config';
