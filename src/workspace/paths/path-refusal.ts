import { ServiceError, type ErrorKind } from '../../errors.js';

/** Why a path is refused; callers map it to their own errors. */
export type RefusalRule = keyof typeof RULES;

export interface Refusal {
  readonly ok: false;
  readonly rule: RefusalRule;
  /** Shows the path only as it was sent, so that it reveals nothing about the machine. */
  readonly message: string;
}

export function refuse(rule: RefusalRule, sent: string, detail = ''): Refusal {
  return { ok: false, rule, message: RULES[rule][1](sent, detail) };
}

/** The error for callers without messages of their own. */
export function refusalError({ rule, message }: Refusal): ServiceError {
  return new ServiceError(RULES[rule][0], message);
}

/** The kind of the error, and its message. */
const RULES = {
  empty: ['usage', (sent) => (sent === '' ? 'path is required' : 'invalid path: it is blank')],
  text: ['usage', (_, reason) => `invalid path: ${reason}`],
  outside: ['forbidden', (sent) => `path is outside the workspace: ${sent}`],
  extension: ['usage', (sent) => `not a request file: ${sent}; expected .http or .spec${restHint(sent)}`],
  missing: ['not-found', (sent) => `file not found: ${sent}`],
  kind: ['usage', (sent) => `not a file: ${sent}`],
  size: ['usage', (sent, limit) => `file is larger than ${limit}: ${sent}`],
  exists: ['conflict', (sent) => `file already exists: ${sent}`],
  parent: ['usage', (_, parent) => `not a folder: ${parent}`],
  unreadable: ['disk', (sent, reason) => `could not read ${sent}: ${reason}`],
  unwritable: ['disk', (sent, reason) => `could not write ${sent}: ${reason}`],
} as const satisfies Readonly<Record<string, readonly [ErrorKind, (sent: string, detail: string) => string]>>;

/** Other clients read `.rest` files, which svc takes on the command line only. */
export function restHint(sent: string): string {
  return /\.rest$/i.test(sent) ? '; rename it, or convert it with svc import http' : '';
}
