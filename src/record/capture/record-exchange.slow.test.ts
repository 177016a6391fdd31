/** The same with all of the generated cases. */
import './record-exchange.test.js';
