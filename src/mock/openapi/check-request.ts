/** Checks a request against the description of its operation. */
import { SchemaProblem, type ResolvedSchema } from '../../evaluation/json-schema/references/registry.js';
import { MAX_NESTING } from '../../evaluation/bounded/limits.js';
import { parseJson } from '../../evaluation/values/json.js';
import type { ApiDescription } from './api-description.js';
import type { OperationPlan, PlannedParameter } from './operation-plan.js';
import { violationText } from './problem-text.js';
import { sentParameter, type ParameterSource } from './sent-parameters.js';
import { typedValue, type SentValue } from './typed-value.js';

/** Enough to work on; more would be noise. */
export const MAX_PROBLEMS = 10;

/** What is wrong with the parameters, in their order; at most MAX_PROBLEMS. */
export async function checkParameters(
  { parameters }: OperationPlan,
  from: ParameterSource,
  description: ApiDescription,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const parameter of parameters) {
    if (problems.length >= MAX_PROBLEMS) break;
    problems.push(...(await checkParameter(parameter, from, description)));
  }
  return problems.slice(0, MAX_PROBLEMS);
}

async function checkParameter(
  parameter: PlannedParameter,
  from: ParameterSource,
  description: ApiDescription,
): Promise<readonly string[]> {
  const { name, in: place, schema } = parameter;
  const where = `${place} ${name}`;
  const sent = sentParameter(parameter, from);
  if (sent === undefined) return parameter.isRequired ? [`${where} is required`] : [];
  if (schema === undefined || (sent === '' && parameter.allowsEmpty)) return [];
  if (!parameter.isJson) return checkSent(where, sent, schema, description);
  if (typeof sent !== 'string') return [];
  try {
    return await checkValue(where, parseJson(sent, MAX_NESTING), schema, description);
  } catch (error) {
    if (error instanceof SyntaxError) return [`${where} must be JSON`];
    throw error;
  }
}

/** A text may look like a number where the schema wants a text: it is right when either is. */
export async function checkSent(
  where: string,
  sent: SentValue,
  schema: ResolvedSchema,
  description: ApiDescription,
): Promise<readonly string[]> {
  const { registry } = description.schemas;
  const typed = typedValue(sent, [schema], registry, 'typed');
  const problems = await checkValue(where, typed, schema, description);
  if (problems.length === 0) return problems;
  const asText = typedValue(sent, [schema], registry, 'text');
  const others = await checkValue(where, asText, schema, description);
  return others.length === 0 ? others : problems;
}

/** A schema that cannot be used does not restrict anything. */
export async function checkValue(
  where: string,
  value: unknown,
  schema: ResolvedSchema,
  { schemas }: ApiDescription,
): Promise<readonly string[]> {
  try {
    const options = { maxViolations: MAX_PROBLEMS, unneeded: 'readOnly' } as const;
    const violations = await schemas.violations(value, schema, options);
    return violations.map((violation) => violationText(where, value, violation));
  } catch (error) {
    if (error instanceof SchemaProblem) return [];
    throw error;
  }
}
