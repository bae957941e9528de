import { weighRoutes, weighStyles } from './weigh.ts';

type Budgets = { default: number; [route: string]: number };

const kib = (bytes: number) => (bytes / 1024).toFixed(1);

/** Complaints about routes and styles over budget, and about budgets without a route. Budgets are KiB of gzip. */
export function overBudget(build: string, budgets: Budgets, styleBudget: number): string[] {
  const routes = weighRoutes(build);
  const names = new Set(routes.map(({ route }) => route));
  const gone = Object.keys(budgets).filter((name) => name !== 'default' && !names.has(name));
  const heavy = routes.flatMap((weight) => {
    const budget = budgets[weight.route] ?? budgets.default;
    if (weight.bytes <= budget * 1024) return [];
    return [
      `${weight.route} loads ${kib(weight.bytes)} KiB of JavaScript, and may load ${budget}.`,
    ];
  });
  const styles = weighStyles(build);
  return [
    ...gone.map((name) => `${name} has a budget and is no route.`),
    ...heavy,
    ...(styles > styleBudget * 1024
      ? [`The style sheets have ${kib(styles)} KiB, and may have ${styleBudget}.`]
      : []),
  ];
}
