import { Link, useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareScreenTests } from '../testing/prepare-screen-tests.tsx';
import { useStaleWhileRevalidate } from './cached-screen.ts';
import { createScreenCache, invalidateScreens } from './screen-cache.ts';

type Data = { name: string };

const memory = createScreenCache<Data>();

function List() {
  const data = useLoaderData<Data>();
  useStaleWhileRevalidate(memory, data);
  return (
    <>
      <h1>{data.name}</h1>
      <Link to="/list?page=2">Next</Link>
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
}

function Elsewhere() {
  return <Link to="/list">Back</Link>;
}

beforeAll(prepareScreenTests);

beforeEach(invalidateScreens);

/** Opens the list as a document from the server; each later answer of the server is given by the test. */
function openList() {
  const waiting: Array<(data: Data) => void> = [];
  const Stub = createRemixStub([
    {
      id: 'list',
      path: '/list',
      Component: List,
      loader: ({ request }) =>
        memory.load(request, () => new Promise<Data>((resolve) => waiting.push(resolve))),
    },
    { path: '/elsewhere', Component: Elsewhere },
  ]);
  const loaderData = { list: { name: 'First' } };
  render(<Stub initialEntries={['/list']} hydrationData={{ loaderData }} />);
  return { waiting, user: userEvent.setup() };
}

describe('useStaleWhileRevalidate', () => {
  it("remembers the document's data, shows it again at once, and then what is new", async () => {
    const { waiting, user } = openList();
    await user.click(screen.getByText('Elsewhere'));
    await user.click(await screen.findByText('Back'));
    await screen.findByText('First');
    await expect.poll(() => waiting).toHaveLength(1);
    waiting[0]?.({ name: 'Newer' });
    await screen.findByText('Newer');
    expect(waiting).toHaveLength(1);
  });

  it('asks once for an address that was not seen yet', async () => {
    const { waiting, user } = openList();
    await user.click(screen.getByText('Next'));
    await expect.poll(() => waiting).toHaveLength(1);
    screen.getByText('First');
    waiting[0]?.({ name: 'Second' });
    await screen.findByText('Second');
    expect(waiting).toHaveLength(1);
  });
});
