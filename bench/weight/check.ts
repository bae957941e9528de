import { budgets, styleBudget } from './budgets.ts';
import { overBudget } from './over-budget.ts';
import { weighRoutes, weighStyles } from './weigh.ts';

// `npm test` runs this after the build: it prints how much each screen makes a browser load, and fails over budget.

const build = 'build';
for (const { route, bytes } of weighRoutes(build)) {
  console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${route}`);
}
console.log(`${(weighStyles(build) / 1024).toFixed(1).padStart(7)} KiB  style sheets`);

const complaints = overBudget(build, budgets, styleBudget);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
