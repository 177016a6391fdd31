/**
 * Reads answers of HTTP/1.1 one after the other from one connection. It keeps what is asked for and counts the
 * rest (RFC 9112 sections 6 and 7). No line may leave open what it means: what others read differently is refused.
 */
import {
  clearHead,
  isTrailerLine,
  mayBeStatusLine,
  newHead,
  readHeaderLine,
  readStatusLine,
} from './http1-head.js';
import { MAX_HEADER_COUNT } from '../message/headers.js';
import { chunkSize, endOfLine, textIn } from './http1-bytes.js';
import { ByteBuffer } from '../../primitives/byte-buffer.js';

export interface KeepAlive {
  readonly headers: boolean;
  readonly body: boolean;
}

/** `more`: the answer is not complete. */
export type ReadState = 'more' | 'done' | 'invalid' | 'bodyLimit';

/** What made an answer invalid. */
export type Fault = 'none' | 'statusLine' | 'header' | 'headLimit' | 'chunk' | 'switch';

const State = {
  statusLine: 0,
  headers: 1,
  sized: 2,
  chunkSize: 3,
  chunkData: 4,
  chunkEnd: 5,
  trailers: 6,
  untilClose: 7,
  done: 8,
} as const;

/** Behind version, status and the blanks after them. */
const REASON_AT = 13;
const MOST_HEAD_BYTES = 256 * 1024;
const MOST_SIZE_LINE = 16 * 1024;
/** Of a line without its end: long enough to know that it may be a status line. */
const LONG_REST = 64;
const LF = 10;
const CR = 13;

export class Http1Reader {
  readonly head = newHead();
  fault: Fault = 'none';
  /** Without the version and the status; kept with the headers. */
  reason = '';
  /** Bytes of the body so far, before decoding. */
  bodySize = 0;
  /** Text of the header lines, one byte a character; kept when wanted, or when a redirect or a cookie needs it. */
  headText = '';
  /** The server sent more than the answer. */
  excess = false;
  #state: number = State.statusLine;
  #keeping: KeepAlive = { headers: false, body: false };
  #bodiless = false;
  #limit = 0;
  #mostHeadBytes = 0;
  #headBytes = 0;
  /** Lines of the head, of trailers and of interim answers. */
  #headLines = 0;
  /** What is left of the body or of the chunk. */
  #left = 0;
  /** The beginning of a line whose end has not come yet. */
  readonly #rest = new ByteBuffer(Infinity);
  /** The next byte decides whether the line has ended or holds what no line may hold. */
  #endsWithCr = false;

  /** What has come of the body and was not taken; its size is bounded by the limit and by what is read at once. */
  readonly #body = new ByteBuffer(Infinity);
  readonly #reused: boolean;

  /** `reused`: what it reads from is used for something else afterwards. */
  constructor(reused: boolean) {
    this.#reused = reused;
  }

  /** For the answer that comes next; `bodiless` for HEAD. */
  start(keeping: KeepAlive, bodiless: boolean, limit: number, mostHeadBytes = MOST_HEAD_BYTES): void {
    this.#keeping = keeping;
    this.#bodiless = bodiless;
    this.#limit = limit;
    this.#mostHeadBytes = mostHeadBytes;
    this.fault = 'none';
    this.reason = '';
    this.#state = State.statusLine;
    this.#headBytes = 0;
    this.#headLines = 0;
    this.#rest.clear();
    this.bodySize = 0;
    this.headText = '';
    this.excess = false;
    this.#body.clear();
    clearHead(this.head);
  }

  /** Status and headers are known. */
  get hasHead(): boolean {
    return this.#state > State.headers;
  }

