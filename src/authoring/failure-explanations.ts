/** Why requests fail, by `errorKind`, and what to do about it. */
import { explained, type Explanation } from './explanation.js';

export const FAILURE_EXPLANATIONS = {
  variable: explained(
    'A placeholder had no value, so that the request was not sent.',
    'Define the name in the file or the environment, or give it when you run the file.',
  ),
  condition: explained(
    'The service that `@waitFor` names was not ready in time.',
    'Start the service, correct the URL, or allow more time.',
  ),
  hook: explained(
    'A command of `@before` or `@after` failed or is not allowed.',
    'Run the command by hand, or allow hooks when you start svc.',
  ),
  shell: explained(
    'A command of a shell block failed or is not allowed.',
    'Run the command by hand, or allow shell blocks when you start svc.',
  ),
  db: explained(
    'The database could not be reached, refused the query, or is not allowed.',
    'Check the connection string and the query, or allow databases when you start svc.',
  ),
  syntax: explained(
    'The request has an error, so that it was not sent.',
    'Correct the line that the message names.',
  ),
  unsupported: explained(
    'Requests of this kind cannot be run by svc, so that this one was not sent.',
    'Leave it out with `# @skip` or a tag, or accept with `--skip-unsupported` that it is skipped.',
  ),
  worker: explained(
    'The worker that ran the request was lost before it reported a result.',
    'Look at the log of the worker, and run the request again.',
  ),
  internal: explained(
    'Something went wrong inside of svc, which is a defect of it.',
    'Report the defect with the request and the version.',
  ),
  dns: explained(
    'The name of the host could not be resolved to an address.',
    'Check the spelling of the host and whether this machine can resolve it.',
  ),
  connect: explained(
    'Nothing accepted the connection at this address and port.',
    'Check that the service is running and that host and port are right.',
  ),
  tls: explained(
    'The encrypted connection could not be set up, mostly because the certificate is not trusted.',
    'Give the certificate authority of the service, or correct the certificate.',
  ),
  timeout: explained(
    'The response did not come within the time limit.',
    'Look why the service is slow, or allow more time with `# @timeout`.',
  ),
  reset: explained(
    'The other side closed the connection before the response was complete.',
    'Look at the log of the service, and run the request again.',
  ),
  proxy: explained(
    'The proxy could not be reached or refused to pass the request on.',
    'Check the proxy and its credentials, or leave the host out of it.',
  ),
  redirects: explained(
    'The response led from one place to another too often.',
    'Check where the service redirects to, or add `# @no-redirect` to see the first response.',
  ),
  bodyLimit: explained(
    'The response is larger than may be read.',
    'Ask for less, or raise the limit for bodies.',
  ),
  decode: explained(
    'The response says that its body is compressed or encoded, but it cannot be decoded.',
    'Check the `Content-Encoding` of the service.',
  ),
  protocol: explained(
    'The URL, the method or the response is not valid HTTP.',
    'Correct the URL, or look at what the service sends.',
  ),
  auth: explained(
    'The credentials could not be built, or a token could not be fetched.',
    'Check the parameters of `# @auth` and the service that gives tokens.',
  ),
  file: explained(
    'A file that the request needs could not be read.',
    'Check that the file exists inside the workspace and can be read.',
  ),
  blocked: explained(
    'The operator of this server does not permit the host or the method, so that nothing was sent.',
    'Send to a permitted host, or ask the operator to add it with `--run-host` or to permit the method.',
  ),
  cancelled: explained(
    'The run was ended before the request was complete.',
    'Run it again without ending it.',
  ),
} as const satisfies Record<string, Explanation>;
