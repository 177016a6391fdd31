/** References (`$ref`; RFC 3986): each kind of document decides where an address leads. */
import { valueAtPointer } from '../../../primitives/json-pointer.js';

/** A value, and the document or resource from which its references start. */
export interface Located<Home> {
  readonly value: unknown;
  readonly home: Home;
}

/** The address is empty for the same document; the fragment stays encoded. */
export function splitReference(reference: string): { readonly address: string; readonly fragment: string } {
  const hash = reference.indexOf('#');
  if (hash < 0) return { address: reference, fragment: '' };
  return { address: reference.slice(0, hash), fragment: reference.slice(hash + 1) };
}

/** What a decoded fragment names: the whole document, the place of a JSON Pointer, or an anchor. */
export function valueAtFragment<Home extends { readonly root: unknown }>(
  home: Home,
  fragment: string,
  anchorsOf: (home: Home) => ReadonlyMap<string, unknown>,
): unknown {
  if (fragment === '') return home.root;
  return fragment.startsWith('/') ? valueAtPointer(home.root, fragment) : anchorsOf(home).get(fragment);
}
