import type { TestProject } from 'vitest/node';
import { describeRedis, findRedis, NO_REDIS, type FoundRedis } from '../../../scripts/machines/redis.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined only where a project offers it without needing it. */
    readonly redis: FoundRedis | undefined;
  }
}

/** One search for all files. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findRedis();
  if (found === undefined) throw new Error(`There is no Redis that starts: ${NO_REDIS}`);
  console.log(`Redis: ${describeRedis(found)}`);
  project.provide('redis', found);
}
