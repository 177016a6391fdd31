import { testHostileQueue } from '../support/queue/hostile-queue.js';

await testHostileQueue({ bits: 1000, randomLength: 100_000_000 });
