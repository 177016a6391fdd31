/** Fields whose limits depend on whether workers send the load. */
import type { TArray, TInteger, TNumber, TObject, TOptional, TSchema, TString } from 'typebox';
import { unitAdvice } from '../../primitives/duration.js';
import { Type } from '../../primitives/shapes/type.js';
import {
  LABEL_PATTERN,
  LOSS_ACTIONS,
  MAX_LABELS,
  MAX_WORKERS,
  WORKER_RULES,
} from '../../primitives/shapes/worker-choice.js';
import { LOCAL_LIMITS, WORKER_LIMITS, type LoadLimits } from '../../stress/plan/load-limits.js';
import { STAGE_RULES } from '../../stress/plan/stages.js';
import { stressRules } from '../../stress/plan/stress-options.js';

/** `shown` are the limits of the message. */
type CreateField<S extends TSchema> = (limits: LoadLimits, shown: LoadLimits) => S;
type Fields = Readonly<Record<string, unknown>>;

/** Of a start or a new profile: only a profile that it names can ask for workers too. */
export function sized<S extends TSchema>(create: CreateField<S>): S {
  return byWorkers(create, ({ profile }) => profile !== undefined && profile !== null && profile !== '');
}

/** Of a change: the profile may have workers already. */
export function sizedChange<S extends TSchema>(create: CreateField<S>): S {
  return byWorkers(create, ({ workers }) => workers === undefined);
}

/** As long as it is undecided who sends, the operation checks the smaller limits, which the message has already. */
function byWorkers<S extends TSchema>(create: CreateField<S>, isUndecided: (fields: Fields) => boolean): S {
  const local = create(LOCAL_LIMITS, LOCAL_LIMITS);
  const wide = create(WORKER_LIMITS, WORKER_LIMITS);
  const undecided = create(WORKER_LIMITS, LOCAL_LIMITS);
  const beside = (fields: Fields): S => {
    const { workers } = fields;
    if (workers !== undefined && workers !== null) return wide;
    return isUndecided(fields) ? undecided : local;
  };
  return { ...wide, beside };
}

export function rateIn({ rate }: LoadLimits, shown: LoadLimits): TNumber {
  return Type.Number({
    exclusiveMinimum: 0,
    maximum: rate,
    rule: stressRules(shown).rate,
    description: `At most ${LOCAL_LIMITS.rate} without workers.`,
  });
}

export function usersIn({ users }: LoadLimits, shown: LoadLimits): TInteger {
  return Type.Integer({
    minimum: 1,
    maximum: users,
    rule: stressRules(shown).vus,
    description: `At most ${LOCAL_LIMITS.users} without workers.`,
  });
}

type StageShape = TObject<{
  duration: TOptional<TString>;
  rate: TOptional<TNumber>;
  vus: TOptional<TInteger>;
}>;

// The operation checks that all have the same kind of target, and the sum of their times.
export function stagesIn(limits: LoadLimits, shown: LoadLimits): TArray<StageShape> {
  const rate = { minimum: 0, maximum: limits.rate, rule: `a number from 0 to ${shown.rate}` };
  const vus = { minimum: 0, maximum: limits.users, rule: `a whole number from 0 to ${shown.users}` };
  return Type.Array(
    Type.Object({
      duration: Type.Optional(Type.String({ rule: 'a duration of 0 or more', adviceFor: unitAdvice })),
      rate: Type.Optional(Type.Number(rate)),
      vus: Type.Optional(Type.Integer(vus)),
    }),
    { minItems: 1, maxItems: 100, rule: STAGE_RULES.count },
  );
}

export const workers = Type.Union([Type.Integer({ minimum: 1, maximum: MAX_WORKERS }), Type.Literal('all')], {
  rule: WORKER_RULES.workers,
});
export const minWorkers = Type.Integer({ minimum: 1, maximum: MAX_WORKERS });
export const onLoss = Type.Enum([...LOSS_ACTIONS]);
export const workerLabels = Type.Array(
  Type.String({ pattern: LABEL_PATTERN, rule: '1 to 32 of a-z, 0-9, "-" and "."' }),
  { maxItems: MAX_LABELS, rule: `an array of at most ${MAX_LABELS} labels` },
);
