/** The text that carries DER in files, RFC 7468: base64 in lines of 64 characters. */
export function toPem(label: string, der: Buffer): string {
  // OpenSSL refuses an empty line, so that a last line may be full.
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
