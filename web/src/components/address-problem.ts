/** The problem of a typed address; empty if the server would accept it or nothing is typed yet. */
export function addressProblem(text: string): string {
  if (text === '') return '';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'An address starts with http:// or https://.';
  if (!URL.canParse(text)) return 'This is not an address.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'An address without user name and password.';
  return /[?#]/.test(text) ? 'An address without “?” and “#”.' : '';
}