  read(data: Uint8Array): ReadState {
    // A long line that goes on is not read again with every piece of it.
    if (this.#rest.length > LONG_REST && !this.#endsWithCr && !data.includes(LF)) return this.#keepMore(data);
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

  /** What has come of the body since the last time. */
  takeBody(): Uint8Array {
    return this.#body.take();
  }

  /** The server closed the connection: whether that completes the answer. */
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
    if (isChunkLine) return length > MOST_SIZE_LINE ? this.#invalid('chunk') : 'more';
    return this.#headBytes + length > this.#mostHeadBytes ? this.#invalid('headLimit') : 'more';
  }

  /** Lines up to the end of the head, or of what has arrived; where the body begins. */
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
      const verdict = this.#readLine(chunk, start, end - 1);
      if (verdict !== 'more') return verdict;
      if (!this.#countLine(end + 1 - start)) return this.#invalid('headLimit');
      start = end + 1;
      // What went before belongs to no header, or to those of an interim answer.
      if (wasStatus || this.#state === State.statusLine) kept = start;
    }
    this.#keepHead(chunk, kept, start - 2);
    return start;
  }

  /** Which headers matter is known only at the end, so those that may are kept as they come. */
  #keepHead(chunk: Uint8Array, from: number, to: number): void {
    const { setsCookie, hasLocation, status } = this.head;
    const wanted = this.#keeping.headers || setsCookie || hasLocation || (status >= 300 && status < 400);
    if (wanted && to > from) this.headText += textIn(chunk, from, to);
  }

  #keepRest(chunk: Uint8Array, start: number): number | ReadState {
    const isStatus = this.#state === State.statusLine;
    if (isStatus && !mayBeStatusLine(chunk, start, chunk.length)) return this.#invalid('statusLine');
    if (this.#headBytes + chunk.length - start > this.#mostHeadBytes) return this.#invalid('headLimit');
    this.#keepFrom(chunk, start);
    return chunk.length;
  }

  #countLine(bytes: number): boolean {
    this.#headBytes += bytes;
    this.#headLines++;
    // The status line and the empty line at the end are no headers.
    return this.#headBytes <= this.#mostHeadBytes && this.#headLines <= MAX_HEADER_COUNT + 2;
  }

  #readLine(chunk: Uint8Array, start: number, end: number): ReadState {
    const { head } = this;
    if (this.#state === State.statusLine) {
      // RFC 9112 2.2: an empty line before the first one says nothing.
      if (start === end) return 'more';
      if (!readStatusLine(head, chunk, start, end)) return this.#invalid('statusLine');
      if (this.#keeping.headers) this.reason = textIn(chunk, Math.min(start + REASON_AT, end), end);
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

  /** RFC 9112 section 6.3, in its order. */
  #endHead(): ReadState {
    const { status, chunked, coded, length } = this.head;
    if (status < 200) return this.#skipInterim(status);
    if (this.#bodiless || status === 204 || status === 304) this.#state = State.done;
    else if (chunked) this.#state = State.chunkSize;
    else if (coded || length === undefined) {
      this.#state = State.untilClose;
      this.head.keepAlive = false;
    } else if (length > this.#limit) return 'bodyLimit';
    else if (length === 0) this.#state = State.done;
    else {
      this.#left = length;
      this.#state = State.sized;
    }
    return 'more';
  }

  /** 101 was not asked for. */
  #skipInterim(status: number): ReadState {
    if (status === 101) return this.#invalid('switch');
    if (status < 100) return this.#invalid('statusLine');
    clearHead(this.head);
    this.headText = '';
    this.#state = State.statusLine;
    return 'more';
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
    if (this.#keeping.body && to > from) {
      if (this.#reused) this.#body.copy(chunk, from, to);
      else this.#body.append(chunk.subarray(from, to));
    }
    return this.bodySize <= this.#limit;
  }

  /** The lines between chunks. */
  #readChunkLine(chunk: Uint8Array, start: number): number | ReadState {
    const end = endOfLine(chunk, start);
    if (end === -2) return this.#invalid('chunk');
    if (end === -1) {
      if (chunk.length - start > MOST_SIZE_LINE) return this.#invalid('chunk');
      this.#keepFrom(chunk, start);
      return chunk.length;
    }
    if (this.#state === State.chunkSize) {
      const size = chunkSize(chunk, start, end - 1);
      if (size < 0) return this.#invalid('chunk');
      if (this.bodySize + size > this.#limit) return 'bodyLimit';
      this.#left = size;
      this.#state = size === 0 ? State.trailers : State.chunkData;
    } else if (this.#state === State.chunkEnd) {
      if (end - 1 !== start) return this.#invalid('chunk');
      this.#state = State.chunkSize;
    } else if (end - 1 === start) this.#state = State.done;
    else if (!isTrailerLine(chunk, start, end - 1)) return this.#invalid('header');
    else if (!this.#countLine(end - start)) return this.#invalid('headLimit');
    return end + 1;
  }
}
