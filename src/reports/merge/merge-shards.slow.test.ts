/** The same with all of the generated cases. */
import './merge-shards.test.js';
