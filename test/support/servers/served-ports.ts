import type { ServedPorts } from '../../../src/http/serving/served-ports.js';

/** For tests in which nobody asks which ports show pages of others. */
export const NO_PORTS: ServedPorts = {
  add: async () => ({ opened: () => undefined, release: async () => undefined }),
  has: async () => false,
};
