/** The variables of the process that no flag names, and what each of them does. */
export const OTHER_VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ['SVC_VARIABLE_<name>', 'the value of the variable <name> in request files'],
  ['SVC_SECRET_<name>', 'the same for a secret, which is shown nowhere'],
  ['SVC_OAUTH_<id>', 'a token that svc auth login printed, for the commands of the same shell'],
  ['SVC_KEY_PASSPHRASE', 'the passphrase of the key of a client certificate'],
  ['SVC_HISTORY_URL', 'the PostgreSQL of the history of a team'],
  ['SVC_HISTORY_HOSTS', 'the hosts to which service.yaml may send a history'],
  ['SVC_ACTOR', 'who is noted as the one who started a run'],
  ['SVC_WORKER_KEY', 'the key that coordinators and workers share'],
  ['SVC_SEARCH_ENDPOINT', 'the address of the search of svc mcp serve'],
  ['SEARCH_API_KEY', 'the key for that search'],
  ['CI', 'true or 1: a run asks nobody and writes no new snapshot'],
  ['GITHUB_STEP_SUMMARY', 'the file that a run adds its summary to'],
  ['NO_COLOR, FORCE_COLOR', 'colours are never, or always, used'],
  ['COLUMNS', 'the width of help texts'],
  ['XDG_DATA_HOME, XDG_CONFIG_HOME', 'where svc completion writes with --install'],
];

/** Files that svc reads or writes without being told their names. */
export const FILES: readonly (readonly [name: string, meaning: string])[] = [
  ['service.yaml, service.yml', 'settings, environments and secrets of the folder and those below it'],
  ['*.http, *.spec', 'request files'],
  ['http-client.env.json, http-client.private.env.json', 'environments of other clients, read as they are'],
  ['__snapshots__', 'values that responses are compared with'],
  ['~/.svc', 'the history, and the ports of mock servers and recorders that run'],
];
