/** The same with all of the generated cases. */
import './mock-alternatives.test.js';
