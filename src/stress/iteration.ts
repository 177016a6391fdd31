/** One iteration at a time: a picked request with its dependencies before it (server.md 10.2). Users and slots are made of it. */
import type { Dialling } from '../http/connect/dial.js';
import type { FailureKind, Send } from '../http/message/message.js';
import { jobFor } from '../runner/attempt-job.js';
import { failureOf } from '../runner/outcome/step-failure.js';
import type { Http1Head } from '../http/http1/http1-head.js';
import { Deadline, type Deadlines } from './client/deadlines.js';
import { checkResponse, receiveResponse, type ReceivedResponse } from './client/check-response.js';
import type { LiveDefinition, QuickWay } from './client/live-definition.js';
import { LoadConnection, type Asking } from './client/load-connection.js';
import type { LiveChain } from './load-context.js';
import type { Sending } from './client/load-pool.js';
import { sendOrdinarily } from './client/ordinary-path.js';
import type { Recorder } from './measure/recorder.js';
import { IterationContext } from './iteration-context.js';

/** What iterations have in common. */
export interface IterationHost {
  readonly recorder: Recorder;
  readonly deadlines: Deadlines;
  /** Cookies live as long as the user. */
  readonly keepsCookies: boolean;
  /** No new request is sent. */
  readonly closed: boolean;
  /** How requests that are given up count. */
  readonly aborting: 'error' | 'aborted' | undefined;
  /** Number of the row that comes next, counted by all threads. */
  readonly nextRow: (definition: number) => number;
  /** `sent`: at least one request went out. */
  ended(iteration: Iteration, chain: LiveChain, sent: boolean): void;
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const NO_BYTES = new Uint8Array();
const NOTHING: Asking = { keeping: { headers: false, body: false }, bodiless: false, maxBodyBytes: 0 };

export class Iteration implements Sending {
  bytes: Uint8Array = NO_BYTES;
  asking = NOTHING;
  carrier: LoadConnection | Dialling | undefined;
  readonly #host: IterationHost;
  readonly #deadline = new Deadline(() => this.#expire());
  /** Undefined between two iterations. */
  #chain: LiveChain | undefined;
  #step = 0;
  /** Where the latency of the present request begins. */
  #from = 0;
  #lagFrom = 0;
  #sentAt = 0;
  #sent = false;
  /** Set while a request of the quick path is under way. */
  #quick: QuickWay | undefined;
  #triedAgain = false;
  readonly #surroundings = new IterationContext();

  constructor(host: IterationHost) {
    this.#host = host;
  }

  /** `lagFrom`: when it could have begun; what is sent later than that is late by the generator's fault. */
  begin(chain: LiveChain, planned: number, lagFrom: number): void {
    this.#chain = chain;
    this.#step = 0;
    this.#from = planned;
    this.#lagFrom = lagFrom;
    this.#sent = false;
    this.#surroundings.begin(chain, this.#host.keepsCookies);
    this.#host.recorder.begun++;
    this.#sendStep(chain);
  }

  /** A request of the quick path is given up; those of the ordinary path hear of it by their signal. */
  abort(): void {
    if (!this.#quick) return;
    this.#forsake();
    this.#giveUp(performance.now());
  }

  answered({ reader }: LoadConnection): void {
    const end = performance.now();
    const definition = this.#definition();
    const quick = this.#arrive();
    if (!definition || !quick) return;
    const { status } = reader.head;
    const goesOn = this.#needsMore(definition, reader.head);
    const known = goesOn ? undefined : quick.verdicts?.get(status);
    if (known === undefined) void this.#judge(definition, quick, receiveResponse(reader), goesOn, end);
    else this.#finish(known ? '' : 'assertion', status, end);
  }

  failed(kind: FailureKind, unanswered: boolean): void {
    const definition = this.#definition();
    const pool = this.#quick?.pool;
    const maySendAgain = definition && IDEMPOTENT.has(definition.request.method) && !this.#triedAgain;
    if (unanswered && pool && maySendAgain) {
      this.#triedAgain = true;
      pool.dropIdle();
      pool.send(this);
      return;
    }
    this.#arrive();
    this.#finish(kind, 0, performance.now());
  }

  refused(): void {
    const definition = this.#definition();
    this.#arrive();
    if (!definition) return;
    definition.quick = undefined;
    void this.#sendOrdinarily(definition, true);
  }

  #definition(): LiveDefinition | undefined {
    return this.#chain?.steps[this.#step];
  }

