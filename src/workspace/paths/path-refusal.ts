import { ServiceError, type ErrorKind } from '../../errors.js';

/** Why a path is refused; callers map it to their own errors. */
export type RefusalRule =
  | 'empty' // empty or only blanks
  | 'text' // invalid characters or lengths
  | 'outside' // leaves the workspace
  | 'extension' // not a request file
  | 'missing'
  | 'kind' // a folder, device, socket …
  | 'size'
  | 'exists' // a new file was requested
  | 'parent' // a parent of a new file is no folder
  | 'unreadable' // the system refused
  | 'unwritable';

export interface Refusal {
  readonly ok: false;
  readonly rule: RefusalRule;
  /** Shows the path only as it was sent, so that it reveals nothing about the machine. */
  readonly message: string;
}

export function refuse(rule: RefusalRule, sent: string, detail = ''): Refusal {
  return { ok: false, rule, message: MESSAGES[rule](sent, detail) };
}

/** The error for callers without messages of their own. */
export function refusalError({ rule, message }: Refusal): ServiceError {
  return new ServiceError(KINDS[rule], message);
}

const KINDS: Readonly<Record<RefusalRule, ErrorKind>> = {
  empty: 'usage',
  text: 'usage',
  outside: 'forbidden',
  extension: 'usage',
  missing: 'not-found',
  kind: 'usage',
  size: 'usage',
  exists: 'conflict',
  parent: 'usage',
  unreadable: 'disk',
  unwritable: 'disk',
};

const MESSAGES: Readonly<Record<RefusalRule, (sent: string, detail: string) => string>> = {
  empty: (sent) => (sent === '' ? 'path is required' : 'invalid path: it is blank'),
  text: (_, reason) => `invalid path: ${reason}`,
  outside: (sent) => `path is outside the workspace: ${sent}`,
  extension: (sent) => `not a request file: ${sent}; expected .http or .spec`,
  missing: (sent) => `file not found: ${sent}`,
  kind: (sent) => `not a file: ${sent}`,
  size: (sent, limit) => `file is larger than ${limit}: ${sent}`,
  exists: (sent) => `file already exists: ${sent}`,
  parent: (_, parent) => `not a folder: ${parent}`,
  unreadable: (sent, reason) => `could not read ${sent}: ${reason}`,
  unwritable: (sent, reason) => `could not write ${sent}: ${reason}`,
};
