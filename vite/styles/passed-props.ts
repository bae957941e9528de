import type { CallExpression, Expression, Identifier, Node, Property, SpreadElement } from 'estree';
import { walk } from 'estree-walker';

type Argument = Expression | SpreadElement;

const elementMakers = new Set(['jsx', 'jsxs', 'createElement']);

/**
 * Which props are ever passed to components, read from the elements that modules make. A name stands for all components
 * that have it; where one is used in any other way than for an element, all props may be passed to it.
 */
export class PassedProps {
  private readonly props = new Map<string, Set<string>>();
  private readonly forwarding = new Map<string, Set<string>>();
  private readonly unknown = new Set<string>();
  /** Given to elements that exist already, of any component. */
  private readonly cloned = new Set<string>();

  constructor(modules: readonly Node[]) {
    for (const module of modules) this.read(module);
  }

  mayBePassed(component: string, prop: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (seen.has(component)) return false;
    if (this.unknown.has(component) || this.props.get(component)?.has(prop)) return true;
    if (this.cloned.has(prop) || this.cloned.has(anyName)) return true;
    const known = new Set([...seen, component]);
    const sources = [...(this.forwarding.get(component) ?? [])];
    return sources.some((source) => this.mayBePassed(source, prop, known));
  }

  private read(module: Node): void {
    const rests = restsOf(module);
    const expected = new Set<Node>();
    const enter = (node: Node, parent: Node | null): void => {
      if (node.type === 'CallExpression') {
        const [type, given] = node.arguments;
        const maker = calleeOf(node);
        if (maker === 'cloneElement') {
          for (const name of namesIn(given)) this.cloned.add(name);
        }
        const component = type && elementMakers.has(maker) ? componentIn(type) : undefined;
        if (component) {
          expected.add(component);
          this.readProps(component.name, given, rests);
        }
      }
      // `IndexTable.Row = Row` names the same component.
      if (node.type === 'AssignmentExpression') {
        const [left, right] = [componentIn(node.left), componentIn(node.right)];
        if (left && right && left.name === right.name) expected.add(left).add(right);
      }
      if (!isComponent(node) || expected.has(node) || isDeclared(node, parent)) return;
      this.unknown.add(node.name);
    };
    walk(module, { enter });
  }

  private readProps(component: string, given: Argument | undefined, rests: Rests): void {
    if (given?.type === 'CallExpression' && calleeOf(given) === 'assign') {
      for (const each of given.arguments) this.readProps(component, each, rests);
      return;
    }
    const source = given?.type === 'Identifier' ? rests.get(given.name) : undefined;
    if (source) addTo(this.forwarding, component, source);
    else for (const name of namesIn(given)) this.addProp(component, name);
  }

  private addProp(component: string, name: string): void {
    if (name === anyName) this.unknown.add(component);
    else addTo(this.props, component, name);
  }
}

const anyName = '*';

/** Names in an object that is written where it is used; `*` for what cannot be read there. */
function namesIn(given: Argument | undefined): string[] {
  if (given === undefined || (given.type === 'Literal' && given.value === null)) return [];
  if (given.type !== 'ObjectExpression') return [anyName];
  return given.properties.map((property) =>
    property.type === 'Property' ? nameOf(property) : anyName,
  );
}

function nameOf({ key, computed }: Property): string {
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'Identifier' && !computed ? key.name : anyName;
}

/** Names of `...rest` of components' props, with the component that takes it. */
type Rests = ReadonlyMap<string, string | undefined>;

function restsOf(module: Node): Rests {
  const rests = new Map<string, string | undefined>();
  const enter = (node: Node): void => {
    if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression') return;
    const [taken] = node.params;
    if (!node.id || taken?.type !== 'ObjectPattern') return;
    for (const each of taken.properties) {
      if (each.type !== 'RestElement' || each.argument.type !== 'Identifier') continue;
      // Two components with the same name for it cannot be told apart.
      rests.set(each.argument.name, rests.has(each.argument.name) ? undefined : node.id.name);
    }
  };
  walk(module, { enter });
  return rests;
}

function calleeOf({ callee }: CallExpression): string {
  const last = callee.type === 'MemberExpression' ? callee.property : callee;
  return last.type === 'Identifier' ? last.name : '';
}

function componentIn(node: Node): Identifier | undefined {
  const last = node.type === 'MemberExpression' && !node.computed ? node.property : node;
  return isComponent(last) ? last : undefined;
}

function isComponent(node: Node): node is Identifier {
  return node.type === 'Identifier' && /^[A-Z]/.test(node.name);
}

/** Whether a component is only brought in, declared, exported or reached through here. */
function isDeclared(node: Node, parent: Node | null): boolean {
  switch (parent?.type) {
    case 'ImportSpecifier':
      return sameName(parent.imported, parent.local);
    case 'ExportSpecifier':
      return sameName(parent.exported, parent.local);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'VariableDeclarator':
      return parent.id === node;
    case 'MemberExpression':
      // The members of a map of styles are its classes.
      return parent.object === node || isStyles(parent.object);
    default:
      return false;
  }
}

function isStyles(node: Node): boolean {
  return node.type === 'Identifier' && node.name === 'styles';
}

function sameName(one: Node, other: Node): boolean {
  return one.type === 'Identifier' && other.type === 'Identifier' && one.name === other.name;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
