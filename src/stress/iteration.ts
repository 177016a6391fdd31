/** Runs one iteration at a time: a picked request after its dependencies. Each user or slot has one instance. */
import type { Scope } from '../evaluation/variables/scope.js';
import type { Dialling } from '../http/connect/dial.js';
import type { Clock } from '../primitives/clock.js';
import { IDEMPOTENT_METHODS } from '../http/message/idempotent-methods.js';
import type { FailureKind, Send } from '../http/message/message.js';
import { timeoutMessage } from '../http/wraps/time-limit.js';
import { createExecution } from '../runner/request-execution.js';
import { failureOf } from '../runner/outcome/step-failure.js';
import { Deadline, type Deadlines } from './client/deadlines.js';
import { checkResponse } from './client/check-response.js';
import { isContinued, isRedirect } from './client/is-continued.js';
import type { LiveDefinition, QuickPath } from './client/live-definition.js';
import { LoadConnection, NO_READ_OPTIONS } from './client/load-connection.js';
import type { LiveChain } from './load-context.js';
import type { PendingSend } from './client/load-pool.js';
import { sendOrdinarily } from './client/ordinary-path.js';
import type { ReceivedResponse } from './client/received-response.js';
import { DRAIN_TIMEOUT_MS, type LoadRecorder } from './measure/load-recorder.js';
import type { RowNumbers } from './plan/row-numbers.js';
import { IterationContext } from './iteration-context.js';

/** The state and services that iterations share. */
export interface IterationHost {
  readonly clock: Clock;
  readonly recorder: LoadRecorder;
  readonly deadlines: Deadlines;
  /** Cookies last as long as the user, instead of one iteration. */
  readonly keepsCookies: boolean;
  /** No new request is sent. */
  readonly isClosed: boolean;
  /** How aborted requests are counted. */
  readonly aborting: 'error' | 'aborted' | undefined;
  /** `sent`: at least one request was sent. */
  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean): void;
}

const UNFINISHED = `no complete response ${DRAIN_TIMEOUT_MS / 1000} s after the end of the load`;
const NO_BYTES = new Uint8Array();

export class Iteration implements PendingSend {
  bytes: Uint8Array = NO_BYTES;
  readOptions = NO_READ_OPTIONS;
  connection: LoadConnection | Dialling | undefined;
  readonly #host: IterationHost;
  readonly #deadline = new Deadline(() => this.#expire());
  /** Undefined between two iterations. */
  #chain: LiveChain | undefined;
  #step = 0;
  /** The start of the latency of the current request. */
  #latencyStart = 0;
  #lagStart = 0;
  #sentAt = 0;
  #hasSent = false;
  /** Set while a request of the quick path is in flight. */
  #quick: QuickPath | undefined;
  #hasRetried = false;
  readonly #context = new IterationContext();
  readonly #currentScope = (): Scope => this.#context.scope;

  constructor(host: IterationHost) {
    this.#host = host;
  }

  /** `lagStart`: the earliest possible start; any later send is the generator's delay. */
  start(chain: LiveChain, planned: number, lagStart: number, rows: RowNumbers): void {
    this.#chain = chain;
    this.#step = 0;
    this.#latencyStart = planned;
    this.#lagStart = lagStart;
    this.#hasSent = false;
    this.#context.start(chain, rows, this.#host.keepsCookies);
    this.#host.recorder.started++;
    this.#sendStep(chain);
  }

