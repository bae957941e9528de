import { AppProvider, Checkbox } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PartlyCheckedBoxes } from './PartlyCheckedBoxes.tsx';

function Table({ chosen }: { chosen: boolean | 'indeterminate' }) {
  return (
    <AppProvider i18n={translations}>
      <PartlyCheckedBoxes>
        <Checkbox label="Select all" checked={chosen} onChange={() => {}} />
      </PartlyCheckedBoxes>
    </AppProvider>
  );
}

it('tells the browser that some are chosen, for as long as they are', async () => {
  const { rerender } = render(<Table chosen="indeterminate" />);
  expect(screen.getByRole('checkbox')).toHaveProperty('indeterminate', true);
  rerender(<Table chosen={true} />);
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('indeterminate', false));
  rerender(<Table chosen="indeterminate" />);
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('indeterminate', true));
});
