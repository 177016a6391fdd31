/** Weights and think times of the picked requests. Placeholders are resolved after the setup. */
import { ServiceError } from '../../errors.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { readDirectiveDuration, readInteger } from '../../request-file/model/directive-values.js';
import { shownName } from '../../request-file/model/request-filter.js';
import type { FileContext } from '../../runner/file-context.js';
import type { Node, Owner } from '../../runner/plan/graph.js';
import type { RequestChain } from './load-plan.js';

export interface PickSettings {
  readonly weights: readonly number[];
  /** Milliseconds after the picked request; undefined where the value of the test applies. */
  readonly thinkTimes: readonly (number | undefined)[];
}

/** Throws ServiceError for a value that is no number, and when nothing can be picked. */
export async function resolvePickSettings(
  chains: readonly RequestChain[],
  fileOf: (owner: Owner) => Promise<FileContext>,
): Promise<PickSettings> {
  const weights: number[] = [];
  const thinkTimes: (number | undefined)[] = [];
  for (const { node } of chains) {
    const { metadata } = node.request;
    weights.push((await dynamicNumber(node, 'stress.weight', fileOf)) ?? metadata['stress.weight'] ?? 1);
    thinkTimes.push((await dynamicNumber(node, 'stress.think', fileOf)) ?? metadata['stress.think']);
  }
  if (weights.every((weight) => weight === 0)) {
    throw new ServiceError('usage', 'every request has the weight 0, so none is ever picked');
  }
  return { weights, thinkTimes };
}

const READERS = { 'stress.weight': readInteger, 'stress.think': readDirectiveDuration };

async function dynamicNumber(
  { request, owner }: Node,
  key: keyof typeof READERS,
  fileOf: (owner: Owner) => Promise<FileContext>,
): Promise<number | undefined> {
  const template = request.metadata.dynamicValues?.[key];
  if (template === undefined) return undefined;
  const value = READERS[key](textOf(template, await fileOf(owner)).trim());
  if (value !== undefined) return value;
  const rule = key === 'stress.weight' ? 'a whole number' : 'a duration';
  throw new ServiceError('usage', `@${key} of ${shownName(request)} needs ${rule} (${template})`);
}

function textOf(template: string, { scope }: FileContext): string {
  try {
    return scope.text(template);
  } catch (error) {
    if (error instanceof VariableFailure) throw new ServiceError('usage', error.message);
    throw error;
  }
}
