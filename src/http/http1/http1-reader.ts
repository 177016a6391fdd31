/**
 * Reads responses of HTTP/1.1 one after the other from one connection. It keeps the wanted parts and counts the rest
 * (RFC 9112 sections 6 and 7). A line that other programs read differently is refused.
 */
import {
  clearHead,
  isTrailerLine,
  mayBeStatusLine,
  createHead,
  readHeaderLine,
  readStatusLine,
} from './http1-head.js';
import { MAX_HEADER_COUNT } from '../message/headers.js';
import { chunkSize, endOfLine, textIn } from './http1-bytes.js';
import { State, type Fault } from './http1-states.js';
import { ByteBuffer } from '../../primitives/byte-buffer.js';

export interface KeptParts {
  readonly headers: boolean;
  readonly body: boolean;
  /** Called for each interim response, and its header lines are kept for it; they are skipped without it. */
  readonly onInterim?: (status: number, reason: string, headText: string) => void;
}

/** `more` means that the response is not complete. */
export type ReadState = 'more' | 'done' | 'invalid' | 'bodyLimit';

/** The reason phrase stands behind the version, the status and the blanks after them. */
const REASON_AT = 13;
const MAX_HEAD_BYTES = 256 * 1024;
const MAX_SIZE_LINE_BYTES = 16 * 1024;
/** A line start of this length has already been checked for being a status line. */
const LONG_REST_BYTES = 64;
const LF = 10;
const CR = 13;

export class Http1Reader {
  readonly head = createHead();
  fault: Fault = 'none';
  /** The reason phrase, kept when headers are kept. */
  reason = '';
  /** Bytes of the body so far, before decoding. */
  bodySize = 0;
  /** Text of the header lines, one byte per character; kept when wanted, or when a redirect or a cookie needs it. */
  headText = '';
  /** The lines of the trailers; kept when headers are kept. */
  trailerText = '';
  /** Whether the server sent more than the response. */
  excess = false;
  #state: number = State.statusLine;
  #keptParts: KeptParts = { headers: false, body: false };
  #bodiless = false;
  #maxBodyBytes = 0;
  #maxHeadBytes = 0;
  #headBytes = 0;
  /** Counts the lines of the head, of trailers and of interim responses. */
  #headLines = 0;
  /** The missing bytes of the body or of the chunk. */
  #left = 0;
  /** The start of a line whose end has not arrived yet. */
  readonly #rest = new ByteBuffer(Infinity);
  /** Whether the next byte decides that the line has ended, or that it is invalid. */
  #endsWithCr = false;

  /** The part of the body that was not taken yet; the body limit and the size of one read bound it. */
  readonly #body = new ByteBuffer(Infinity);
  readonly #isMemoryReused: boolean;

  /** `isMemoryReused` says that the bytes passed to `read` are overwritten afterwards. */
  constructor(isMemoryReused: boolean) {
    this.#isMemoryReused = isMemoryReused;
  }

  /** Prepares for the next response; `bodiless` is for HEAD. */
  start(keptParts: KeptParts, bodiless: boolean, maxBodyBytes: number, maxHeadBytes = MAX_HEAD_BYTES): void {
    this.#keptParts = keptParts;
    this.#bodiless = bodiless;
    this.#maxBodyBytes = maxBodyBytes;
    this.#maxHeadBytes = maxHeadBytes;
    this.fault = 'none';
    this.reason = '';
    this.#state = State.statusLine;
    this.#headBytes = 0;
    this.#headLines = 0;
    this.#rest.clear();
    this.bodySize = 0;
    this.headText = '';
    this.trailerText = '';
    this.excess = false;
    this.#body.clear();
    clearHead(this.head);
  }

  /** Whether status and headers have been read. */
  get hasHead(): boolean {
    return this.#state > State.headers;
  }

