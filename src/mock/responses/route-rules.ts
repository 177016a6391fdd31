/** What decides which of several routes of one method and path responds to a request. It consists of JSON only. */
import type { Conditional } from '../../request-file/model/model.js';

export interface RouteRules {
  /** What the request of the route is written with; an incoming request has to carry all of it. */
  readonly parts: readonly WrittenPart[];
  /** Parts whose values are not known before a run. They decide only between routes that match equally well. */
  readonly open: readonly PartPlace[];
  readonly hasBody: boolean;
  /** Those of `@mock.when`, which count instead of the parts. */
  readonly conditions?: readonly RuleCondition[];
}

export type PartPlace =
  | { readonly in: 'query' | 'header' | 'cookie' | 'form'; readonly name: string }
  | { readonly in: 'json'; readonly path: readonly (string | number)[] }
  /** The whole body, or the query of GraphQL. */
  | { readonly in: 'text' | 'graphql' };

export type WrittenPart = PartPlace & {
  /** The value as `part-keys.ts` reads it. */
  readonly key: string;
  /** The value contains a secret, so that it is not shown. */
  readonly isSecret?: true;
  /** Set instead of a key for a text with values that are not known: what stands around them. */
  readonly pieces?: readonly string[];
};

export interface RuleCondition {
  /** Its placeholders are `{{v0}}`, `{{v1}}` and so on. */
  readonly conditional: Conditional;
  /** The texts of `v0`, `v1` and so on; null for one without a value, with which no comparison holds. */
  readonly values: Readonly<Record<string, string | null>>;
  /** As written in the file, in the order of `when` and then `unless`. */
  readonly written: readonly string[];
  /** A value is secret, so that nothing that is compared with it is shown. */
  readonly isSecret?: true;
}
