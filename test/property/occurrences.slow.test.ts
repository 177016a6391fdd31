/** The same with all of the generated cases. */
import './occurrences.test.js';
