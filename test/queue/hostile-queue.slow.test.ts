import { testHostileQueue } from '../support/queue/hostile-queue.js';

await testHostileQueue({ bits: 40, randomLength: 1_000_000 });
