/** The character classes of ECMAScript for the linear engine, whose own classes contain fewer characters. */

/** White space and line ends (ECMA-262, CharacterClassEscape :: s). */
const SPACES =
  '\\x09-\\x0d\\x20\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NOT_SPACES =
  '\\x00-\\x08\\x0e-\\x1f\\x21-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/** Members of a bracket expression for `\d` and the like. */
export const CLASS_MEMBERS: Readonly<Record<string, string>> = {
  d: '0-9',
  D: '\\x00-\\x2f\\x3a-\\x{10ffff}',
  w: '0-9A-Za-z_',
  W: '\\x00-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\x{10ffff}',
  s: SPACES,
  S: NOT_SPACES,
};

export const ANYTHING = '[\\x00-\\x{10ffff}]';
export const NOTHING = '[^\\x00-\\x{10ffff}]';
/** `.` does not match any line end of ECMAScript. */
export const NOT_LINE_END = '[^\\n\\r\\x{2028}\\x{2029}]';

const CATEGORY = /^(?:C[cfnos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;

/** The name of a property that both engines have; undefined for others. */
export function findSharedProperty(written: string): string | undefined {
  const [, name, value] = /^(?:(gc|General_Category|sc|Script)=)?(\w+)$/.exec(written) ?? [];
  if (value === undefined) return undefined;
  if (name === 'sc' || name === 'Script') return value;
  // The linear engine has no table of unassigned code points.
  return CATEGORY.test(value) && value !== 'Cn' && value !== 'C' ? value : undefined;
}

export function codePoint(code: number): string {
  return `\\x{${code.toString(16)}}`;
}
