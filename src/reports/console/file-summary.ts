import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import { elapsedText } from './elapsed-text.js';

/** For example `shop/orders.http: 3 passed, 1 failed, 1 skipped (277ms)`. */
export function fileSummary(
  { file, passed, failed, skipped, duration }: FileOutcome,
  secrets: SecretSet,
): string {
  const groups = [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const counts = groups.length === 0 ? 'no requests' : groups.join(', ');
  return `${printableLine(secrets.redact(file))}: ${counts} (${elapsedText(duration)})`;
}
