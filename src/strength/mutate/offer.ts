/** A change that could be made, before it is known whether it is among the chosen ones. */
import type { Change } from '../model/mutant.js';
import type { MutationKind } from '../model/mutation-kinds.js';

export interface Offer {
  readonly kind: MutationKind;
  readonly change: Change;
  /** Follows the words of the kind, such as ` to created_at`; may be empty. */
  readonly detail: string;
}
