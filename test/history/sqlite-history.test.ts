import { describe } from 'vitest';
import { describeHistory } from './history-suite.js';
import { SQLITE } from './store-under-test.js';

describe('on SQLite', () => describeHistory(SQLITE));
