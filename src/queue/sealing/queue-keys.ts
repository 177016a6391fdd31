/** Encrypts and authenticates what lies in the queue, so that it can neither be read nor made there. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { PROTOCOL } from '../settings/limits.js';
import { decodeMessage, encodeMessage } from './message-codec.js';

/** Each has a key of its own, so that no message can be turned around. */
export type Direction = 'toWorker' | 'toCoordinator' | 'kept';

export type MessageKind = 'registration' | 'order' | 'control' | 'report' | 'kept' | 'unit' | 'event';

/** Where a message belongs; it cannot be opened anywhere else. */
export interface Place {
  readonly direction: Direction;
  readonly kind: MessageKind;
  /** The id of the run; of a registration the name of the queue. */
  readonly scope: string;
  readonly sender: string;
  /** Whom it is for, where that is one. */
  readonly recipient?: string;
  /** Counted by the sender. */
  readonly sequence: number;
}

/** What `open` found; the message was made by somebody who has the key, unless it is refused. */
export type Opened =
  | { readonly value: unknown }
  | { readonly refused: 'not sealed with this key' | 'too large' };

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_BYTES = 4;
const NAME_DIGEST_CHARS = 24;
/** Compressed bytes can be more than what went in, by this at most. */
const COMPRESSION_OVERHEAD_BYTES = 64 * 1024;
const MAX_KEPT_KEYS = 64;

export class QueueKeys {
  readonly #secret: Buffer;
  readonly #queue: string;
  readonly #derived = new Map<string, Buffer>();
  /** Lies in the clear beside registrations: tells workers with another key from no workers. */
  readonly fingerprint: string;

  constructor(key: string, queue: string) {
    this.#secret = Buffer.from(key, 'utf8');
    this.#queue = queue;
    this.fingerprint = this.#derive(queue, 'fingerprint', FINGERPRINT_BYTES).toString('hex');
  }

  /** Names tell hosts, so the queue sees only this. */
  nameDigest(name: string): string {
    const key = this.#keyOf(this.#queue, 'names');
    return createHmac('sha256', key).update(name).digest('hex').slice(0, NAME_DIGEST_CHARS);
  }

  /** Throws `MessageTooLarge`. */
  seal(place: Place, value: unknown, maxBytes: number): Buffer {
    const plain = encodeMessage(value, maxBytes);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyOf(place.scope, place.direction), nonce);
    cipher.setAAD(boundData(place));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Not a byte is parsed before all of them are authenticated. */
  open(place: Place, sealed: Uint8Array, maxBytes: number): Opened {
    if (sealed.length < NONCE_BYTES + TAG_BYTES) return { refused: 'not sealed with this key' };
    if (sealed.length > sealedLimit(maxBytes)) return { refused: 'too large' };
    let plain: Buffer;
    try {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, this.#keyOf(place.scope, place.direction), nonce);
      decipher.setAAD(boundData(place));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      return { refused: 'not sealed with this key' };
    }
    try {
      return { value: decodeMessage(plain, maxBytes) };
    } catch {
      // Who has the key makes valid messages, so that this one can only exceed a limit.
      return { refused: 'too large' };
    }
  }

  #keyOf(scope: string, purpose: string): Buffer {
    const id = `${purpose} ${scope}`;
    let key = this.#derived.get(id);
    if (key === undefined) {
      // A coordinator of a long-lived server sees many runs.
      if (this.#derived.size >= MAX_KEPT_KEYS) this.#derived.clear();
      key = this.#derive(scope, purpose, KEY_BYTES);
      this.#derived.set(id, key);
    }
    return key;
  }

  #derive(salt: string, purpose: string, length: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, salt, `svc ${PROTOCOL} ${purpose}`, length));
  }
}

/** The longest sealed message that can hold a value within the limit; more is not worth reading. */
export function sealedLimit(maxBytes: number): number {
  return maxBytes + COMPRESSION_OVERHEAD_BYTES + NONCE_BYTES + TAG_BYTES;
}

/** None of the parts can contain a line break. */
function boundData({ kind, scope, sender, recipient = '', sequence }: Place): Buffer {
  return Buffer.from([PROTOCOL, kind, scope, sender, recipient, sequence].join('\n'));
}
