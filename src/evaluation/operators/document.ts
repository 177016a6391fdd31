/** Comparisons with a document that stands beside the request file (language section 6.6). */
import { maskAlike } from '../../redaction/redact.js';
import { ABSENT } from '../values/absent.js';
import type { JsonValue } from '../values/json.js';
import { jsonDifference } from '../values/json-difference.js';
import { ABSENCE, unfit, type Check, type Outcome } from './operator.js';

const MOST_SHOWN = 20;

export const schema: Check = async (actual, { text }, { schema: load, limits }): Promise<Outcome> => {
  if (actual === ABSENT) return ABSENCE;
  if (load === undefined) return unfit('schemas cannot be read here');
  const { SchemaProblem, schemaViolations } = await import('../json-schema/validate-schema.js');
  try {
    const violations = await schemaViolations(actual as JsonValue, text, load, MOST_SHOWN, limits);
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

export const snapshot: Check = async (actual, { value }, { snapshot: door }): Promise<Outcome> => {
  if (actual === ABSENT) return ABSENCE;
  if (door === undefined) return unfit('snapshots cannot be read here');
  const name = value as string | null;
  const found = door.redact(actual);
  if (door.storing === 'always') {
    await door.write(name, found);
    return { holds: true, note: 'snapshot stored' };
  }
  const stored = await door.read(name);
  if (stored === undefined) {
    if (door.storing === 'never')
      return unfit('there is no stored snapshot, and --ci, CI or a read-only server lets none be created');
    await door.write(name, found);
    return { holds: true, note: SNAPSHOT_CREATED };
  }
  if (jsonDifference(stored, found).length === 0) return { holds: true };
  const differences = jsonDifference(stored, maskAlike(found, stored));
  if (differences.length === 0) return { holds: true };
  return { holds: false, isWhole: true, note: ['differs from the snapshot', ...differences].join('\n') };
};
