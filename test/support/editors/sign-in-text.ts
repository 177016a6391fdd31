/** A small request file with every kind of name. */
import { dedent } from '../dedent.js';

export const SIGN_IN_TEXT = dedent`
  @host = http://127.0.0.1
  ### sign in
  # @name login
  POST {{host}}/login?id={{$uuid}}

  {
    "user": "{{user}}"
  }

  >>>capture
  token from body.token
  global user from body.user
  <<<

  ### orders
  # @depends login
  # @set n = 1
  GET {{host}}/{{login.token}}

  ###
  // nothing here
`;
