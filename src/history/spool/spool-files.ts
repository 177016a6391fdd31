/** The folder where runs wait until they are moved into the store, and the form of its files. */
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync } from 'node:fs';

/** The folder beside the file of a store, whose path is free of symbolic links. */
export function spoolFolder(store: string): string {
  return `${store}.spool`;
}

/** Fifteen digits that grow with each file, then what tells files of the same millisecond apart. */
const NAME = /^([0-9]{15})-[0-9a-f]{16}\.json$/;

/** Returns the names of the files, in the order in which they were written; throws when the folder is a link. */
export function waitingNames(folder: string): readonly string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return [];
  // Files are removed from this folder, so it must not lead to another one.
  if (!found.isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort();
}

/** Makes names that sort behind those that wait, also when the clock was set back; throws when there is none left. */
export function nextName(waiting: readonly string[]): { readonly final: string; readonly temporary: string } {
  const newest = Number(NAME.exec(waiting.at(-1) ?? '')?.[1] ?? 0);
  const next = Math.max(Date.now(), newest + 1, lastNumber + 1);
  if (next > MAX_NUMBER) throw new RangeError('the number of a waiting file is too large');
  lastNumber = next;
  const number = String(next).padStart(15, '0');
  // Not the generator of `crypto`, because loading it takes longer than writing the file.
  const random = sixteenDigits();
  return { final: `${number}-${random}.json`, temporary: `.${number}.${random}.tmp` };
}

let lastNumber = 0;
const MAX_NUMBER = 999_999_999_999_999;

function sixteenDigits(): string {
  const half = (): string =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return half() + half();
}

/** Makes removed and renamed files of a folder durable, where the system can sync folders. */
export function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Windows cannot, and there it is not needed.
  }
}

/** Each file has one line that describes the next one, so that a file that is cut or changed is never read. */
export function headOf(keepRuns: number, content: Uint8Array): string {
  return `svc-runs 1 ${keepRuns} ${content.byteLength} ${checksum(content)}\n`;
}

/** Returns the number of runs to keep and the content; undefined when the file is not whole. */
export function splitFile(
  bytes: Buffer,
): { readonly keepRuns: number; readonly content: Buffer } | undefined {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf('\n') + 1;
  const head = bytes.toString('latin1', 0, end);
  const keepRuns = Number(/^svc-runs 1 ([1-9][0-9]{0,15}) /.exec(head)?.[1] ?? 0);
  const content = bytes.subarray(end);
  if (!Number.isSafeInteger(keepRuns) || head !== headOf(keepRuns, content)) return undefined;
  return { keepRuns, content };
}

const MAX_HEAD_BYTES = 80;

/** FNV-1a (RFC 9923), in eight hexadecimal digits. */
function checksum(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A larger file is not read. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
