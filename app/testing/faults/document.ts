import { faults } from './faults.ts';
import { messageAt, placeNames, places, ways } from './places.ts';

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

const messages = [
  ...new Set([
    ...faults.map(({ message }) => message),
    ...placeNames.flatMap((place) => faults.map((fault) => messageAt(place, fault))),
  ]),
];
const letterOf = (message: string) => String.fromCharCode(65 + messages.indexOf(message));

/** `docs/faults.md`. */
export function faultsDocument(): string {
  const names = faults.map(({ name }) => name);
  return `# What happens when something fails

Made from \`app/testing/faults/\` and run by \`app/routes/faults.test.ts\`: every cell below is tried against the app's own loaders and
actions, with its own client, before an API that fails in this way. After a change: \`npx vitest run app/routes/faults.test.ts -u\`.

In every cell: the text is the one below; the answer is JSON, or a plain page, with nothing of the upstream's in it; what was typed comes back, or
stays in the browser where it is secret; what changes something is sent once, whatever comes of it; and the next try asks the API
anew, without a reload. A reading gives up after 9 s, with this text; what saves says so in its button's words meanwhile. What is
shown in a failure's place (a list, a rotation, Home's numbers) is answered with 200; a refusal is answered as what it is everywhere,
with its \`Retry-After\`.

## The faults

${table(
  ['Fault', 'Text', 'Status', 'Reads tried', 'Leaves to grant'],
  faults.map(({ name, message, status, tries, leaves }) => [
    name,
    `${letterOf(message)}: ${message}`,
    String(status),
    String(tries),
    leaves ? 'yes, with client_id' : 'no',
  ]),
)}

## The ways of telling

${table(
  ['Way', 'What the merchant sees'],
  Object.entries(ways).map(([way, text]) => [way, text]),
)}

## The matrix

The letter is the text's (${messages.map((message) => `${letterOf(message)} ${message}`).join('; ')}); the column is the fault's number: ${names.map((name, index) => `${index + 1} ${name}`).join(', ')}.

${table(
  ['Screen', 'What', 'Way', ...names.map((_, index) => String(index + 1))],
  placeNames.map((place) => {
    const { screen, what, way, says } = places[place];
    return [
      screen,
      what,
      says === undefined ? way : `${way}: "${says}"`,
      ...faults.map((fault) => letterOf(messageAt(place, fault))),
    ];
  }),
)}
`;
}
