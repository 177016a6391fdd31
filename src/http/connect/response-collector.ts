import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { abortFailure, isTimeout } from '../message/abort.js';
import { offAbort, onAbort } from '../../primitives/stop-signal.js';
import type { HttpResponseHead, HttpCall, ReceivedResponse } from './http-connection.js';
import { headerValue } from '../message/headers.js';
import { RequestFailure } from '../message/message.js';
import { tooLargeMessage } from '../message/network-failure.js';

const NOTHING = new Uint8Array(0);

/** Collects one response within the body limit until it ends, fails or is stopped; the first of these counts. */
export class ResponseCollector {
  settled = false;
  /** When the last byte of the request was handed to the system; 0 before that. */
  sentAt = 0;
  private head: HttpResponseHead | undefined;
  private body: ByteBuffer | undefined;
  private discard = () => {};
  private readonly onStop = () => this.stop();

  constructor(
    private readonly call: HttpCall,
    private readonly resolve: (received: ReceivedResponse) => void,
    private readonly reject: (failure: RequestFailure) => void,
  ) {}

  /** `discard` ends the exchange on the wire. */
  watch(discard: () => void): void {
    const { signal } = this.call.request;
    this.discard = discard;
    onAbort(signal, this.onStop);
    if (signal.aborted) this.stop();
  }

  get hasHead(): boolean {
    return this.head !== undefined;
  }

  begin(head: HttpResponseHead): void {
    this.head = head;
    if (this.isUnwanted(head)) return;
    const bodiless =
      this.call.request.method === 'HEAD' || head.statusCode === 304 || head.statusCode === 204;
    this.body = new ByteBuffer(this.call.maxBodyBytes);
    if (!bodiless) this.check(Number(headerValue(head.headers, 'content-length')));
  }

  add(chunk: Uint8Array): void {
    const { body } = this;
    if (body && !body.append(chunk)) this.check(body.length + chunk.length);
  }

  finish(partial = false): void {
    const { head } = this;
    if (!head || !this.settle()) return;
    const { statusCode, statusText, httpVersion, headers, firstByteAt } = head;
    const body = this.body?.take() ?? NOTHING;
    const { sentAt } = this;
    this.resolve({ statusCode, statusText, httpVersion, headers, firstByteAt, sentAt, body, partial });
  }

  fail(failure: RequestFailure): void {
    if (!this.settle()) return;
    this.discard();
    this.reject(failure);
  }

  /** A refused response fails; a body that is not wanted is not waited for. */
  private isUnwanted(head: HttpResponseHead): boolean {
    const { responseRules } = this.call;
    if (!responseRules) return false;
    try {
      if (responseRules.checkHead(head) === 'read') return false;
      this.finish();
      this.discard();
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      this.fail(error);
    }
    return true;
  }

  private check(size: number): void {
    const { target, maxBodyBytes } = this.call;
    if (size <= maxBodyBytes || Number.isNaN(size)) return;
    this.fail(new RequestFailure('bodyLimit', tooLargeMessage(target.authority, maxBodyBytes)));
  }

  /** An event stream may never end, so one that the time limit cuts is a normal response. */
  private stop(): void {
    const { request, responseRules } = this.call;
    const { signal } = request;
    const type = this.head ? headerValue(this.head.headers, 'content-type') : '';
    if (!responseRules?.wholeEventStreams && isTimeout(signal) && /^text\/event-stream\b/i.test(type)) {
      this.finish(true);
      this.discard();
    } else {
      this.fail(abortFailure(signal));
    }
  }

  private settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    offAbort(this.call.request.signal, this.onStop);
    return true;
  }
}
