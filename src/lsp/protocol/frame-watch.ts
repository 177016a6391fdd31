/**
 * Watches the frames of the base protocol before the library reads them: after a header that it cannot read, the
 * library would wait for ever.
 */

export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_HEADER_BYTES = 8192;
const LF = 10;
const BLANK = 32;

/** A notification of our own, so that what came before the end of input is handled before it. */
export const INPUT_ENDED = '$/svc/inputEnded';

export class FrameWatch {
  /** Why reading must end. */
  problem: string | undefined;
  #bodyLeft = 0;
  #line = '';
  #headerBytes = 0;
  #length: number | undefined;

  /** Returns what the library may read, with headers of one form. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const accepted: Uint8Array[] = [];
    let at = 0;
    while (at < chunk.length && this.problem === undefined) {
      if (this.#bodyLeft > 0) {
        const end = Math.min(chunk.length, at + this.#bodyLeft);
        accepted.push(chunk.subarray(at, end));
        this.#bodyLeft -= end - at;
        at = end;
      } else {
        const header = this.#readHeaderByte(chunk[at] ?? LF);
        at += 1;
        if (header !== undefined) accepted.push(encoder.encode(header));
      }
    }
    return accepted;
  }

  /** After the end of input: completes what was cut off, and tells the reader of the end in its turn. */
  finish(): readonly Uint8Array[] {
    if (this.problem !== undefined) return [];
    const message = JSON.stringify({ jsonrpc: '2.0', method: INPUT_ENDED });
    const marker = encoder.encode(`Content-Length: ${message.length}\r\n\r\n${message}`);
    return [new Uint8Array(this.#bodyLeft).fill(BLANK), marker];
  }

  /** The whole header, when this byte ends it. */
  #readHeaderByte(byte: number): string | undefined {
    this.#headerBytes += 1;
    if (this.#headerBytes > MAX_HEADER_BYTES) return this.#refuse('a header is longer than 8 KiB');
    if (byte !== LF) {
      this.#line += String.fromCharCode(byte);
      return undefined;
    }
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (line !== '') return this.#readField(line);
    const length = this.#length;
    if (length === undefined) return this.#refuse('a header has no Content-Length');
    this.#bodyLeft = length;
    this.#length = undefined;
    this.#headerBytes = 0;
    return `Content-Length: ${length}\r\n\r\n`;
  }

  #readField(line: string): undefined {
    const field = /^([A-Za-z-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/.exec(line);
    if (field === null) return this.#refuse('a header is not readable');
    const [, name = '', value = ''] = field;
    if (name.toLowerCase() !== 'content-length') return undefined;
    if (!/^\d{1,15}$/.test(value)) return this.#refuse('a header has no Content-Length that is a number');
    const length = Number(value);
    if (length > MAX_MESSAGE_BYTES) return this.#refuse('a message is larger than 64 MiB');
    if (this.#length !== undefined && this.#length !== length)
      return this.#refuse('a header has two lengths');
    this.#length = length;
    return undefined;
  }

  #refuse(problem: string): undefined {
    this.problem = problem;
    return undefined;
  }
}

const encoder = new TextEncoder();
