import { jsonText } from '../../evaluation/values/json-text.js';
import { redactValue } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { StressResult } from '../../stress/measure/stress-result.js';

/** The result as a document (cli.md 6.8). */
export function stressJson(result: StressResult, secrets: SecretSet): string {
  return `${jsonText(redactValue(result, secrets))}\n`;
}
