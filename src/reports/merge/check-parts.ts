/** Whether the parts of a merge belong together and none is missing. */
import { ServiceError } from '../../errors.js';
import type { ReportedShard } from '../results/report-context.js';
import type { ResultPart } from './result-part.js';

export interface PartRules {
  /** Whether the caller has said that these are all parts that there are. */
  readonly areAllExpected: boolean;
  /** Whether a shard may be there more than once. */
  readonly allowsRepeatedShards: boolean;
}

/** Returns warnings; throws a ServiceError for parts that must not be merged. */
export function checkParts(
  parts: readonly ResultPart[],
  { areAllExpected, allowsRepeatedShards }: PartRules,
): readonly string[] {
  const shards = parts.filter(isShard);
  const [first] = shards;
  if (first === undefined) return [];
  const seen = new Map<number, ResultPart>();
  for (const part of shards) {
    if (!isSameSelection(first.shard, part.shard)) {
      throw new ServiceError('input', `${first.shown} and ${part.shown} are shards of different selections`);
    }
    const { index, count } = part.shard;
    const earlier = seen.get(index);
    if (earlier !== undefined && !allowsRepeatedShards) {
      throw new ServiceError(
        'input',
        `shard ${index} of ${count} is there twice (${earlier.shown}, ${part.shown})`,
      );
    }
    seen.set(index, part);
  }
  const missing = missingShards(seen, first.shard.count);
  if (missing.length > 0 && !areAllExpected) throw new ServiceError('input', missing.join('\n'));
  return missing;
}

type Shard = ResultPart & { readonly shard: ReportedShard };

function isShard(part: ResultPart): part is Shard {
  return part.shard !== undefined;
}

function isSameSelection(a: ReportedShard, b: ReportedShard): boolean {
  return (
    a.count === b.count &&
    a.files.length === b.files.length &&
    a.files.every((file, index) => file === b.files[index])
  );
}

/** The document may claim any count, so only some of the missing ones are listed. */
const MAX_LISTED = 10;

function missingShards(seen: ReadonlyMap<number, unknown>, count: number): string[] {
  const lines: string[] = [];
  const missing = count - seen.size;
  for (let index = 1; index <= count && lines.length < Math.min(missing, MAX_LISTED); index++) {
    if (!seen.has(index)) lines.push(`shard ${index} of ${count} is missing`);
  }
  if (missing > lines.length) lines.push(`${missing - lines.length} more are missing`);
  return lines;
}
