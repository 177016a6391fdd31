/** What a mock server is asked to pass on and to record, with the same rules for every interface. */
import { ServiceError, type ErrorKind } from '../../errors.js';
import { isMockFile } from '../../record/export/mock-file-title.js';
import { readTargetAddress, TARGET_RULE, type TargetAddress } from '../../record/proxy/target-address.js';

export interface PassThroughRequest {
  /** The URL of the server that requests without a route go to. */
  readonly proxy?: string | undefined;
  /** The request file for what comes back from there. */
  readonly record?: string | undefined;
}

/** How messages call the two: flags, or fields. */
export type PassThroughNames = Readonly<Record<keyof PassThroughRequest, string>>;

export const FIELD_NAMES: PassThroughNames = { proxy: 'proxy', record: 'record' };

export interface PassThroughPlan {
  readonly address: TargetAddress;
  readonly record: string | undefined;
}

/** Undefined without a server to pass requests on to. */
export function planPassThrough(
  { proxy, record }: PassThroughRequest,
  names: PassThroughNames,
): PassThroughPlan | undefined {
  if (proxy === undefined) {
    if (record === undefined) return undefined;
    throw new ServiceError(
      'usage',
      `${names.record} needs ${names.proxy}, the URL of the server that is recorded`,
    );
  }
  const address = readTargetAddress(proxy);
  // The URL may contain a password, so the message does not repeat it.
  if (address === undefined) throw new ServiceError('usage', `${names.proxy} must be ${TARGET_RULE}`);
  return { address, record };
}

/** A file that a recording is written to. */
export interface RecordedFile {
  readonly shown: string;
  /** The text of an earlier recording; undefined without a file. */
  readonly earlier: string | undefined;
  /** Replaces the file as a whole. */
  readonly save: (text: string) => Promise<void>;
}

/** What a mock server serves when it records. */
export interface ServedRecording {
  /** The named ones, and the recording if there is one already. */
  readonly files: readonly string[];
  /** With a recording always: else a route would respond to what its request was not recorded with. */
  readonly strictMatch: boolean;
}

export function servedRecording(
  named: readonly string[],
  strictMatch: boolean,
  file: RecordedFile | undefined,
): ServedRecording {
  const files = file?.earlier === undefined ? named : [...named, file.shown];
  return { files, strictMatch: strictMatch || file !== undefined };
}

/** Refuses a file that somebody has written, since a recording replaces its file. */
export function checkEarlier(text: string, shown: string, kind: ErrorKind, names: PassThroughNames): void {
  if (isMockFile(text)) return;
  throw new ServiceError(kind, `${shown} exists already and is no recording of svc mock`, {
    hint: `name another file with ${names.record}, or remove this one`,
  });
}

/** Clients and editors work on the same files, and what they have written must not be lost. */
export function changedError(shown: string, cause?: unknown): ServiceError {
  return new ServiceError('changed', `${shown} was changed by somebody else and is left as it is`, {
    hint: 'remove it, or start the mock server again to go on with it',
    cause,
  });
}
