import { SecretSet } from '../../../src/redaction/secret-set.js';

export function setOf(...values: string[]): SecretSet {
  const secrets = new SecretSet();
  secrets.addAll(values);
  return secrets;
}
