/** What people type by mistake or bring from other tools: the exit code, the command line and the message. */
const TABLE = `
64 | test | unknown command "test"; did you mean "run"?
64 | tests | unknown command "tests"; did you mean "run"?
64 | test tests/ | unknown command "test"; did you mean "run"?
64 | load | unknown command "load"; did you mean "stress"?
64 | load tests/ | unknown command "load"; did you mean "stress"?
64 | bench | unknown command "bench"; did you mean "stress"?
64 | benchmark | unknown command "benchmark"; did you mean "stress"?
64 | k6 | unknown command "k6"; did you mean "stress"?
64 | k6 run tests/ | unknown command "k6"; did you mean "stress"?
64 | perf | unknown command "perf"; did you mean "stress"?
64 | start | unknown command "start"; did you mean "serve"?
64 | server | unknown command "server"; did you mean "serve"?
64 | web | unknown command "web"; did you mean "serve"?
64 | ui | unknown command "ui"; did you mean "serve"?
64 | open | unknown command "open"; did you mean "serve"?
64 | newman run shop.postman_collection.json | unknown command "newman"; did you mean "run"?
64 | watch | unknown command "watch"; did you mean "run --watch"?
64 | lint | unknown command "lint"; did you mean "validate"?
64 | check | unknown command "check"; did you mean "validate"?
64 | format | unknown command "format"; did you mean "fmt"?
64 | ls | unknown command "ls"; did you mean "list"?
64 | stub | unknown command "stub"; did you mean "mock"?
64 | proxy | unknown command "proxy"; did you mean "record"?
64 | capture | unknown command "capture"; did you mean "record"?
64 | curl http://127.0.0.1:9/ | unknown command "curl"; did you mean "fetch"?
64 | get http://127.0.0.1:9/ | unknown command "get"; did you mean "fetch"?
64 | post http://127.0.0.1:9/ | unknown command "post"; did you mean "fetch"?
64 | send | unknown command "send"; did you mean "fetch"?
64 | compare main.json branch.json | unknown command "compare"; did you mean "diff"?
64 | convert api.yaml | unknown command "convert"; did you mean "import"?
64 | openapi api.yaml | unknown command "openapi"; did you mean "import openapi"?
64 | postman shop.postman_collection.json | unknown command "postman"; did you mean "import collection"?
64 | insomnia | unknown command "insomnia"; did you mean "import clientexport"?
64 | bruno | unknown command "bruno"; did you mean "import bruno"?
64 | har | unknown command "har"; did you mean "import har"?
64 | verify | unknown command "verify"; did you mean "contract verify"?
64 | pact | unknown command "pact"; did you mean "contract verify"?
64 | login | unknown command "login"; did you mean "auth login"?
64 | new | unknown command "new"; did you mean "init"?
64 | create | unknown command "create"; did you mean "init"?
64 | setup | unknown command "setup"; did you mean "init"?
64 | man | unknown command "man"; did you mean "help"?
64 | Run | unknown command "Run"; did you mean "run"?
64 | rnu | unknown command "rnu"; did you mean "run"?
64 | runn | unknown command "runn"; did you mean "run"?
64 | strss | unknown command "strss"; did you mean "stress"?
64 | validat | unknown command "validat"; did you mean "validate"?
64 | vaildate | unknown command "vaildate"; did you mean "validate"?
64 | lst | unknown command "lst"; did you mean "list"?
64 | ftm | unknown command "ftm"; did you mean "fmt"?
64 | serv | unknown command "serv"; did you mean "serve"?
64 | moc | unknown command "moc"; did you mean "mock"?
64 | recrod | unknown command "recrod"; did you mean "record"?
64 | fetc | unknown command "fetc"; did you mean "fetch"?
64 | inti | unknown command "inti"; did you mean "init"?
64 | verison | unknown command "verison"; did you mean "version"?
64 | hlep | unknown command "hlep"; did you mean "help"?
64 | exprot | unknown command "exprot"; did you mean "export"?
64 | imprt | unknown command "imprt"; did you mean "import"?
64 | contrct | unknown command "contrct"; did you mean "contract"?
64 | histroy | unknown command "histroy"; did you mean "history"?
64 | tests/ | unknown command "tests/"; did you mean "svc run tests/"?
64 | ./tests | unknown command "./tests"; did you mean "svc run ./tests"?
64 | tests/orders.http | unknown command "tests/orders.http"; did you mean "svc run tests/orders.http"?
64 | orders.http | unknown command "orders.http"; did you mean "svc run orders.http"?
64 | orders.http:3 | unknown command "orders.http:3"; did you mean "svc run orders.http:3"?
64 | tests/oders.http | unknown command "tests/oders.http"; did you mean "svc run tests/orders.http"?
64 | tets/ | unknown command "tets/"; did you mean "svc run tests"?
64 | tets/orders.http | unknown command "tets/orders.http"; did you mean "svc run tests/orders.http"?
64 | http://127.0.0.1:9/x | unknown command "http://127.0.0.1:9/x"; did you mean "svc fetch http://127.0.0.1:9/x"?
64 | 127.0.0.1:9/x | unknown command "127.0.0.1:9/x"; did you mean "svc fetch 127.0.0.1:9/x"?
64 | localhost:9 | unknown command "localhost:9"; did you mean "svc fetch localhost:9"?
64 | api.yaml | unknown command "api.yaml"; a command comes first, such as run, validate or import
64 | a.hurl | unknown command "a.hurl"; it is a Hurl file; hurl --curl commands.txt a.hurl and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)
64 | shop.postman_collection.json | unknown command "shop.postman_collection.json"; it is a Postman collection; svc import collection shop.postman_collection.json -o tests/ converts it (docs/from-postman.md)
64 | shop.har | unknown command "shop.har"; it is an HTTP archive; svc import har shop.har -o tests/ converts it (docs/import-export.md)
64 | notes.txt | unknown command "notes.txt"; a command comes first, such as run, validate or import
64 | deploy | unknown command "deploy"
64 | import hurl | unknown format of svc import "hurl"; hurl --curl commands.txt tests.hurl and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)
64 | import hurl a.hurl | unknown format of svc import "hurl"; hurl --curl commands.txt tests.hurl and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)
64 | import swagger api.yaml | unknown format of svc import "swagger"; did you mean "openapi"?
64 | import opnapi api.yaml | unknown format of svc import "opnapi"; did you mean "openapi"? (valid: openapi, collection, curl, clientexport, har, bruno, http)
64 | import collections x.json | unknown format of svc import "collections"; did you mean "collection"? (valid: openapi, collection, curl, clientexport, har, bruno, http)
64 | import insomnai x | unknown format of svc import "insomnai"; valid: openapi, collection, curl, clientexport, har, bruno, http
64 | import wget x | unknown format of svc import "wget"; did you mean "curl"?
64 | import wsdl x | unknown format of svc import "wsdl"; valid: openapi, collection, curl, clientexport, har, bruno, http
64 | import jetbrains tests | unknown format of svc import "jetbrains"; did you mean "http"?
64 | import shop.postman_collection.json | unknown format of svc import "shop.postman_collection.json"; it is a Postman collection; svc import collection shop.postman_collection.json -o tests/ converts it (docs/from-postman.md)
64 | import api.yaml | unknown format of svc import "api.yaml"; name its format first, such as svc import openapi api.yaml
64 | import a.hurl | unknown format of svc import "a.hurl"; it is a Hurl file; hurl --curl commands.txt a.hurl and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)
64 | import http tests | import http needs -o with a directory
64 | import http tests -o tests | the output directory lies in the source; name one outside of it
3 | import openapi api.yaml -o tests | could not write tests: it is a directory; name a file
3 | import openapi api.yaml -o tests/orders.http | tests/orders.http exists; --force replaces it; nothing was written
3 | import collection shop.postman_collection.json -o tests/orders.http | tests/orders.http exists; --force replaces it; nothing was written
64 | import openapi api.yaml --split tags -o out | unknown value of --split "tags"; did you mean "tag"? (valid: tag)
64 | import openapi api.yaml --base-url shop | "shop" is not a value of --base-url; use an http:// or https:// URL
64 | import openapi api.yaml --strct | unknown flag "--strct"; did you mean "--strict"?
64 | export crl tests/orders.http | unknown format of svc export "crl"; did you mean "curl"? (valid: curl)
64 | export curl | missing argument <file>
2 | export curl tests/oders.http | tests/oders.http does not exist; did you mean tests/orders.http?
2 | export curl tests | tests is a directory; give one request file
64 | export curl tests/orders.http -n nosuch | no request in tests/orders.http matches --name nosuch
64 | export curl tests/orders.http -e stagin | environment "stagin" is not defined; did you mean "staging"? Defined: local, staging
64 | export json tests/orders.http | unknown format of svc export "json"; valid: curl
2 | run nosuch | nosuch does not exist; expected a .http, .rest or .spec file, or a directory
2 | run nosuch.http | nosuch.http does not exist; expected a .http, .rest or .spec file, or a directory
2 | run tets | tets does not exist; did you mean tests?
2 | run tets/ | tets/ does not exist; did you mean tests?
2 | run tests/oders.http | tests/oders.http does not exist; did you mean tests/orders.http?
2 | run tests/user | tests/user does not exist; did you mean tests/users?
2 | run tests/usrs/ | tests/usrs/ does not exist; did you mean tests/users?
2 | run tests/users/users | tests/users/users does not exist; did you mean tests/users/users.http?
2 | run tests/orders | tests/orders does not exist; did you mean tests/orders.http?
2 | run test/orders.http | test/orders.http does not exist; did you mean tests/orders.http?
2 | run notes.txt | notes.txt is not a request file; expected a .http, .rest or .spec file, or a directory
2 | run a.hurl | a.hurl is not a request file but a Hurl file; hurl --curl commands.txt a.hurl and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)
2 | run shop.postman_collection.json | shop.postman_collection.json is not a request file but a Postman collection; svc import collection shop.postman_collection.json -o tests/ converts it (docs/from-postman.md)
2 | run shop.har | shop.har is not a request file but an HTTP archive; svc import har shop.har -o tests/ converts it (docs/import-export.md)
2 | run api.yaml | api.yaml is not a request file; expected a .http, .rest or .spec file, or a directory
2 | run service.yaml | service.yaml is not a request file; expected a .http, .rest or .spec file, or a directory
64 | run empty | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
64 | run empty/ | no request in empty/: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
2 | run *.http | *.http does not exist; expected a .http, .rest or .spec file, or a directory
2 | run http://127.0.0.1:9/x | http://127.0.0.1:9/x is an address and no file; svc fetch http://127.0.0.1:9/x sends one request there
2 | run 127.0.0.1:9/x | 127.0.0.1:9/x does not exist; if it is an address, svc fetch 127.0.0.1:9/x sends one request there
64 | run tests -e stagin | environment "stagin" is not defined; did you mean "staging"? Defined: local, staging
64 | run tests -e prod | environment "prod" is not defined. Defined: local, staging
64 | run tests --env stagin | environment "stagin" is not defined; did you mean "staging"? Defined: local, staging
64 | run tests --evn staging | unknown flag "--evn"; did you mean "--env"?
64 | run tests --enviroment staging | unknown flag "--enviroment"
64 | run tests --environment staging | unknown flag "--environment"; did you mean --env <name>?
64 | run tests -n nosuch | no request in tests matches --name nosuch
64 | run tests -n Login | no request in tests matches --name Login; did you mean --name login?
64 | run tests -n loginn | no request in tests matches --name loginn; did you mean --name login?
64 | run tests -t nosuch | no request in tests matches --tags nosuch; tags: slow, smoke
64 | run tests -t smok | no request in tests matches --tags smok; did you mean --tags smoke?
64 | run tests -t smoke,nosuch -n x | no request in tests matches --name x --tags smoke,nosuch; tags: slow, smoke
64 | run tests --tag smoke | unknown flag "--tag"; did you mean "--tags"?
64 | run tests --exclude smoke | unknown flag "--exclude"; did you mean --exclude-tags <tag,...>?
64 | run tests/orders.http:900 | tests/orders.http:900 names no request: the file has 7 lines
64 | run tests --shard 5/4 | "5/4" is not a value of --shard; use i/n with i from 1 to n, such as 2/5
64 | run tests --shard 1 | "1" is not a value of --shard; use i/n with i from 1 to n, such as 2/5
64 | run tests --timeout 5 | "5" is not a value of --timeout; "5" has no unit; write 5ms, 5s, 5m or 5h
64 | run tests --timeout 5seconds | "5seconds" is not a value of --timeout; expected a duration such as 250ms, 1.5s or 1m30s
64 | run tests --retries -1 | "-1" is not a value of --retries; use a whole number of at least 0
64 | run tests --concurrency 0 | "0" is not a value of --concurrency; use a whole number above 0
64 | run tests --output xml | unknown value of --output "xml"; did you mean "html"? (valid: console, json, junit, tap, html, ctrf, github, har)
64 | run tests --output jsno | unknown value of --output "jsno"; did you mean "json"? (valid: console, json, junit, tap, html, ctrf, github, har)
64 | run tests -o | --output needs a value: --output <format>
64 | run tests --reporter json | unknown flag "--reporter"; did you mean --output <format>?
64 | run tests --report junit | "junit" is not a value of --report; use junit=path
64 | run tests --report xml=out.xml | "xml=out.xml" is not a value of --report; unknown format "xml"; did you mean "html"? (valid: console, json, junit, tap, html, ctrf, github, har)
64 | run tests --json | unknown flag "--json"; did you mean --output json?
64 | run tests --variable host | "host" is not a value of --variable; use name=value
64 | run tests --coverage | --coverage needs --openapi <path-or-url>
64 | run tests --workers 4 | --workers needs --queue, SVC_QUEUE or queue.url
64 | run tests --rate 50 | --rate needs --stress
64 | run tests --duration 30s | --duration needs --stress
64 | run tests --vus 5 | --vus needs --stress
64 | run tests --watch --shard 1/2 | --watch and --shard exclude each other
64 | run tests -env staging | "-env" means -e nv; did you mean "--env"?
64 | run tests --allow-shel | unknown flag "--allow-shel"; did you mean "--allow-shell"?
64 | run tests --bial | unknown flag "--bial"; did you mean "--bail"?
64 | run tests --no-histroy | unknown flag "--no-histroy"; did you mean "--no-history"?
64 | run --stress | missing argument <path>: a load test needs its files named
64 | run . --key k.pem | --key (SVC_KEY) needs --cert (SVC_CERT)
64 | run tests --http 3 | unknown value of --http "3"; valid: auto, 1.1, 2
3 | run tests --proxy socks5://127.0.0.1:9 | a SOCKS proxy cannot be used; give an http:// or https:// URL
64 | stress | missing argument <path>
2 | stress tets | tets does not exist; did you mean tests?
64 | stress empty | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
64 | stress tests -d 30 | "30" is not a value of --duration; "30" has no unit; write 30ms, 30s, 30m or 30h
64 | stress tests -d 0s | "0s" is not a value of --duration; it must be above 0
64 | stress tests --rps 5 | unknown flag "--rps"; did you mean --rate <number>?
64 | stress tests --profile evning | unknown profile "evning"; did you mean "evening"? (valid: evening)
64 | stress tests --threshold p95>200ms | "p95>200ms" is not a value of --threshold; p95 needs a duration, after < or <=, such as <250ms
64 | stress tests --threshold p96<200ms | "p96<200ms" is not a value of --threshold; unknown metric "p96"; use one of p50, p95, p99, max, mean, errors, rps
64 | stress tests -e stagin | environment "stagin" is not defined; did you mean "staging"? Defined: local, staging
64 | stress tests --users 5 | unknown flag "--users"; did you mean --vus <number>?
64 | stress tests --output junit | junit is not a format of a load test; use console or json
2 | validate tets | tets does not exist; did you mean tests?
2 | validate tests/oders.http | tests/oders.http does not exist; did you mean tests/orders.http?
64 | validate empty | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
64 | validate --strict empty | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
2 | validate notes.txt | notes.txt is not a request file; expected a .http, .rest or .spec file, or a directory
2 | validate a.hurl | a.hurl is not a request file but a Hurl file; hurl --curl commands.txt a.hurl and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)
64 | validate --schema confg | unknown value of --schema "confg"; did you mean "config"? (valid: config, results, diff, strength, stress)
64 | validate --jsno | unknown flag "--jsno"; did you mean "--json"? (valid: --json, --strict, --schema, --verbose, --quiet, --color, --no-color, --help)
2 | fmt tets | tets does not exist; did you mean tests?
64 | fmt empty | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
64 | fmt --check empty | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
64 | fmt --chek | unknown flag "--chek"; did you mean "--check"? (valid: --check, --stdout, --verbose, --quiet, --color, --no-color, --help)
2 | fmt notes.txt | notes.txt is not a request file; expected a .http, .rest or .spec file, or a directory
2 | list tets | tets does not exist; did you mean tests?
64 | list empty | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
64 | list -t nosuch | no request in the current directory matches --tags nosuch; tags: slow, smoke
64 | list -n nosuch | no request in the current directory matches --name nosuch
64 | mock | missing argument <path>
2 | mock tets | tets does not exist; did you mean tests?
64 | mock empty | no routes in empty
2 | mock notes.txt | notes.txt is not a request file; expected a .http, .rest or .spec file, or a directory
64 | mock tests -e stagin | environment "stagin" is not defined; did you mean "staging"? Defined: local, staging
64 | mock tests --port web | "web" is not a value of --port; use a whole number from 0 to 65535
64 | mock tests --port 99999 | "99999" is not a value of --port; use a whole number from 0 to 65535
64 | record | --target is required: the http or https URL that requests go to
64 | record --target | --target needs a value: --target <url>
64 | record --target example.test | --target must be an http or https URL with a host and without credentials, query or fragment
64 | record --traget http://127.0.0.1:9 | unknown flag "--traget"; did you mean "--target"?
64 | record tests | unexpected argument "tests"; the command takes no argument
3 | serve tets | cannot use the workspace tets: no such file or directory; did you mean tests?
3 | serve nosuch | cannot use the workspace nosuch: no such file or directory; give a directory that can be read
64 | serve tests --prot 1 | unknown flag "--prot"; did you mean "--port"?
64 | serve --port abc | "abc" is not a value of --port; use a whole number from 0 to 65535
64 | contract check | unknown command of svc contract "check"; valid: verify
64 | contract verify | missing argument <dir-or-file>
64 | contract verify tests | --provider is required: the address of the provider to verify
2 | contract verify tets --provider http://127.0.0.1:9 | tets does not exist; did you mean tests?
64 | contract verify tests --provider 127.0.0.1 | "127.0.0.1" is not a value of --provider; use an http or https URL with a host and without credentials, query or fragment
64 | contract verify empty --provider http://127.0.0.1:9 | no request in empty: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one
64 | contract verify tests --providr http://127.0.0.1:9 | unknown flag "--providr"; did you mean "--provider"?
64 | diff | missing argument <baseline>
64 | diff main.json | missing argument <current>
3 | diff notes.txt notes.txt | notes.txt is not JSON (line 1, column 1); write one with svc run --output json --output-file <file>
3 | diff tests tests | tests has no results document; put the .json files of the runs into it
64 | fetch | missing argument <url-or-file>
2 | fetch tests/oders.http | tests/oders.http does not exist; did you mean tests/orders.http?
2 | fetch nosuch | nosuch does not exist; expected a .http, .rest or .spec file, or a directory
64 | fetch tests/orders.http | tests/orders.http holds 2 requests; pass --name or --index
64 | fetch tests/orders.http -n nosuch | no request in tests/orders.http matches --name nosuch
64 | fetch tests/orders.http --index 9 | tests/orders.http has 2 requests; index 9 does not exist
64 | fetch ftp://127.0.0.1/ | ftp://127.0.0.1/ is not an http:// or https:// URL
64 | fetch http:// | the URL: no host
64 | fetch http://127.0.0.1:9/ --format xml | unknown value of --format "xml"; valid: raw, text, markdown, json
64 | report merg | unknown command of svc report "merg"; did you mean "merge"? (valid: merge)
64 | report merge | missing argument <results>
3 | report merge empty | empty has no results document; put the .json files of the runs into it
64 | history lst | unknown command of svc history "lst"; did you mean "list"? (valid: status, list, push, migrate)
64 | strength | the history is switched off, so that there are no responses: use --run
2 | strength tets | tets does not exist; did you mean tests?
64 | strength tests -e stagin | environment "stagin" is not defined; did you mean "staging"? Defined: local, staging
64 | init tests | unexpected argument "tests"; the command takes no argument
64 | init --forc | unknown flag "--forc"; did you mean "--force"? (valid: --force, --verbose, --quiet, --color, --no-color, --help)
64 | completion | missing argument <shell>: bash, zsh, fish, powershell
64 | completion bsh | unknown shell "bsh"; did you mean "bash"? (valid: bash, zsh, fish, powershell)
64 | version --jsn | unknown flag "--jsn"; did you mean "--json"? (valid: --json, --verbose, --quiet, --color, --no-color, --help)
64 | help rnu | unknown command "rnu"; did you mean "run"?
64 | help import hurl | unknown format of svc import "hurl"; hurl --curl commands.txt tests.hurl and then svc import curl @commands.txt -o tests.http convert it (docs/from-hurl.md)
64 | auth logn | unknown command of svc auth "logn"; did you mean "login"? (valid: login)
64 | auth login | missing argument <file>
2 | auth login tests/orders.http | no request in tests/orders.http needs a person to sign in; write # @auth oauth2 device_code or # @auth oauth2 authorization_code
64 | mcp srve | unknown command of svc mcp "srve"; did you mean "serve"? (valid: serve)
3 | mcp serve --workspace tets | cannot use the workspace tets: no such file or directory; did you mean tests?
64 | mcp serve tests | unexpected argument "tests"; the command takes no argument; see svc mcp serve --help
64 | workers | svc workers needs --queue or SVC_QUEUE
64 | worker | svc worker needs --queue or SVC_QUEUE
64 | lsp tests | unexpected argument "tests"; the command takes no argument; see svc lsp --help
3 | import openapi apo.yaml | cannot read apo.yaml: no such file or directory; did you mean api.yaml?
3 | run tests --config servce.yaml | config file servce.yaml does not exist; did you mean service.yaml?
3 | run tests --env-file ap.yaml | cannot read dotenv file ap.yaml: no such file or directory; did you mean api.yaml?
3 | import bruno test | cannot read test: no such file or directory; did you mean tests?
64 | import openapi | missing argument <source>
`;

export interface Mistyped {
  readonly code: number;
  readonly line: string;
  readonly message: string;
}

export const MISTYPED: readonly Mistyped[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [code = '', line = '', message = ''] = row.split(' | ');
    return { code: Number(code), line, message };
  });

export const FILES: Readonly<Record<string, string>> = {
  'service.yaml': `defaultEnvironment: local
environments:
  local: { host: "http://127.0.0.1:9" }
  staging: { host: "http://127.0.0.1:9" }
history: { enabled: false }
stress: { profiles: { evening: { duration: 1s } } }
`,
  'tests/orders.http':
    '### login\n# @tags smoke\nGET {{host}}/login\n\n### createOrder\n# @tags slow\nPOST {{host}}/orders\n',
  'tests/users/users.http': '### users\nGET {{host}}/users\n',
  'empty/notes.txt': '',
  'notes.txt': 'notes',
  'a.hurl': 'GET http://127.0.0.1:9\n',
  'api.yaml': "openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: {} } }\n",
  'shop.har': '{}',
  'shop.postman_collection.json': JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'List', request: 'http://127.0.0.1:9/orders' }],
  }),
};
