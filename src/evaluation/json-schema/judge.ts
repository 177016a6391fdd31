/** Judges values by schemas and collects what is wrong. */
import { spend } from '../bounded/step-budget.js';
import { APPLICATORS } from './applicators.js';
import { ARRAY_KEYWORDS, LATE_ARRAY_KEYWORDS } from './array-keywords.js';
import type { Dialect } from './dialects.js';
import type { DynamicScope, Evaluated, Frame, Judge, Keyword } from './frame.js';
import type { Violation } from '../values/violation.js';
import { JudgedBefore } from './judged-before.js';
import { LATE_OBJECT_KEYWORDS, OBJECT_KEYWORDS } from './object-keywords.js';
import { SchemaProblem, type Registry, type Resource, type Target } from './registry.js';
import { isSchemaObject, member, type SchemaObject } from './schema-node.js';
import { VALUE_KEYWORDS } from './value-keywords.js';

/** In the order in which they are judged: the late ones need what the others evaluated. */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  [
    APPLICATORS,
    VALUE_KEYWORDS,
    ARRAY_KEYWORDS,
    OBJECT_KEYWORDS,
    LATE_ARRAY_KEYWORDS,
    LATE_OBJECT_KEYWORDS,
  ].flatMap((group) => Object.entries(group)),
);

/** Keywords that only some versions know. */
const SINCE: Readonly<Record<string, readonly Dialect['name'][]>> = {
  $dynamicRef: ['2020-12'],
  $recursiveRef: ['2019-09'],
  if: ['2020-12', '2019-09', 'draft-07'],
  prefixItems: ['2020-12'],
  additionalItems: ['2019-09', 'draft-07', 'draft-06', 'draft-04'],
  unevaluatedItems: ['2020-12', '2019-09'],
  unevaluatedProperties: ['2020-12', '2019-09'],
  dependentRequired: ['2020-12', '2019-09'],
  dependentSchemas: ['2020-12', '2019-09'],
  const: ['2020-12', '2019-09', 'draft-07', 'draft-06'],
  contains: ['2020-12', '2019-09', 'draft-07', 'draft-06'],
  propertyNames: ['2020-12', '2019-09', 'draft-07', 'draft-06'],
};

/** References that lead back to themselves, or values nested beyond reason. */
const DEEPEST = 1500;

export interface JudgeOptions {
  readonly registry: Registry;
  readonly matches: (pattern: string, text: string) => boolean;
  readonly most: number;
}

type Step = readonly [Keyword, unknown];

interface Steps {
  readonly list: readonly Step[];
  /** Looks at the value itself only: judging it again costs no more than remembering the verdict. */
  readonly isPlain: boolean;
}

const CALLS_BEFORE_KEEPING = 20_000;

/** Violations of the value, at most as many as asked for. */
export function judgeValue(value: unknown, target: Target, options: JudgeOptions): readonly Violation[] {
  const judge = new SchemaJudge(options);
  const { resource } = target;
  const frame = judge.start({ resource, outer: undefined });
  if (!judge.judge(target.schema, value, frame) && judge.violations.length === 0)
    return [{ pointer: '', message: 'does not match the schema' }];
  return judge.violations.slice(0, options.most);
}

