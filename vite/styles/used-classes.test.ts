import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { PassedProps } from './passed-props.ts';
import { classMapOf, usedClasses } from './used-classes.ts';

const classes = classMapOf(
  parseAst(`var styles = { "Row": "Row", "toneSuccess": "Row--toneSuccess", "row-child": "Row__child" };
            export { styles as default };`),
);
const component = `
  import { classNames, variationName } from './css.js';
  import styles from './Row.css.js';
  const Row = memo(function Row({ tone, kind = 'data', position }) {
    return React.createElement('tr', { className: classNames(styles.Row,
      tone && position > 0 && styles[variationName('tone', tone)], kind === 'child' && styles['row-child']) });
  });
  export { Row };`;

/** The classes that the component can set where the app says this. */
function usedWith(app: string, source = component): string[] {
  const module = parseAst(source);
  const passed = new PassedProps([module, parseAst(app)]);
  return [...usedClasses(module, 'styles', classes, passed)];
}

it.each([
  ['nothing', ''],
  ['other props', "jsx(Table.Row, { position: 1, 'data-name': 'x' })"],
  ['no props', 'React.createElement(Row, null)'],
  ['a prop to another component', "jsx(Badge, { tone: 'success', kind: 'child' })"],
  ['a static member of the same name', 'Table.Row = Row'],
  ['an import and an export', "import { Row } from './Row.js'; export { Row };"],
])('leaves out what props lead to where an app has %s', (_name, app) => {
  expect(usedWith(app)).toEqual(['Row']);
});

it.each([
  ['a prop', "jsx(Table.Row, { tone: 'success' })", ['Row', 'Row--toneSuccess']],
  ['a prop in quotes', "jsxs(Row, { 'kind': kind })", ['Row', 'Row__child']],
  ['a prop of a clone', "React.cloneElement(row, { kind: 'child' })", ['Row', 'Row__child']],
  [
    'props that a component hands on',
    `function Line({ id, ...rest }) { return jsx(Row, rest); } jsx(Line, { tone: 'success' });`,
    ['Row', 'Row--toneSuccess'],
  ],
])('keeps what is led to by %s', (_name, app, used) => {
  expect(usedWith(app)).toEqual(used);
});

it.each([
  ['a spread', 'jsx(Row, { ...props })'],
  ['an object from elsewhere', 'jsx(Row, props)'],
  ['a computed name', 'jsx(Row, { [name]: 1 })'],
  ['an assigned object', 'React.createElement(Row, Object.assign({}, props))'],
  ['a clone of unknown props', 'cloneElement(row, props)'],
  ['another name for the component', 'const Line = Table.Row; jsx(Line, props);'],
  ['an import by another name', "import { Row as Line } from './Row.js';"],
  ['the component as a value', 'draw(Row)'],
  ['the component as a property', 'const parts = { Row };'],
])('keeps everything where an app has %s', (_name, app) => {
  expect(usedWith(app)).toEqual(['Row', 'Row--toneSuccess', 'Row__child']);
});

it.each([
  ['a map that is handed on', 'function Row() { draw(styles); }'],
  ['a name from elsewhere', 'function Row({ tone }) { return styles[tone]; }'],
  ['a condition that is no prop', 'function Row() { return (a && styles.Row) + styles[b]; }'],
])('keeps all classes with %s', (_name, source) => {
  expect(usedWith('', source)).toEqual(['Row', 'Row--toneSuccess', 'Row__child']);
});

it.each([
  [
    'a default that is met',
    "function Row({ kind = 'child' }) { kind === 'child' && styles['row-child']; }",
  ],
  ['a default that is true', 'function Row({ child = true }) { child && styles["row-child"]; }'],
  ['a prop that is refused', 'function Row({ tone }) { tone || styles["row-child"]; }'],
])('keeps a class with %s', (_name, source) => {
  expect(usedWith('', source)).toEqual(['Row__child']);
});