  #sendStep(chain: LiveChain): void {
    const definition = chain.steps[this.#step];
    if (!definition || (this.#step > 0 && this.#host.closed)) {
      this.#end();
      return;
    }
    const { quick, rows, hasConditions } = definition;
    const surroundings = this.#surroundings;
    surroundings.leaveRow();
    const way = definition.usesJar && surroundings.hasCookies ? undefined : quick;
    if (way?.compiled.fixed && !hasConditions && !rows) {
      this.bytes = way.compiled.fixed;
      this.#sendQuickly(way);
      return;
    }
    try {
      if (!surroundings.enter(definition, this.#host.nextRow)) {
        this.#end();
        return;
      }
      if (way) this.bytes = way.compiled.fixed ?? way.compiled.build(surroundings.scope);
    } catch (error) {
      const { kind, message } = failureOf(error);
      this.#fault(kind, message);
      return;
    }
    if (way) this.#sendQuickly(way);
    else void this.#sendOrdinarily(definition, false);
  }

  #sendQuickly(quick: QuickWay): void {
    this.asking = quick.asking;
    this.#triedAgain = false;
    this.#quick = quick;
    this.#noteSending();
    this.#host.deadlines.start(this.#deadline, this.#sentAt, quick.timeout);
    quick.pool.send(this);
  }

  /** `isUnderWay`: the quick path had begun to send it. */
  async #sendOrdinarily(definition: LiveDefinition, isUnderWay: boolean): Promise<void> {
    const surroundings = this.#surroundings;
    const jar = definition.usesJar ? await surroundings.jar() : undefined;
    const file = { ...surroundings.file, jar, sends: new Map<number, Send>() };
    let started = 0;
    const outcome = await sendOrdinarily(definition, file, surroundings.scope, () => {
      if (!isUnderWay) this.#noteSending();
      started = performance.now();
    });
    const { errorKind, status, duration, reason } = outcome;
    if (errorKind === 'cancelled' && this.#host.aborting) this.#giveUp(performance.now());
    else if (duration === undefined) this.#fault(errorKind, reason);
    else this.#finish(errorKind, status, started + duration);
  }

  #noteSending(): void {
    const now = performance.now();
    this.#sentAt = now;
    this.#sent = true;
    if (this.#step === 0) this.#host.recorder.lag(now - this.#lagFrom);
  }

  /** An answer that the quick path cannot deal with to the end. */
  #needsMore(definition: LiveDefinition, head: Http1Head): boolean {
    if (definition.followsRedirects && head.hasLocation && REDIRECTS.has(head.status)) return true;
    if (!head.setsCookie || !definition.usesJar) return false;
    // In rate mode nobody sees the cookies of the last request.
    return this.#host.keepsCookies || this.#step + 1 < (this.#chain?.steps.length ?? 0);
  }

  async #judge(
    definition: LiveDefinition,
    quick: QuickWay,
    answer: ReceivedResponse,
    goesOn: boolean,
    end: number,
  ): Promise<void> {
    // From now on it is known to redirect.
    if (goesOn && REDIRECTS.has(answer.status)) definition.quick = undefined;
    const duration = end - this.#sentAt;
    try {
      const surroundings = this.#surroundings;
      const jar = goesOn && definition.usesJar ? await surroundings.jar() : undefined;
      const {
        passed,
        status,
        duration: whole,
      } = await checkResponse(answer, {
        definition,
        job: jobFor(definition.request, surroundings.file, surroundings.scope),
        duration,
        assertions: quick.assertions,
        goOn: goesOn ? { timeout: Math.max(1, quick.timeout - duration), jar } : undefined,
      });
      if (!goesOn) quick.verdicts?.set(status, passed);
      this.#finish(passed ? '' : 'assertion', status, this.#sentAt + whole);
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind === 'cancelled' && this.#host.aborting) this.#giveUp(performance.now());
      else this.#finish(kind, 0, goesOn ? performance.now() : end);
    }
  }

  #finish(errorKind: string, status: number, end: number): void {
    const definition = this.#definition();
    const chain = this.#chain;
    if (!definition || !chain) return;
    const latency = end - Math.min(this.#from, this.#sentAt);
    const service = end - this.#sentAt;
    const { recorder } = this.#host;
    if (errorKind !== '') {
      const times = { latency, service, end };
      recorder.error({ definition: definition.index, status, errorKind, times }, end);
      this.#end();
      return;
    }
    recorder.success(definition.index, status, latency, service, end);
    this.#from = end;
    this.#step++;
    if (this.#step < chain.steps.length) this.#sendStep(chain);
    else this.#end();
  }

  #fault(errorKind: string, reason: string): void {
    this.#host.recorder.unsent(this.#definition()?.index ?? 0, errorKind, reason, performance.now());
    this.#end();
  }

  #giveUp(now: number): void {
    if (this.#host.aborting !== 'aborted') {
      this.#finish('timeout', 0, now);
      return;
    }
    this.#host.recorder.aborted++;
    this.#end();
  }

  #end(): void {
    const chain = this.#chain;
    this.#chain = undefined;
    if (chain) this.#host.ended(this, chain, this.#sent);
  }

  #arrive(): QuickWay | undefined {
    const quick = this.#quick;
    this.#deadline.clear();
    this.carrier = undefined;
    this.#quick = undefined;
    return quick;
  }

  /** Lets go of whatever carries the request. */
  #forsake(): void {
    const { carrier } = this;
    const quick = this.#arrive();
    if (carrier) carrier.abandon();
    else quick?.pool.forget(this);
  }

  #expire(): void {
    if (this.carrier instanceof LoadConnection) {
      this.carrier.expire();
      return;
    }
    this.#forsake();
    this.#finish('timeout', 0, performance.now());
  }
}
