/** The same with all of the generated cases. */
import './near-word.test.js';
