import fc from 'fast-check';
import { SEED } from '../../../scripts/tests/seed.mjs';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
