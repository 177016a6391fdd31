/** What to do about a request whose response is not what its file says. */

export interface FailedCheck {
  readonly statusCode: number;
  /** Whether the path of an assertion leads to no value. */
  readonly isAbsent: boolean;
  /** Members that do exist where the path ends. */
  readonly near: readonly string[];
  /** Paths at which the expected value stands. */
  readonly foundAt: readonly string[];
}

/** One sentence, about the first assertion that does not hold. */
export function adviceOnFailure({ statusCode, isAbsent, near, foundAt }: FailedCheck): string {
  const [place] = foundAt;
  if (place !== undefined)
    return `Check ${place} instead, or correct the service: the expected value is there.`;
  const ofStatus = adviceOnStatus(statusCode);
  if (ofStatus !== undefined) return ofStatus;
  const [member] = near;
  if (isAbsent && member !== undefined)
    return `Correct the path, or the service: the response has ${member} there.`;
  if (isAbsent) return 'Read the response and correct the path: it leads to no value.';
  return 'Compare the answer with the assertion: the value differs.';
}

/** An unexpected response explains itself by its status before any assertion does. */
function adviceOnStatus(code: number): string | undefined {
  if (code === 401 || code === 403)
    return 'Check the credentials of the request and where they come from: the service refused them.';
  if (code === 404 || code === 410)
    return 'Check the URL and the values in it: the service does not know this address.';
  if (code === 429) return 'Send fewer requests, or wait: the service limits how many it answers.';
  if (code >= 500) return 'Look at the log of the service: it failed while it answered.';
  if (code >= 400) return 'Check parameters and body of the request: the service did not accept them.';
  return undefined;
}

/** For a request that was not sent because of another one. */
export const ADVICE_ON_SKIP =
  'Look at the reason: nothing was sent, so that nothing is known about this request.';
export const ADVICE_ON_PASS = 'Nothing is to be done: every assertion holds.';
