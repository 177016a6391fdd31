import { isCredentialHeader } from '../../redaction/credential-headers.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import type { RecordedText } from './recorded-text.js';
import type { RecordedHeader } from './recording.js';

const MOST_NAMES = 500;
const MOST_VALUES = 100;
const LONGEST = 200;

/** Most headers are the same in every exchange: they are judged once and kept once. */
export class KnownHeaders {
  readonly #secretNames: readonly string[];
  readonly #secrets: () => number;
  #judgedWith = 0;
  #byName = new Map<string, Map<string, RecordedHeader>>();
  #isSecret = new Map<string, boolean>();

  /** `secrets`: how many secret values are known; what was judged with fewer has to be judged again. */
  constructor(secretNames: readonly string[], secrets: () => number) {
    this.#secretNames = secretNames;
    this.#secrets = secrets;
  }

  isSecret(name: string): boolean {
    const known = this.#isSecret.get(name);
    if (known !== undefined) return known;
    if (this.#isSecret.size >= MOST_NAMES) this.#isSecret.clear();
    const isSecret = isCredentialHeader(name, this.#secretNames) || isSecretFieldName(name);
    this.#isSecret.set(name, isSecret);
    return isSecret;
  }

  get(name: string, value: string): RecordedHeader | undefined {
    if (this.#judgedWith !== this.#secrets()) {
      this.#byName.clear();
      this.#judgedWith = this.#secrets();
    }
    return this.#byName.get(name)?.get(value);
  }

  /** Only what holds neither secrets nor values of interest is remembered. */
  add(name: string, value: string, recorded: RecordedText): RecordedHeader {
    const header = { name, value: recorded };
    if (typeof recorded !== 'string' || value.length > LONGEST) return header;
    if (this.#byName.size >= MOST_NAMES) this.#byName.clear();
    let values = this.#byName.get(name);
    if (values === undefined || values.size >= MOST_VALUES) {
      values = new Map();
      this.#byName.set(name, values);
    }
    values.set(value, header);
    return header;
  }
}
