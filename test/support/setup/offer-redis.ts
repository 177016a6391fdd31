import type { TestProject } from 'vitest/node';
import { findRedis, NO_REDIS } from '../../../scripts/machines/redis.mjs';

/** For a project of which only some files need a Redis: these are not run without one, except that CI must have it. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findRedis();
  const isLeftOut = process.argv.includes('!queue');
  if (found === undefined && process.env['CI'] === 'true' && !isLeftOut)
    throw new Error(`There is no Redis that starts: ${NO_REDIS}`);
  project.provide('redis', found);
}
