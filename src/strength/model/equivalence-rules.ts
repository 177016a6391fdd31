/** Changes that no test has to notice. */

export type EquivalenceRule =
  | 'same-order'
  | 'order-varies'
  | 'value-varies'
  | 'infrastructure-header'
  | 'repeated-element';

/** A sentence for each rule. */
export const EQUIVALENCE_RULES: Readonly<Record<EquivalenceRule, string>> = {
  'same-order': 'The elements of the list are equal, so that their order cannot change.',
  'order-varies': 'Earlier runs that passed gave the elements in another order.',
  'value-varies': 'The value differs between runs that passed, so that no test can know it.',
  'infrastructure-header': 'The header belongs to servers between API and client, not to the API.',
  'repeated-element': 'The list has equal elements already, so that one more means nothing new.',
};
