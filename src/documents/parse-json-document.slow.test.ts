/** The same with all of the generated cases. */
import './parse-json-document.test.js';
