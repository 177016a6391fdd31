/** The same with all of the generated cases. */
import './suggestions.test.js';
