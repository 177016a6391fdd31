/** What the methods of authentication need to be kept secret. */
type AuthSecrets = Readonly<
  Record<
    | 'bearer'
    | 'basicPassword'
    | 'headerKey'
    | 'queryKey'
    | 'digestPassword'
    | 'cloudSecret'
    | 'cloudSession'
    | 'clientSecret'
    | 'userPassword',
    string
  >
>;

/** A request for each method of authentication, as text of a request file. */
export function authRequests(url: string, secrets: AuthSecrets): string {
  return `### bearer
# @auth bearer ${secrets.bearer}
GET ${url}/echo

### basic
# @auth basic ada, ${secrets.basicPassword}
GET ${url}/echo

### header key
# @auth apiKey X-Desk-Key, ${secrets.headerKey}
GET ${url}/echo

### query key
# @auth apiKeyQuery desk_key, ${secrets.queryKey}
GET ${url}/echo

### digest
# @auth digest ada, ${secrets.digestPassword}
GET ${url}/digest

### cloud
# @auth cloudsig AKIDEXAMPLE, ${secrets.cloudSecret}, eu-north-1, desk, ${secrets.cloudSession}
GET ${url}/echo

### client
# @auth oauth2 client_credentials ${url}/token, app, ${secrets.clientSecret}
GET ${url}/echo

### user
# @auth oauth2 password ${url}/token, app, ${secrets.clientSecret}, grace, ${secrets.userPassword}
GET ${url}/echo

### refused
# @auth oauth2 client_credentials ${url}/refused, app, ${secrets.clientSecret}
GET ${url}/echo

`;
}
