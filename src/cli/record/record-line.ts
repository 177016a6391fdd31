import { ServiceError } from '../../errors.js';
import { MAX_PATTERN_LENGTH } from '../../record/capture/exclude.js';
import { readTargetAddress, TARGET_RULE, type TargetAddress } from '../../record/proxy/target-address.js';
import type { Invocation } from '../command/command.js';
import type { RECORD_FLAGS } from '../flags/record-flags.js';

export type RecordInvocation = Invocation<typeof RECORD_FLAGS>;

export interface RecordLine {
  readonly target: TargetAddress;
  readonly exclude: readonly string[];
  readonly sanitize: readonly string[];
  readonly format: 'http' | 'json' | 'har';
}

/** What the command line says; what makes no sense ends here. */
export function readRecordLine({ flags }: RecordInvocation): RecordLine {
  if (flags.target === undefined) {
    throw new ServiceError('usage', '--target is required: the http or https URL that requests go to');
  }
  const target = readTargetAddress(flags.target);
  // The text may hold a password, so it is not repeated.
  if (target === undefined) throw new ServiceError('usage', `--target must be ${TARGET_RULE}`);
  if (flags.json && flags.har) throw new ServiceError('usage', '--json and --har exclude each other');
  const sanitize = flags.sanitize.flat();
  const odd = sanitize.find((name) => !HEADER_NAME.test(name));
  if (odd !== undefined) throw new ServiceError('usage', `"${odd}" in --sanitize is no header name`);
  const exclude = flags.exclude.flat();
  if (exclude.some(({ length }) => length > MAX_PATTERN_LENGTH))
    throw new ServiceError('usage', `a pattern of --exclude has more than ${MAX_PATTERN_LENGTH} characters`);
  return {
    target,
    exclude,
    sanitize,
    format: flags.json ? 'json' : flags.har ? 'har' : 'http',
  };
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
