/** What would notice that a response is changed: its assertions, its captures and the requests that use them. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { conditionsHold, resolveConditions } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { takeCapture } from '../../evaluation/take-capture.js';
import { toJson, type JsonValue } from '../../evaluation/values/json.js';
import type { Capture } from '../../request-file/model/model.js';
import type { Change, Mutant } from '../model/mutant.js';
import type { Notice } from '../model/strength.js';
import { ResponseChanger, type ChangedResponse } from '../mutate/change-response.js';
import { failsWith, verdictOn } from './check-all.js';
import { changedJson } from './changed-json.js';
import { CheckIndex } from './check-index.js';
import type { LaterRequest } from './later-request.js';
import { assertionLooksAt, captureLooksAt, type LookedAt } from './looked-at.js';
import type { ReplayedAssertion } from './replayed-assertion.js';
import type { ReplayedRequest, UsedCapture } from './replayed-request.js';
import { StoredView } from './stored-view.js';

export class MutantCheck {
  readonly #replayed: ReplayedRequest;
  readonly #changer: ResponseChanger;
  readonly #assertions = new CheckIndex<ReplayedAssertion>();
  readonly #captures = new CheckIndex<UsedCapture>();
  readonly #statusMayDecide: boolean;
  readonly #needsBytes: boolean;
  /** What the captures give on the unchanged response. */
  readonly #values = new Map<Capture, Promise<unknown>>();
  /** By the values of captures, since many changes give the same ones. */
  readonly #later = new Map<string, Promise<LaterRequest | undefined>>();

  constructor(replayed: ReplayedRequest) {
    this.#replayed = replayed;
    this.#changer = new ResponseChanger(replayed.exchange);
    const parts: LookedAt[] = [];
    for (const assertion of replayed.assertions) {
      const lookedAt = assertionLooksAt(assertion.resolved);
      this.#assertions.add(assertion, lookedAt);
      parts.push(lookedAt);
    }
    for (const used of replayed.captures) {
      const lookedAt = captureLooksAt(used.capture, replayed.scope);
      this.#captures.add(used, lookedAt);
      parts.push(lookedAt);
    }
    this.#needsBytes = parts.some(({ bytes }) => bytes);
    this.#statusMayDecide =
      !replayed.hasOtherChecks && replayed.assertions.every(({ resolved }) => resolved.conditions);
  }

  async noticeOf({ change }: Mutant): Promise<Notice | undefined> {
    const view = this.#viewOf(this.#changer.change(change), this.#jsonOf(change));
    for (const assertion of this.#assertions.seeing(change)) {
      const verdict = verdictOn(assertion, view);
      if ((verdict instanceof Promise ? await verdict : verdict) !== 'failed') continue;
      const { subject, line } = assertion.resolved.assertion;
      return { kind: 'assertion', subject, line };
    }
    if (this.#statusMayDecide && (await this.#failsByStatus(view))) return { kind: 'status-check' };
    return this.#laterNotice(this.#captures.seeing(change), view);
  }

  #viewOf(response: ChangedResponse, json?: JsonValue): ResponseView {
    const { url, durationMs } = this.#replayed.exchange;
    return new StoredView({ ...response, url, durationMs }, this.#needsBytes, json);
  }

  /** Reading the text of a large body again would take longer than everything else. */
  #jsonOf(change: Change): JsonValue | undefined {
    const json = this.#changer.json;
    if (json === undefined) return undefined;
    if (change.on === 'status') return json.value;
    // Whether the body as a whole is read as JSON depends on how it begins, and on headers.
    return change.on === 'value' && change.path.length > 0
      ? changedJson(json.value, change.path, change.edit)
      : undefined;
  }

  /** Conditions may leave no assertion to check; then the status decides. */
  async #failsByStatus(view: ResponseView): Promise<boolean> {
    if (view.status >= 200 && view.status < 300) return false;
    return failsWith(view, this.#replayed.assertions, false);
  }

  async #laterNotice(seeing: Iterable<UsedCapture>, view: ResponseView): Promise<Notice | undefined> {
    const { responseUsers } = this.#replayed;
    for (const used of new Set(seeing)) {
      const { capture } = used;
      const value = await this.#valueOn(capture, view);
      const before = await this.#valueBefore(capture);
      if (isSame(value, before)) continue;
      const failed = await this.#failedWith(used, value);
      if (failed === undefined) continue;
      // A capture that finds nothing fails nothing itself; the request that needs the value does.
      return value === ABSENT
        ? { kind: 'capture', name: capture.name, line: capture.line }
        : { kind: 'later-request', name: failed.name, line: failed.request.line };
    }
    for (const user of responseUsers) {
      const responses = new Map([[this.#replayed.exchange.request.name, view]]);
      if (await user.fails({ captures: new Map(), globals: new Map(), responses }))
        return { kind: 'later-request', name: user.name, line: user.request.line };
    }
    return undefined;
  }

  #valueBefore(capture: Capture): Promise<unknown> {
    let value = this.#values.get(capture);
    if (value === undefined) {
      value = this.#valueOn(capture, this.#viewOf(this.#changer.original));
      this.#values.set(capture, value);
    }
    return value;
  }

  /** A capture whose condition is not met is not taken. */
  async #valueOn(capture: Capture, view: ResponseView): Promise<unknown> {
    const { scope, captureContext } = this.#replayed;
    try {
      const conditions = resolveConditions(capture, scope);
      const context = { ...captureContext, scope };
      if (conditions && !(await conditionsHold(conditions, view, context))) return ABSENT;
      return await takeCapture(capture, view, scope);
    } catch {
      // As in a run, an expression that cannot be evaluated finds nothing.
      return ABSENT;
    }
  }

  #failedWith({ capture, users }: UsedCapture, value: unknown): Promise<LaterRequest | undefined> {
    const key = `${capture.line} ${capture.name} ${value === ABSENT ? '' : toJson(value)}`;
    let failed = this.#later.get(key);
    if (failed === undefined) {
      failed = this.#firstFailing(capture, users, value);
      this.#later.set(key, failed);
    }
    return failed;
  }

  async #firstFailing(
    capture: Capture,
    users: UsedCapture['users'],
    value: unknown,
  ): Promise<LaterRequest | undefined> {
    const { name: request } = this.#replayed.exchange.request;
    for (const { user, without } of users) {
      const given = value === ABSENT ? without : value;
      const captures = new Map([[capture.name, given]]);
      if (request !== '') captures.set(`${request}.${capture.name}`, value);
      const globals = new Map(capture.global ? [[capture.name, given] as const] : []);
      if (await user.fails({ captures, globals, responses: new Map() })) return user;
    }
    return undefined;
  }
}

/** Compared as JSON, in which numbers keep all their digits. */
function isSame(value: unknown, other: unknown): boolean {
  if (value === ABSENT || other === ABSENT) return value === other;
  return toJson(value) === toJson(other);
}
