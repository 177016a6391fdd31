import { deferred } from '../../components/deferred.js';
import type { HeaderViewProps } from '../body/header-view.js';

/** Headers with search; the code is loaded with the first ones. */
export const HeaderTable = deferred<HeaderViewProps>(
  async () => (await import('../body/header-view.js')).HeaderView,
);
