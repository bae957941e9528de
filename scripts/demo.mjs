import { requireNode } from './setup/node-version.mjs';

requireNode();
// Imported only now: an old Node could not even read the rest.
import('./commands/demo.mjs');