  read(data: Uint8Array): ReadState {
    // A long line is not read again with every chunk that continues it.
    if (this.#rest.length > LONG_REST_BYTES && !this.#endsWithCr && !data.includes(LF))
      return this.#keepMore(data);
    const chunk = this.#rest.length === 0 ? data : this.#joined(data);
    let at = 0;
    while (at < chunk.length && this.#state !== State.done) {
      const next = this.#state < State.sized ? this.#readHead(chunk, at) : this.#readBody(chunk, at);
      if (typeof next === 'string') return next;
      at = next;
    }
    if (this.#state !== State.done) return 'more';
    this.excess = at < chunk.length;
    return 'done';
  }

  /** The part of the body that arrived since the last call. */
  takeBody(): Uint8Array {
    return this.#body.take();
  }

  /** Called when the server closed the connection; returns whether that completes the response. */
  end(): boolean {
    if (this.#state !== State.untilClose) return false;
    this.#state = State.done;
    return true;
  }

  #joined(data: Uint8Array): Uint8Array {
    this.#rest.copy(data, 0, data.length);
    return this.#rest.take();
  }

  #keepFrom(chunk: Uint8Array, start: number): void {
    this.#rest.copy(chunk, start, chunk.length);
    this.#endsWithCr = chunk[chunk.length - 1] === CR;
  }

  #keepMore(data: Uint8Array): ReadState {
    const isHead = this.#state <= State.headers;
    if (endOfLine(data, 0) === -2) return this.#invalid(isHead ? this.#lineFault() : 'chunk');
    this.#keepFrom(data, 0);
    const { length } = this.#rest;
    const isChunkLine = !isHead && this.#state !== State.trailers;
    if (isChunkLine) return length > MAX_SIZE_LINE_BYTES ? this.#invalid('chunk') : 'more';
    return this.#headBytes + length > this.#maxHeadBytes ? this.#invalid('headLimit') : 'more';
  }

  /** Reads lines up to the end of the head or of the chunk, and returns where it stopped. */
  #readHead(chunk: Uint8Array, from: number): number | ReadState {
    let start = from;
    let kept = from;
    while (this.#state < State.sized) {
      const end = endOfLine(chunk, start);
      if (end < 0) {
        this.#keepHead(chunk, kept, start);
        return end === -1 ? this.#keepRest(chunk, start) : this.#invalid(this.#lineFault());
      }
      const wasStatus = this.#state === State.statusLine;
      const { status } = this.head;
      const state = this.#readLine(chunk, start, end - 1);
      if (state !== 'more') return state;
      if (!this.#countLine(end + 1 - start)) return this.#invalid('headLimit');
      if (!wasStatus && this.#state === State.statusLine) this.#endInterim(status, chunk, kept, start);
      start = end + 1;
      // The lines before belong to no header, or to an interim response.
      if (wasStatus || this.#state === State.statusLine) kept = start;
    }
    this.#keepHead(chunk, kept, start - 2);
    return start;
  }

  /** Which headers matter is known only at the end, so those that may matter are kept as they arrive. */
  #keepHead(chunk: Uint8Array, from: number, to: number): void {
    const { setsCookie, hasLocation, status } = this.head;
    const wanted = this.#keptParts.headers || setsCookie || hasLocation || (status >= 300 && status < 400);
    if (wanted && to > from) this.headText += textIn(chunk, from, to);
  }

  #keepRest(chunk: Uint8Array, start: number): number | ReadState {
    const isStatus = this.#state === State.statusLine;
    if (isStatus && !mayBeStatusLine(chunk, start, chunk.length)) return this.#invalid('statusLine');
    if (this.#headBytes + chunk.length - start > this.#maxHeadBytes) return this.#invalid('headLimit');
    this.#keepFrom(chunk, start);
    return chunk.length;
  }

  #countLine(bytes: number): boolean {
    this.#headBytes += bytes;
    this.#headLines++;
    // The status line and the empty line at the end are not headers.
    return this.#headBytes <= this.#maxHeadBytes && this.#headLines <= MAX_HEADER_COUNT + 2;
  }

