import { describe } from 'vitest';
import { describeLongHistory } from './history-suite.js';
import { SQLITE } from './store-under-test.js';

describe('on SQLite', () => describeLongHistory(SQLITE));
