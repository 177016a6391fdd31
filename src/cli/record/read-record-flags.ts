import { ServiceError } from '../../errors.js';
import { MAX_PATTERN_LENGTH } from '../../record/capture/exclude-paths.js';
import { readTargetAddress, TARGET_RULE, type TargetAddress } from '../../record/proxy/target-address.js';
import type { Invocation } from '../command/command.js';
import type { RECORD_FLAGS } from '../flags/record-flags.js';

export type RecordInvocation = Invocation<typeof RECORD_FLAGS>;

export interface RecordOptions {
  readonly target: TargetAddress;
  readonly exclude: readonly string[];
  readonly sanitize: readonly string[];
  readonly format: 'http' | 'json' | 'har';
}

/** Reads the options from the flags and refuses invalid combinations. */
export function readRecordFlags({ flags }: RecordInvocation): RecordOptions {
  if (flags.target === undefined) {
    throw new ServiceError('usage', '--target is required: the http or https URL that requests go to');
  }
  const target = readTargetAddress(flags.target);
  // The URL may contain a password, so the message does not repeat it.
  if (target === undefined) throw new ServiceError('usage', `--target must be ${TARGET_RULE}`);
  if (flags.json && flags.har) throw new ServiceError('usage', '--json and --har exclude each other');
  const sanitize = flags.sanitize.flat();
  const invalidName = sanitize.find((name) => !HEADER_NAME.test(name));
  if (invalidName !== undefined)
    throw new ServiceError('usage', `"${invalidName}" in --sanitize is not a header name`);
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
