import { isCredentialHeader } from '../../redaction/credential-headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import type { RecordedText } from './recorded-text.js';
import type { RecordedHeader } from './recording.js';

const MAX_NAMES = 500;
const MAX_VALUES_PER_NAME = 100;
const MAX_VALUE_LENGTH = 200;

/** Most headers are the same in every exchange, so they are sanitized and stored once. */
export class HeaderCache {
  readonly #secretNames: readonly string[];
  readonly #secrets: () => number;
  #secretCount = 0;
  #byName = new Map<string, Map<string, RecordedHeader>>();
  #isSecret = new Map<string, boolean>();

  /** `secrets` returns the number of secret values; when it has changed, the cache is cleared. */
  constructor(secretNames: readonly string[], secrets: () => number) {
    this.#secretNames = secretNames;
    this.#secrets = secrets;
  }

  isSecret(name: string): boolean {
    const cached = this.#isSecret.get(name);
    if (cached !== undefined) return cached;
    if (this.#isSecret.size >= MAX_NAMES) this.#isSecret.clear();
    const isSecret = isCredentialHeader(name, this.#secretNames) || isSecretFieldName(name);
    this.#isSecret.set(name, isSecret);
    return isSecret;
  }

  get(name: string, value: string): RecordedHeader | undefined {
    if (this.#secretCount !== this.#secrets()) {
      this.#byName.clear();
      this.#secretCount = this.#secrets();
    }
    return this.#byName.get(name)?.get(value);
  }

  /** Caches only headers without secrets and without chained values. */
  add(name: string, value: string, recorded: RecordedText): RecordedHeader {
    const header = { name, value: recorded };
    if (typeof recorded !== 'string' || value.length > MAX_VALUE_LENGTH) return header;
    if (this.#byName.size >= MAX_NAMES) this.#byName.clear();
    let values = this.#byName.get(name);
    if (values === undefined || values.size >= MAX_VALUES_PER_NAME) {
      values = new Map();
      this.#byName.set(name, values);
    }
    values.set(value, header);
    return header;
  }
}
