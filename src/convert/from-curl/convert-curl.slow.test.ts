/** The same with all of the generated cases. */
import './convert-curl.test.js';
