import type { ServedPorts } from '../../src/http/served-ports.js';

/** For tests in which nobody asks which ports show pages of others. */
export const NO_PORTS: ServedPorts = {
  add: async () => async () => undefined,
  has: async () => false,
};
