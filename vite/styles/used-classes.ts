import type { Expression, Node } from 'estree';
import { walk } from 'estree-walker';
import type { PassedProps } from './passed-props.ts';

/** A module's classes by the names under which Polaris' components know them. */
export type ClassMap = ReadonlyMap<string, string>;

/** The classes in the map that a module exports. */
export function classMapOf(module: Node): ClassMap {
  const classes = new Map<string, string>();
  const enter = (node: Node): void => {
    if (node.type !== 'Property' || node.value.type !== 'Literal') return;
    const name = node.key.type === 'Identifier' ? node.key.name : literalText(node.key);
    if (name !== undefined) classes.set(name, String(node.value.value));
  };
  walk(module, { enter });
  return classes;
}

/**
 * The classes of a map that a component's module can set. Left out is what stands behind a prop that is passed nowhere, as
 * in `hasZebraStriping && styles.ZebraStriping`.
 * @param local the map's name in the module
 */
export function usedClasses(
  module: Node,
  local: string,
  classes: ClassMap,
  passed: PassedProps,
): Set<string> {
  const used = new Set<string>();
  const ancestors: Node[] = [];
  walk(module, {
    enter(node, parent) {
      ancestors.push(node);
      if (node.type !== 'Identifier' || node.name !== local || !parent) return;
      if (parent.type === 'ImportDefaultSpecifier') return;
      const isMember = parent.type === 'MemberExpression' && parent.object === node;
      const takes = isMember ? namesTaken(parent.property, parent.computed) : () => true;
      if (isMember && isBehindUnpassedProp(ancestors, passed)) return;
      for (const [name, value] of classes) if (takes(name)) used.add(value);
    },
    leave() {
      ancestors.pop();
    },
  });
  return used;
}

type Takes = (name: string) => boolean;

/** Which names `styles.name`, `styles['name']`, `` styles[`name-${…}`] `` or `styles[variationName('name', …)]` can mean. */
function namesTaken(property: Node, computed: boolean): Takes {
  if (!computed) return (name) => property.type === 'Identifier' && name === property.name;
  const whole = literalText(property);
  if (whole !== undefined) return (name) => name === whole;
  const start = startOf(property);
  return (name) => name.startsWith(start);
}

function startOf(node: Node): string {
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked ?? '';
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return '';
  const [first] = node.arguments;
  return node.callee.name === 'variationName' && first ? (literalText(first) ?? '') : '';
}

function literalText(node: Node): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function isBehindUnpassedProp(ancestors: readonly Node[], passed: PassedProps): boolean {
  return ancestors.some((node, at) => {
    if (node.type !== 'LogicalExpression' || node.operator !== '&&') return false;
    // Only what stands to the left decides.
    if (ancestors[at + 1] !== node.right) return false;
    return conditionsIn(node.left).some((condition) => isNeverMet(condition, ancestors, passed));
  });
}

function conditionsIn(node: Expression): Expression[] {
  return node.type === 'LogicalExpression' && node.operator === '&&'
    ? [...conditionsIn(node.left), ...conditionsIn(node.right)]
    : [node];
}

/** Whether a condition, `prop` or `prop === 'value'`, asks for what is neither passed nor the prop's default. */
function isNeverMet(condition: Expression, ancestors: readonly Node[], passed: PassedProps) {
  const isEqual = condition.type === 'BinaryExpression' && condition.operator === '===';
  const prop = isEqual ? condition.left : condition;
  if (prop.type !== 'Identifier') return false;
  const asked = isEqual ? literalText(condition.right) : undefined;
  if (isEqual && asked === undefined) return false;
  const taken = propTaken(ancestors, prop.name);
  if (!taken || passed.mayBePassed(taken.component, taken.prop)) return false;
  if (taken.standard === undefined) return true;
  if (taken.standard.type !== 'Literal') return false;
  return isEqual ? taken.standard.value !== asked : !taken.standard.value;
}

type PropTaken = { component: string; prop: string; standard: Expression | undefined };

/** The prop that a variable holds by `function Component({ prop: variable = standard })`. */
function propTaken(ancestors: readonly Node[], variable: string): PropTaken | undefined {
  for (const node of ancestors.toReversed()) {
    if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression') continue;
    const [props] = node.params;
    if (!node.id || props?.type !== 'ObjectPattern') continue;
    for (const each of props.properties) {
      if (each.type !== 'Property' || each.key.type !== 'Identifier') continue;
      const { value } = each;
      const held = value.type === 'AssignmentPattern' ? value.left : value;
      if (held.type !== 'Identifier' || held.name !== variable) continue;
      const standard = value.type === 'AssignmentPattern' ? value.right : undefined;
      return { component: node.id.name, prop: each.key.name, standard };
    }
  }
  return undefined;
}
