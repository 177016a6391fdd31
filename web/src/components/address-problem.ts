/** What the server would say of an address that is typed, empty for a good one and for none yet. */
export function addressProblem(text: string): string {
  if (text === '') return '';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'An address starts with http:// or https://.';
  if (!URL.canParse(text)) return 'This is not an address.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'An address without user name and password.';
  return /[?#]/.test(text) ? 'An address without “?” and “#”.' : '';
}