  /** Aborts a request of the quick path; requests of the ordinary path are aborted by their signal. */
  abort(): void {
    if (!this.#quick) return;
    this.#abortRequest();
    this.#recordAborted();
  }

  onResponse(connection: LoadConnection): void {
    const end = this.#host.clock.now();
    const definition = this.#definition();
    const quick = this.#leaveQuickPath();
    if (!definition || !quick) return;
    const continues = isContinued(definition, connection.head, this.#sendsCookiesLater());
    if (continues || !quick.checker) {
      void this.#check(definition, quick, connection.takeResponse(), continues, end);
      return;
    }
    const { status } = connection.head;
    const failure = quick.checker.check(connection, end - this.#sentAt, this.#currentScope);
    if (typeof failure === 'string') this.#finishChecked(status, end, failure);
    else this.#finishLater(failure, status, end);
  }

  onFailure(kind: FailureKind, isStale: boolean, message: string): void {
    const definition = this.#definition();
    const pool = this.#quick?.pool;
    const mayRetry = definition && IDEMPOTENT_METHODS.has(definition.request.method) && !this.#hasRetried;
    if (isStale && pool && mayRetry) {
      this.#hasRetried = true;
      pool.closeIdle();
      pool.send(this);
      return;
    }
    this.#leaveQuickPath();
    this.#finish(kind, 0, this.#host.clock.now(), message);
  }

  onHttp2Origin(): void {
    const definition = this.#definition();
    this.#leaveQuickPath();
    if (!definition) return;
    definition.quick = undefined;
    void this.#sendOrdinarily(definition, true);
  }

  /** A request of the quick path waits for its connection. */
  get isConnecting(): boolean {
    return this.#quick !== undefined && !(this.connection instanceof LoadConnection);
  }

  #definition(): LiveDefinition | undefined {
    return this.#chain?.steps[this.#step];
  }

  #sendStep(chain: LiveChain): void {
    const definition = chain.steps[this.#step];
    if (!definition || (this.#step > 0 && this.#host.isClosed)) {
      this.#end();
      return;
    }
    const { quick, rows, hasConditions } = definition;
    const context = this.#context;
    context.leaveRow();
    const quickPath = definition.usesJar && context.hasCookies ? undefined : quick;
    if (quickPath?.compiled.fixed && !hasConditions && !rows) {
      this.bytes = quickPath.compiled.fixed;
      this.#sendQuickly(quickPath);
      return;
    }
    try {
      if (!context.enter(definition)) {
        this.#end();
        return;
      }
      if (quickPath) this.bytes = quickPath.compiled.fixed ?? quickPath.compiled.build(context.scope);
    } catch (error) {
      const { kind, message } = failureOf(error);
      this.#recordUnsent(kind, message);
      return;
    }
    if (quickPath) this.#sendQuickly(quickPath);
    else void this.#sendOrdinarily(definition, false);
  }

  #sendQuickly(quick: QuickPath): void {
    this.readOptions = quick.readOptions;
    this.#hasRetried = false;
    this.#quick = quick;
    this.#recordSend();
    this.#host.deadlines.start(this.#deadline, this.#sentAt, quick.timeout);
    quick.pool.send(this);
  }

  /** `isUnderWay`: the quick path had already started to send it. */
  async #sendOrdinarily(definition: LiveDefinition, isUnderWay: boolean): Promise<void> {
    const context = this.#context;
    const jar = definition.usesJar ? await context.jar() : undefined;
    const file = { ...context.file, jar, sends: new Map<string, Send>() };
    let started = 0;
    const outcome = await sendOrdinarily(definition, file, context.scope, () => {
      if (!isUnderWay) this.#recordSend();
      started = this.#host.clock.now();
    });
    const { errorKind, status, duration, reason } = outcome;
    if (errorKind === 'cancelled' && this.#host.aborting) this.#recordAborted();
    else if (duration === undefined) this.#recordUnsent(errorKind, reason);
    else this.#finish(errorKind, status, started + duration, reason);
  }

  #recordSend(): void {
    this.#sentAt = this.#host.clock.now();
    this.#hasSent = true;
    if (this.#step === 0) this.#host.recorder.lag(this.#sentAt - this.#lagStart);
  }

  /** In rate mode no later request can see the cookies of the last request. */
  #sendsCookiesLater(): boolean {
    return this.#host.keepsCookies || this.#step + 1 < (this.#chain?.steps.length ?? 0);
  }

  async #check(
    definition: LiveDefinition,
    quick: QuickPath,
    received: ReceivedResponse,
    continues: boolean,
    end: number,
  ): Promise<void> {
    // This request redirects, so the quick path is not used for it any more.
    if (continues && isRedirect(received.status)) definition.quick = undefined;
    const duration = end - this.#sentAt;
    try {
      const jar = continues && definition.usesJar ? await this.#context.jar() : undefined;
      const checked = await checkResponse(received, {
        clock: this.#host.clock,
        definition,
        job: createExecution(definition.request, this.#context.file, this.#context.scope),
        duration,
        sent: this.bytes,
        assertions: quick.assertions,
        continuation: continues ? { timeout: Math.max(1, quick.timeout - duration), jar } : undefined,
      });
      this.#finishChecked(checked.status, this.#sentAt + checked.duration, checked.failure);
    } catch (error) {
      this.#finishFaulty(error, continues ? this.#host.clock.now() : end);
    }
  }

  #finishLater(checking: Promise<string>, status: number, end: number): void {
    const finish = (failure: string): void => this.#finishChecked(status, end, failure);
    checking.then(finish, (error: unknown) => this.#finishFaulty(error, end));
  }

  #finishChecked(status: number, end: number, failure: string): void {
    this.#finish(failure === '' ? '' : 'assertion', status, end, failure);
  }

  /** The response could not be checked. */
  #finishFaulty(error: unknown, end: number): void {
    const { kind, message } = failureOf(error);
    if (kind === 'cancelled' && this.#host.aborting) this.#recordAborted();
    else this.#finish(kind, 0, end, message);
  }

  /** `failure` says why, in case of an error. */
  #finish(errorKind: string, status: number, end: number, failure: string): void {
    const definition = this.#definition();
    const chain = this.#chain;
    if (!definition || !chain) return;
    const latency = end - Math.min(this.#latencyStart, this.#sentAt);
    const service = end - this.#sentAt;
    this.#host.recorder.sent(definition.index, errorKind, status, latency, service, end);
    if (errorKind !== '') this.#host.recorder.failed(definition.index, errorKind, failure);
    this.#latencyStart = end;
    this.#step++;
    if (errorKind === '' && this.#step < chain.steps.length) this.#sendStep(chain);
    else this.#end();
  }

  #recordUnsent(errorKind: string, reason: string): void {
    this.#host.recorder.unsent(this.#definition()?.index ?? 0, errorKind, reason, this.#host.clock.now());
    this.#end();
  }

  #recordAborted(): void {
    if (this.#host.aborting === 'aborted') {
      this.#host.recorder.aborted++;
      this.#end();
    } else this.#finish('timeout', 0, this.#host.clock.now(), UNFINISHED);
  }

  #end(): void {
    const chain = this.#chain;
    this.#chain = undefined;
    if (chain) this.#host.onEnded(this, chain, this.#hasSent);
  }

  #leaveQuickPath(): QuickPath | undefined {
    const quick = this.#quick;
    this.#deadline.clear();
    this.connection = undefined;
    this.#quick = undefined;
    return quick;
  }

  /** Aborts the connection or removes the request from the pool. */
  #abortRequest(): void {
    const { connection } = this;
    const quick = this.#leaveQuickPath();
    if (connection) connection.abandon();
    else quick?.pool.forget(this);
  }

  #expire(): void {
    const { pool, timeout } = this.#quick ?? {};
    if (this.connection instanceof LoadConnection) {
      this.connection.expire(timeout ?? 0);
      return;
    }
    this.#abortRequest();
    const message = timeoutMessage(pool?.shown ?? 'the target', timeout ?? 0);
    this.#finish('timeout', 0, this.#host.clock.now(), message);
  }
}
