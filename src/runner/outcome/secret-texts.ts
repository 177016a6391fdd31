import { textOf } from '../../evaluation/values/json.js';
import type { SecretSet } from '../../redaction/secret-set.js';

/** Every text inside a value is a secret of its own. */
export function addSecretTexts(value: unknown, secrets: SecretSet): void {
  if (typeof value !== 'object' || value === null) secrets.add(textOf(value));
  else for (const member of Object.values(value)) addSecretTexts(member, secrets);
}
