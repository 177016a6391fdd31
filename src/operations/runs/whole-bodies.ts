/** Keeps the exact bytes of bodies during an execution, within a limit. */
import type { RunEvent } from '../../runner/outcome/run-event.js';
import type { FileOutcome, WholeBody } from '../../runner/outcome/result.js';

/** What another thread keeps of the bodies of an execution. */
export interface WholeBodies {
  /** The position of each result in its execution. */
  readonly bodyRows: readonly number[];
  /** Empty for a body that was too large to be kept. */
  readonly bodies: readonly Uint8Array[];
}

const MEBIBYTE = 1024 * 1024;
export const MAX_BODY_BYTES = 64 * MEBIBYTE;
export const MAX_ALL_BODY_BYTES = 256 * MEBIBYTE;

/** Releases the oldest bodies of a long run, which would otherwise hold all of them until it ends. */
export class BodyBound {
  readonly #kept: WholeBody[] = [];
  #bytes = 0;

  note(event: RunEvent): void {
    const body = event.kind === 'request-end' ? event.outcome.wholeBody : undefined;
    if (body?.bytes === undefined) return;
    if (body.bytes.length > MAX_BODY_BYTES) {
      body.bytes = undefined;
      return;
    }
    this.#kept.push(body);
    this.#bytes += body.bytes.length;
    while (this.#bytes > MAX_ALL_BODY_BYTES) {
      const oldest = this.#kept.shift();
      this.#bytes -= oldest?.bytes?.length ?? 0;
      if (oldest) oldest.bytes = undefined;
    }
  }
}

export function collectBodies({ results }: FileOutcome): WholeBodies {
  const bodyRows: number[] = [];
  const bodies: Uint8Array[] = [];
  for (const [row, { wholeBody }] of results.entries()) {
    if (wholeBody === undefined) continue;
    bodyRows.push(row);
    bodies.push(inOwnMemory(wholeBody.bytes ?? NOTHING));
  }
  return { bodyRows, bodies };
}

const NOTHING = new Uint8Array();

/** Bytes that share their memory cannot be transferred, and copying them would copy all of it. */
function inOwnMemory(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.byteLength && bytes.length > 0 ? bytes : new Uint8Array(bytes);
}
