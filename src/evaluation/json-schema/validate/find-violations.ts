/** Validates values against schemas and collects the violations. */
import { spendSteps } from '../../bounded/step-budget.js';
import { APPLICATORS } from './applicators.js';
import { ARRAY_KEYWORDS, LATE_ARRAY_KEYWORDS } from './array-keywords.js';
import type { Dialect } from '../references/dialects.js';
import type {
  DynamicScope,
  Evaluated,
  ValidationContext,
  Validator,
  KeywordCheck,
} from './validation-context.js';
import type { Violation } from '../../values/violation.js';
import { VerdictCache } from './verdict-cache.js';
import { LATE_OBJECT_KEYWORDS, OBJECT_KEYWORDS } from './object-keywords.js';
import {
  SchemaProblem,
  type SchemaRegistry,
  type SchemaResource,
  type ResolvedSchema,
} from '../references/registry.js';
import { splitReference } from '../references/reference.js';
import {
  asObject,
  isNullable,
  isSchemaObject,
  member,
  type SchemaObject,
} from '../references/schema-node.js';
import { VALUE_KEYWORDS } from './value-keywords.js';
import { pointerStep } from '../../../primitives/json-pointer.js';

/** In the order in which they are checked: the late ones need what the others evaluated. */
const KEYWORDS: ReadonlyMap<string, KeywordCheck> = new Map(
  [
    APPLICATORS,
    VALUE_KEYWORDS,
    ARRAY_KEYWORDS,
    OBJECT_KEYWORDS,
    LATE_ARRAY_KEYWORDS,
    LATE_OBJECT_KEYWORDS,
  ].flatMap((group) => Object.entries(group)),
);

/** Keywords that exist only in some versions of the standard. */
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

/** Deeper calls mean a reference that leads back to itself, or a value nested beyond reason. */
const MAX_DEPTH = 1500;
const MAX_REFERENCE_STEPS = 20;

export interface ValidationOptions {
  readonly registry: SchemaRegistry;
  readonly matches: (pattern: string, text: string) => boolean;
  readonly maxViolations: number;
  /** Members with this mark are not required: API descriptions have marks for what only one side sends. */
  readonly unneeded?: UnneededMark;
}

export type UnneededMark = 'readOnly' | 'writeOnly';

type Step = readonly [check: KeywordCheck, value: unknown];

interface Steps {
  readonly list: readonly Step[];
  /** Whether every keyword looks at the value itself only: checking it again costs no more than a look-up. */
  readonly isPlain: boolean;
}

/** Below this number of calls no verdicts are kept. */
const CALLS_BEFORE_CACHING = 20_000;

/** Violations of the value, at most as many as asked for. */
export function findViolations(
  value: unknown,
  target: ResolvedSchema,
  options: ValidationOptions,
): readonly Violation[] {
  const validator = new SchemaValidator(options);
  const context = validator.start({ resource: target.home, outer: undefined });
  if (!validator.validate(target.value, value, context) && validator.violations.length === 0)
    return [{ pointer: '', message: 'does not match the schema' }];
  return validator.violations.slice(0, options.maxViolations);
}

class SchemaValidator implements Validator {
  readonly #options: ValidationOptions;
  readonly #steps = new WeakMap<SchemaObject, Steps>();
  readonly violations: Violation[] = [];
  readonly tracksEvaluation: boolean;
  collectsViolations = true;
  #depth = 0;
  #calls = 0;
  readonly #verdicts: VerdictCache;

  constructor(options: ValidationOptions) {
    this.#options = options;
    this.tracksEvaluation = options.registry.tracksEvaluation;
    this.#verdicts = new VerdictCache(options.registry.hasDynamicReferences);
  }

  start(scope: DynamicScope): ValidationContext {
    const { resource } = scope;
    return { schema: {}, resource, scope, pointer: '', evaluated: noneEvaluated(), validator: this };
  }

