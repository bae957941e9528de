import { useNavigate } from '@remix-run/react';
import { useCallback, useState } from 'react';
import { originalIdOf } from '#contract/original-id.ts';
import { useAdmin } from '../../bridge/admin.ts';
import { loadScript } from '../../network/load-script.ts';

const notOpened = 'We couldn’t open your products. Check your internet connection and try again.';

/** Lets the merchant pick a product in the admin, and shows the doctor's answer for it. */
export function useProductChoice() {
  const connect = useAdmin();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const choose = useCallback(async () => {
    setFailure(undefined);
    try {
      const [admin, { pickedProduct }] = await Promise.all([
        connect(),
        loadScript(() => import('./picked-product.ts')),
      ]);
      const id = pickedProduct(await admin.pickProduct());
      if (id !== null) navigate(`/widget?product=${originalIdOf(id)}`);
    } catch {
      setFailure(notOpened);
    }
  }, [connect, navigate]);
  return { choose, failure };
}
