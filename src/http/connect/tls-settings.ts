export interface TlsSettings {
  /** False: any certificate is accepted. */
  readonly validate: boolean;
  /** PEM certificates, trusted beside the system's. */
  readonly ca?: string;
  /** Client certificate: PEM as text (its key may be inside), PKCS#12 as bytes. */
  readonly cert?: string | Uint8Array;
  /** PEM. */
  readonly key?: string;
  readonly passphrase?: string;
  /** `https://host[:port]`, looked up at each new connection; undefined: every origin gets the client certificate. */
  readonly clientCertificateOrigins?: ReadonlySet<string>;
}