  #readLine(chunk: Uint8Array, start: number, end: number): ReadState {
    const { head } = this;
    if (this.#state === State.statusLine) {
      // An empty line before the status line is ignored (RFC 9112 section 2.2).
      if (start === end) return 'more';
      if (!readStatusLine(head, chunk, start, end)) return this.#invalid('statusLine');
      if (this.#keptParts.headers) this.reason = textIn(chunk, Math.min(start + REASON_AT, end), end);
      this.#state = State.headers;
      return 'more';
    }
    if (start === end) return this.#endHead();
    return readHeaderLine(head, chunk, start, end) ? 'more' : this.#invalid('header');
  }

  #lineFault(): Fault {
    return this.#state === State.statusLine ? 'statusLine' : 'header';
  }

  #invalid(fault: Fault): ReadState {
    this.fault = fault;
    return 'invalid';
  }

  /** Follows the order of RFC 9112 section 6.3. */
  #endHead(): ReadState {
    const { status, chunked, coded, length } = this.head;
    if (status < 200) return this.#skipInterim(status);
    if (this.#bodiless || status === 204 || status === 304) this.#state = State.done;
    else if (chunked) this.#state = State.chunkSize;
    else if (coded || length === undefined) {
      this.#state = State.untilClose;
      this.head.keepAlive = false;
    } else if (length > this.#maxBodyBytes) return 'bodyLimit';
    else if (length === 0) this.#state = State.done;
    else {
      this.#left = length;
      this.#state = State.sized;
    }
    return 'more';
  }

  /** A switch of protocols (101) is invalid, because no request asks for one. */
  #skipInterim(status: number): ReadState {
    if (status === 101) return this.#invalid('switch');
    if (status < 100) return this.#invalid('statusLine');
    clearHead(this.head);
    this.#state = State.statusLine;
    return 'more';
  }

  /** Its last header lines stand in the chunk. */
  #endInterim(status: number, chunk: Uint8Array, from: number, to: number): void {
    this.#keptParts.onInterim?.(status, this.reason, this.headText + textIn(chunk, from, to));
    this.headText = '';
  }

  #readBody(chunk: Uint8Array, at: number): number | ReadState {
    switch (this.#state) {
      case State.sized:
      case State.chunkData: {
        const end = Math.min(at + this.#left, chunk.length);
        this.#left -= end - at;
        if (!this.#take(chunk, at, end)) return 'bodyLimit';
        if (this.#left === 0) this.#state = this.#state === State.sized ? State.done : State.chunkEnd;
        return end;
      }
      case State.untilClose:
        return this.#take(chunk, at, chunk.length) ? chunk.length : 'bodyLimit';
      default:
        return this.#readChunkLine(chunk, at);
    }
  }

  #take(chunk: Uint8Array, from: number, to: number): boolean {
    this.bodySize += to - from;
    if (this.#keptParts.body && to > from) {
      if (this.#isMemoryReused) this.#body.copy(chunk, from, to);
      else this.#body.append(chunk.subarray(from, to));
    }
    return this.bodySize <= this.#maxBodyBytes;
  }

  /** Reads a line between chunks. */
  #readChunkLine(chunk: Uint8Array, start: number): number | ReadState {
    const end = endOfLine(chunk, start);
    if (end === -2) return this.#invalid('chunk');
    if (end === -1) {
      if (chunk.length - start > MAX_SIZE_LINE_BYTES) return this.#invalid('chunk');
      this.#keepFrom(chunk, start);
      return chunk.length;
    }
    if (this.#state === State.chunkSize) {
      const size = chunkSize(chunk, start, end - 1);
      if (size < 0) return this.#invalid('chunk');
      if (this.bodySize + size > this.#maxBodyBytes) return 'bodyLimit';
      this.#left = size;
      this.#state = size === 0 ? State.trailers : State.chunkData;
    } else if (this.#state === State.chunkEnd) {
      if (end - 1 !== start) return this.#invalid('chunk');
      this.#state = State.chunkSize;
    } else if (end - 1 === start) this.#state = State.done;
    else if (!isTrailerLine(chunk, start, end - 1)) return this.#invalid('header');
    else if (!this.#countLine(end - start)) return this.#invalid('headLimit');
    else if (this.#keptParts.headers) this.trailerText += textIn(chunk, start, end + 1);
    return end + 1;
  }
}