class SchemaJudge implements Judge {
  readonly #options: JudgeOptions;
  readonly #steps = new WeakMap<SchemaObject, Steps>();
  readonly violations: Violation[] = [];
  readonly tracks: boolean;
  collects = true;
  #depth = 0;
  #calls = 0;
  readonly #before: JudgedBefore;

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.tracks = options.registry.tracksEvaluation;
    this.#before = new JudgedBefore(options.registry.hasDynamicReferences);
  }

  start(scope: DynamicScope): Frame {
    const { resource } = scope;
    return { schema: {}, resource, scope, pointer: '', evaluated: nothingYet(), judge: this };
  }

  fail({ pointer }: Frame, message: string): false {
    const { violations } = this;
    // Schemas that are applied twice would say the same twice.
    const isNew = (): boolean => !violations.some((it) => it.pointer === pointer && it.message === message);
    if (this.collects && violations.length < this.#options.most && isNew())
      violations.push({ pointer, message });
    return false;
  }

  apply(schema: unknown, instance: unknown, frame: Frame, step?: string | number): boolean {
    if (step === undefined) return this.judge(schema, instance, frame);
    const pointer = this.collects ? `${frame.pointer}/${escapeStep(String(step))}` : '';
    return this.judge(schema, instance, { ...frame, pointer, evaluated: nothingYet() });
  }

  test(schema: unknown, instance: unknown, frame: Frame): boolean {
    const before = this.collects;
    this.collects = false;
    const valid = this.judge(schema, instance, frame);
    this.collects = before;
    return valid;
  }

  matches(pattern: string, text: string): boolean {
    return this.#options.matches(pattern, text);
  }

  applyReference(
    reference: string,
    instance: unknown,
    frame: Frame,
    how: 'static' | 'dynamic' | 'recursive',
  ): boolean {
    const found = this.#options.registry.resolve(reference, frame.resource);
    const target =
      how === 'static'
        ? found
        : how === 'dynamic'
          ? dynamicTarget(found, reference, frame)
          : recursiveTarget(found, frame);
    return this.judge(target.schema, instance, { ...frame, resource: target.resource });
  }

  /** Judges a value whose place and history the frame knows. */
  judge(schema: unknown, instance: unknown, outer: Frame): boolean {
    spend(1);
    if (schema === true || schema === undefined) return true;
    if (schema === false) return this.fail(outer, 'must not be there');
    if (!isSchemaObject(schema)) throw new SchemaProblem('a schema is neither an object nor a boolean');
    const resource = this.#options.registry.home(schema) ?? outer.resource;
    const scope =
      resource === outer.scope.resource ? outer.scope : this.#before.inside(resource, outer.scope);
    const evaluated = nothingYet();
    const frame: Frame = { schema, resource, scope, pointer: outer.pointer, evaluated, judge: this };
    const steps = this.#stepsOf(schema, resource.dialect);
    // Keeping verdicts costs more than it saves, unless schemas are applied again and again to the same value.
    const keeps = ++this.#calls > CALLS_BEFORE_KEEPING && !steps.isPlain;
    const valid = keeps ? this.#known(instance, frame, steps) : this.#apply(instance, frame, steps);
    // Only a schema that holds tells what it evaluated.
    if (valid && this.tracks) merge(evaluated, outer.evaluated);
    return valid;
  }

  #apply(instance: unknown, frame: Frame, { list }: Steps): boolean {
    if (++this.#depth > DEEPEST) throw new SchemaProblem('a reference of the schema leads back to itself');
    let valid = true;
    for (const [keyword, value] of list) {
      if (keyword(value, instance, frame)) continue;
      valid = false;
      if (!this.collects) break;
    }
    this.#depth--;
    return valid;
  }

  /** The same, unless the verdict is known. */
  #known(instance: unknown, frame: Frame, steps: Steps): boolean {
    const { schema, scope, pointer, evaluated } = frame;
    const verdicts = this.#before.verdicts(schema, scope, this.collects);
    const key = JudgedBefore.key(instance, pointer, this.collects);
    const known = verdicts.get(key);
    if (known !== undefined) {
      if (this.tracks) merge(known.evaluated, evaluated);
      return known.valid;
    }
    const valid = this.#apply(instance, frame, steps);
    verdicts.set(key, { valid, evaluated });
    return valid;
  }

  #stepsOf(schema: SchemaObject, dialect: Dialect): Steps {
    const known = this.#steps.get(schema);
    if (known) return known;
    const list: Step[] = [];
    let isPlain = true;
    const refAlone = dialect.refAlone && typeof member(schema, '$ref') === 'string';
    for (const [name, keyword] of KEYWORDS) {
      if (!Object.hasOwn(schema, name) || (refAlone && name !== '$ref')) continue;
      if (Object.hasOwn(SINCE, name) && !SINCE[name]?.includes(dialect.name)) continue;
      list.push([keyword, schema[name]]);
      if (!Object.hasOwn(VALUE_KEYWORDS, name)) isPlain = false;
    }
    const steps = { list, isPlain };
    this.#steps.set(schema, steps);
    return steps;
  }
}

function nothingYet(): Evaluated {
  return { properties: new Set(), items: new Set() };
}

function merge(from: Evaluated, into: Evaluated): void {
  for (const key of from.properties) into.properties.add(key);
  for (const index of from.items) into.items.add(index);
}

/** JSON Schema 2020-12 section 8.2.3.2: the outermost schema with that dynamic anchor. */
function dynamicTarget(found: Target, reference: string, { scope }: Frame): Target {
  const name = reference.slice(reference.indexOf('#') + 1);
  if (found.resource.dynamicAnchors.get(name) !== found.schema) return found;
  let best = found;
  for (let at: DynamicScope | undefined = scope; at; at = at.outer) {
    const schema = at.resource.dynamicAnchors.get(name);
    if (schema) best = { schema, resource: at.resource };
  }
  return best;
}

/** JSON Schema 2019-09 section 8.2.4.2. */
function recursiveTarget(found: Target, { scope }: Frame): Target {
  if (!found.resource.recursive) return found;
  let best: Resource = found.resource;
  for (let at: DynamicScope | undefined = scope; at; at = at.outer)
    if (at.resource.recursive) best = at.resource;
  return { schema: best.root, resource: best };
}

/** RFC 6901, section 3. */
function escapeStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
