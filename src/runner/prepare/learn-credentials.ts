import type { HeaderList } from '../../http/message/message.js';
import { credentialValues, isCredentialHeader } from '../../redaction/credential-headers.js';
import type { SecretSet } from '../../redaction/secret-set.js';

/** Characters of all of them together: a server that sends a new cookie each time must not fill the memory. */
const MAX_LEARNED_CHARACTERS = 256 * 1024;

/** What credential headers held in a run, requests and responses: from then on it is a secret wherever it occurs. */
export class LearnedCredentials {
  readonly #secrets: SecretSet;
  #characters = 0;

  constructor(secrets: SecretSet) {
    this.#secrets = secrets;
  }

  /** `extra`: header names of an `apiKey` directive. */
  learn(headers: HeaderList, extra: readonly string[]): void {
    for (const header of headers) {
      const [name, value] = header;
      if (!isCredentialHeader(name, extra) || this.#secrets.has(value)) continue;
      for (const part of credentialValues([header], extra)) this.#add(part);
    }
  }

  #add(value: string): void {
    if (this.#characters >= MAX_LEARNED_CHARACTERS) return;
    this.#characters += value.length;
    this.#secrets.add(value);
  }
}
