/** Comparisons with a document beside the request file (docs/language.md#schemas-and-snapshots). */
import { maskAlike } from '../../redaction/redact.js';
import { ABSENT } from '../values/absent.js';
import type { JsonValue } from '../values/json.js';
import { jsonDifference } from '../values/json-difference.js';
import { ABSENT_VALUE, unfit, type OperatorCheck, type Outcome } from './operator.js';

const MAX_VIOLATIONS = 20;

export const schema: OperatorCheck = async (actual, { text }, { schema: load, limits }): Promise<Outcome> => {
  if (actual === ABSENT) return ABSENT_VALUE;
  if (load === undefined) return unfit('schemas cannot be read here');
  const { SchemaProblem, findSchemaViolations } = await import('../json-schema/validate/validate-schema.js');
  try {
    const violations = await findSchemaViolations(actual as JsonValue, text, load, MAX_VIOLATIONS, limits);
    if (violations.length === 0) return { holds: true };
    const lines = violations.map(
      ({ pointer, message }) => `${pointer === '' ? '(root)' : pointer}: ${message}`,
    );
    return { holds: false, note: lines.join('; '), isWhole: true };
  } catch (cause) {
    if (cause instanceof SchemaProblem) return unfit(cause.message);
    throw cause;
  }
};

export const SNAPSHOT_CREATED = 'snapshot created';

export const snapshot: OperatorCheck = async (actual, { value }, { snapshot: access }): Promise<Outcome> => {
  if (actual === ABSENT) return ABSENT_VALUE;
  if (access === undefined) return unfit('snapshots cannot be read here');
  const name = value as string | null;
  const found = access.redact(actual);
  if (access.storing === 'always') {
    await access.write(name, found);
    return { holds: true, note: 'snapshot stored' };
  }
  const stored = await access.read(name);
  if (stored === undefined) {
    if (access.storing === 'never')
      return unfit('there is no stored snapshot, and --ci, CI or a read-only server lets none be created');
    await access.write(name, found);
    return { holds: true, note: SNAPSHOT_CREATED };
  }
  if (jsonDifference(stored, found).length === 0) return { holds: true };
  const differences = jsonDifference(stored, maskAlike(found, stored));
  if (differences.length === 0) return { holds: true };
  const note = ['differs from the snapshot', ...differences].join('\n');
  return { holds: false, isWhole: true, note, stored };
};