  fail({ pointer }: ValidationContext, message: string): false {
    const { violations } = this;
    // A schema that is applied twice would report the same violation twice.
    const isNew = (): boolean => !violations.some((it) => it.pointer === pointer && it.message === message);
    if (this.collectsViolations && violations.length < this.#options.maxViolations && isNew())
      violations.push({ pointer, message });
    return false;
  }

  apply(schema: unknown, instance: unknown, context: ValidationContext, step?: string | number): boolean {
    if (step === undefined) return this.validate(schema, instance, context);
    const pointer = this.collectsViolations ? context.pointer + pointerStep(step) : '';
    return this.validate(schema, instance, { ...context, pointer, evaluated: noneEvaluated() });
  }

  test(schema: unknown, instance: unknown, context: ValidationContext): boolean {
    const before = this.collectsViolations;
    this.collectsViolations = false;
    const valid = this.validate(schema, instance, context);
    this.collectsViolations = before;
    return valid;
  }

  isUnneeded(key: string, { schema, resource }: ValidationContext): boolean {
    const { unneeded, registry } = this.#options;
    if (unneeded === undefined) return false;
    let place: ResolvedSchema = {
      value: member(asObject(member(schema, 'properties')), key),
      home: resource,
    };
    for (let steps = 0; steps < MAX_REFERENCE_STEPS && isSchemaObject(place.value); steps++) {
      if (member(place.value, unneeded) === true) return true;
      const reference = member(place.value, '$ref');
      if (typeof reference !== 'string') return false;
      place = registry.resolve(reference, place.home);
    }
    return false;
  }

  matches(pattern: string, text: string): boolean {
    return this.#options.matches(pattern, text);
  }

  applyReference(
    reference: string,
    instance: unknown,
    context: ValidationContext,
    kind: 'static' | 'dynamic' | 'recursive',
  ): boolean {
    const found = this.#options.registry.resolve(reference, context.resource);
    const target =
      kind === 'static'
        ? found
        : kind === 'dynamic'
          ? dynamicTarget(found, reference, context)
          : recursiveTarget(found, context);
    return this.validate(target.value, instance, { ...context, resource: target.home });
  }

  /** Validates a value; the outer context has its pointer and the schemas that led to this one. */
  validate(schema: unknown, instance: unknown, outer: ValidationContext): boolean {
    spendSteps(1);
    if (schema === true || schema === undefined) return true;
    if (schema === false) return this.fail(outer, 'must not be there');
    if (!isSchemaObject(schema)) throw new SchemaProblem('a schema is neither an object nor a boolean');
    const resource = this.#options.registry.resourceOf(schema) ?? outer.resource;
    if (instance === null && isNullable(schema, resource.dialect)) return true;
    const scope =
      resource === outer.scope.resource ? outer.scope : this.#verdicts.enter(resource, outer.scope);
    const evaluated = noneEvaluated();
    const context: ValidationContext = {
      schema,
      resource,
      scope,
      pointer: outer.pointer,
      evaluated,
      validator: this,
    };
    const steps = this.#stepsOf(schema, resource.dialect);
    // Only schemas that are applied many times to the same value need the cache.
    const isCached = ++this.#calls > CALLS_BEFORE_CACHING && !steps.isPlain;
    const valid = isCached
      ? this.#applyCached(instance, context, steps)
      : this.#apply(instance, context, steps);
    // What a schema evaluated counts only where the value is valid against it.
    if (valid && this.tracksEvaluation) merge(evaluated, outer.evaluated);
    return valid;
  }

  #apply(instance: unknown, context: ValidationContext, { list }: Steps): boolean {
    if (++this.#depth > MAX_DEPTH) throw new SchemaProblem('a reference of the schema leads back to itself');
    let valid = true;
    for (const [check, value] of list) {
      if (check(value, instance, context)) continue;
      valid = false;
      if (!this.collectsViolations) break;
    }
    this.#depth--;
    return valid;
  }

  /** The same with the cache of verdicts. */
  #applyCached(instance: unknown, context: ValidationContext, steps: Steps): boolean {
    const { schema, scope, pointer, evaluated } = context;
    const verdicts = this.#verdicts.verdicts(schema, scope, this.collectsViolations);
    const key = VerdictCache.key(instance, pointer, this.collectsViolations);
    const cached = verdicts.get(key);
    if (cached !== undefined) {
      if (this.tracksEvaluation) merge(cached.evaluated, evaluated);
      return cached.valid;
    }
    const valid = this.#apply(instance, context, steps);
    verdicts.set(key, { valid, evaluated });
    return valid;
  }

  #stepsOf(schema: SchemaObject, dialect: Dialect): Steps {
    const cached = this.#steps.get(schema);
    if (cached) return cached;
    const list: Step[] = [];
    let isPlain = true;
    const refAlone = dialect.hidesRefSiblings && typeof member(schema, '$ref') === 'string';
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

function noneEvaluated(): Evaluated {
  return { properties: new Set(), items: new Set() };
}

function merge(from: Evaluated, into: Evaluated): void {
  for (const key of from.properties) into.properties.add(key);
  for (const index of from.items) into.items.add(index);
}

/** JSON Schema 2020-12 section 8.2.3.2: the outermost schema with that dynamic anchor. */
function dynamicTarget(
  found: ResolvedSchema,
  reference: string,
  { scope }: ValidationContext,
): ResolvedSchema {
  const { fragment: name } = splitReference(reference);
  if (found.home.dynamicAnchors.get(name) !== found.value) return found;
  let best = found;
  for (let at: DynamicScope | undefined = scope; at; at = at.outer) {
    const value = at.resource.dynamicAnchors.get(name);
    if (value) best = { value, home: at.resource };
  }
  return best;
}

/** JSON Schema 2019-09 section 8.2.4.2. */
function recursiveTarget(found: ResolvedSchema, { scope }: ValidationContext): ResolvedSchema {
  if (!found.home.hasRecursiveAnchor) return found;
  let best: SchemaResource = found.home;
  for (let at: DynamicScope | undefined = scope; at; at = at.outer)
    if (at.resource.hasRecursiveAnchor) best = at.resource;
  return { value: best.root, home: best };
}
