/** The Redis of the run, and those of tests that do to it what no other test may see. */
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import { NO_REDIS } from '../../../scripts/machines/redis.mjs';
import { converse, openRedis, type RedisOptions, type RedisServer } from './kept-redis.js';
import { sharedServer } from './shared-server.js';

export type { RedisServer } from './kept-redis.js';

/** Ended after the test that calls it, or after the tests of the file while that is collected or in `beforeAll`. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const found = inject('redis');
  if (found === undefined) throw new Error(`There is no Redis that starts: ${NO_REDIS}`);
  const { server, close } = await openRedis(found, options);
  const whenOver = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  whenOver(close);
  return server;
}

/** What tests may do with the Redis of the run: it is neither stopped nor emptied, and each has queues of its own. */
export type SharedRedis = Pick<RedisServer, 'port' | 'url' | 'command'>;

export async function sharedRedis(): Promise<SharedRedis> {
  const place = (await sharedServer('redis')) as Pick<RedisServer, 'port' | 'url'> | undefined;
  if (place === undefined) return startRedis();
  return { ...place, command: (...words) => converse(place.port, words) };
}
