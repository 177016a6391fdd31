/** The values that a run against the mock would have by then: what requests set and capture. */
import { conditionsHold, resolveConditions, type AssertionContext } from '../evaluation/comparison.js';
import { ResponseView } from '../evaluation/response/response-view.js';
import { takeCapture } from '../evaluation/take-capture.js';
import { ABSENT } from '../evaluation/values/absent.js';
import { textOf } from '../evaluation/values/json.js';
import type { CaptureStore } from '../evaluation/variables/captures.js';
import type { GlobalStore } from '../evaluation/variables/globals.js';
import { VariableFailure } from '../evaluation/variables/variable-failure.js';
import { allCaptures, allSets, givenNames } from '../request-file/model/all-checks.js';
import type { Capture, Conditional, Request } from '../request-file/model/model.js';

export class PlannedValues {
  readonly #captures: CaptureStore;
  readonly #globals: GlobalStore;
  readonly #context: AssertionContext;

  constructor(captures: CaptureStore, globals: GlobalStore, context: AssertionContext) {
    this.#captures = captures;
    this.#globals = globals;
    this.#context = context;
  }

  /** A text for a path parameter. */
  example(name: string): string {
    const value = this.#captures.get(name);
    return value === ABSENT ? '1' : textOf(value);
  }

  /** Sets what a request sets before it is sent. What has no value yet is left out. */
  async set(request: Request): Promise<void> {
    for (const set of allSets(request)) {
      if (!(await counts(set, NO_RESPONSE, this.#context))) continue;
      try {
        this.#keep(request, set, this.#context.scope?.text(set.value));
      } catch (error) {
        if (!(error instanceof VariableFailure)) throw error;
      }
    }
  }

  /** Takes the captures of a request, and returns those without a value. */
  async capture(request: Request, view: ResponseView): Promise<readonly Capture[]> {
    const missing: Capture[] = [];
    for (const capture of allCaptures(request)) {
      if (!(await counts(capture, view, this.#context))) continue;
      const value = await takeCapture(capture, view, this.#context.scope).catch(() => ABSENT);
      if (value === ABSENT) missing.push(capture);
      else this.#keep(request, capture, value);
    }
    this.#captures.setResponse(request.name, view);
    return missing;
  }

  /** Makes the values of a request of another file available. */
  importFrom(written: string, request: Request, other: PlannedValues): void {
    const { name } = request;
    for (const given of givenNames(request)) {
      const value = other.#captures.get(`${name}.${given}`);
      if (value !== ABSENT) this.#captures.setForeign(written, name, given, value);
    }
    const response = other.#captures.response(name);
    if (response !== ABSENT) this.#captures.setForeignResponse(written, name, response);
  }

  #keep(
    request: Request,
    { name, global }: { readonly name: string; readonly global?: true },
    value: unknown,
  ): void {
    this.#captures.set(request.name, name, value);
    if (global) this.#globals.set(name, 0, value);
  }
}

const NO_RESPONSE = new ResponseView({
  status: 0,
  headers: [],
  url: '',
  duration: 0,
  body: new Uint8Array(),
});

/** Whether the conditions of an item hold; those with a name that has no value do not. */
export async function counts(
  item: Conditional,
  view: ResponseView,
  context: AssertionContext,
): Promise<boolean> {
  const { scope } = context;
  if (scope === undefined) return true;
  try {
    const conditions = resolveConditions(item, scope);
    return conditions === undefined || (await conditionsHold(conditions, view, context));
  } catch (error) {
    if (error instanceof VariableFailure) return false;
    throw error;
  }
}
