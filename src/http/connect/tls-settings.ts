export interface TlsSettings {
  /** When false, any certificate is accepted. */
  readonly validate: boolean;
  /** PEM certificates, trusted beside the system's. */
  readonly ca?: string;
  /** Client certificate: PEM as text (its key may be inside), PKCS#12 as bytes. */
  readonly cert?: string | Uint8Array;
  /** The private key as PEM. */
  readonly key?: string;
  readonly passphrase?: string;
  /** Origins that get the client certificate, looked up at each new connection; undefined means every origin. */
  readonly clientCertificateOrigins?: ReadonlySet<string>;
}
