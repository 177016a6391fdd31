import type { HeaderList } from '../../http/message/message.js';
import { credentialValues, isCredentialHeader } from '../../redaction/credential-headers.js';
import type { SecretSet } from '../../redaction/secret-set.js';

/** The limit for all values together, because a server that sends a new cookie each time must not fill the memory. */
const MAX_LEARNED_CHARACTERS = 256 * 1024;

/** Values of credential headers, in requests and responses, are secrets from then on wherever they occur. */
export class LearnedCredentials {
  readonly #secrets: SecretSet;
  #characters = 0;

  constructor(secrets: SecretSet) {
    this.#secrets = secrets;
  }

  /** `extra` holds the header names of `apiKey` directives. */
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
