import { requireNode } from './setup/node-version.mjs';

requireNode();
// Imported only now: an old Node could not even read the rest.
import('./setup/hand-over.mjs').then(({ handOver }) => handOver(process.argv[2] ?? ''));
