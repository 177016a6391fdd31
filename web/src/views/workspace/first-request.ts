/** The text of a new file. */

/**
 * With a base URL of the environment the first run works at once; a variable of the file would hide it. Without one the
 * file says what to set.
 */
export function firstRequest(environment: string, variables: Readonly<Record<string, unknown>>): string {
  return `${typeof variables['baseUrl'] === 'string' ? sharedBase(environment) : OWN_BASE}
### Read something
# @name readSomething
GET {{baseUrl}}/

>>>
# Any response but a server error passes; say what yours must be, such as: expect status 200
expect status < 500
<<<
`;
}

function sharedBase(environment: string): string {
  return `# {{baseUrl}} comes from the environment ${environment}. Ctrl+Enter runs the request at the cursor.
`;
}

const OWN_BASE = `# Set this to the address of your API; Ctrl+Enter runs the request at the cursor.
# Or give the environment a baseUrl and remove the line here.
@baseUrl = http://127.0.0.1:8080
`;
