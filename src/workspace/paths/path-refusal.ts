import { ServiceError, type ErrorKind } from '../../errors.js';

/** Why a path is not served; each skin has its own answer to each rule. */
export type RefusalRule =
  | 'empty' // nothing, or nothing but blanks
  | 'text' // characters or lengths that no path may have
  | 'outside' // leaves the workspace
  | 'extension' // not a request file
  | 'missing'
  | 'kind' // a folder, device, socket …
  | 'size'
  | 'exists' // a new file was asked for
  | 'parent' // a part of the way to a new file is no folder
  | 'unreadable' // the system refused
  | 'unwritable';

export interface Refusal {
  readonly ok: false;
  readonly rule: RefusalRule;
  /** Shows the path as it was sent, never another one (server.md 4.1, rows P1 to P7). */
  readonly message: string;
}

export function refuse(rule: RefusalRule, sent: string, detail = ''): Refusal {
  return { ok: false, rule, message: MESSAGES[rule](sent, detail) };
}

/** For callers that have nothing else to say about it. */
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
