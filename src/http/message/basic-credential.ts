/** The credentials of Basic authentication (RFC 7617). */
export function encodeBasicCredential(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
}
