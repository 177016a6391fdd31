import { spanText } from './span-text.js';

/** An undefined value leaves the attribute out. */
export type Attribute = readonly [key: string, value: string | number | undefined];

interface OtlpAttribute {
  readonly key: string;
  /** A whole number is a text, as 64 bits are more than JSON numbers have. */
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

export function attributes(list: readonly Attribute[]): readonly OtlpAttribute[] {
  return list.flatMap(([key, value]) => {
    if (value === undefined) return [];
    return {
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: spanText(value) },
    };
  });
}
