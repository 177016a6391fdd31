/** Whether the value that an assertion reads is masked in the stored response. */
import { toJson } from '../../evaluation/values/json.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { REDACTED } from '../../redaction/redacted.js';
import type { ReplayedAssertion } from './replayed-assertion.js';

export async function readsMasked(
  { resolved, context }: Omit<ReplayedAssertion, 'isMasked'>,
  view: ResponseView,
): Promise<boolean> {
  const { subject, reader } = resolved.compiled;
  // A cookie is masked together with its name.
  if (subject.kind === 'cookie') return isMasked(view.header('set-cookie'));
  try {
    return isMasked(await reader.read(view, context.scope));
  } catch {
    // What cannot be read is not known.
    return view.text().includes(REDACTED);
  }
}

function isMasked(value: unknown): boolean {
  if (value === ABSENT) return false;
  return (typeof value === 'string' ? value : toJson(value)).includes(REDACTED);
}
