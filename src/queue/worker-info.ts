import { readNumbered, writeNumbered } from './sealing/numbered-message.js';
import type { Place } from './sealing/queue-keys.js';
import type { Queue } from './open-queue.js';
import { MAX_REGISTRATION_BYTES } from './settings/limits.js';

/** What a worker tells about itself; sealed, because names of hosts are nobody's business. */
export interface WorkerInfo {
  readonly name: string;
  readonly threads: number;
  readonly cores: number;
  readonly version: string;
  readonly nodeVersion: string;
  readonly labels: readonly string[];
  readonly state: 'free' | 'busy' | 'leaving';
  readonly run: string | null;
  /** When this state began, by the queue's clock, as ISO 8601. */
  readonly since: string;
  readonly roundTripMs: number;
  readonly clockErrorMs: number;
}

const FINGERPRINT_CHARS = 8;

export function sealRegistration(
  { keys, name }: Queue,
  worker: string,
  sequence: number,
  info: WorkerInfo,
): Buffer {
  const sealed = keys.seal(registrationPlace(name, worker, sequence), info, MAX_REGISTRATION_BYTES);
  const numbered = writeNumbered({ sender: worker, sequence, sealed });
  return Buffer.concat([Buffer.from(keys.fingerprint, 'latin1'), numbered]);
}

/** Of a worker with another key nothing is readable; what is no registration at all is undefined. */
export function openRegistration(
  { keys, name }: Queue,
  worker: string,
  bytes: Buffer,
): WorkerInfo | 'other key' | undefined {
  const fingerprint = bytes.toString('latin1', 0, FINGERPRINT_CHARS);
  if (!/^[0-9a-f]{8}$/.test(fingerprint)) return undefined;
  if (fingerprint !== keys.fingerprint) return 'other key';
  const message = readNumbered(bytes.subarray(FINGERPRINT_CHARS));
  if (message === undefined) return undefined;
  const place = registrationPlace(name, worker, message.sequence);
  const opened = keys.open(place, message.sealed, MAX_REGISTRATION_BYTES);
  return 'value' in opened ? (opened.value as WorkerInfo) : undefined;
}

function registrationPlace(queue: string, worker: string, sequence: number): Place {
  return { direction: 'toCoordinator', kind: 'registration', scope: queue, sender: worker, sequence };
}
