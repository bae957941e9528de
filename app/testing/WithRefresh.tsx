import { Outlet, useRevalidator } from '@remix-run/react';

/** Around a screen under test: a button that loads it anew. */
export function WithRefresh() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <button type="button" onClick={revalidate}>
        Refresh
      </button>
      <Outlet />
    </>
  );
}
