import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/** Leads on to what an answer is about, unless the merchant has left the screen by then: nobody is taken away from where they have gone. */
export function useNavigateWhileShown(): (to: string) => void {
  const navigate = useNavigate();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(
    (to) => {
      if (isShown.current) navigate(to);
    },
    [navigate],
  );
}
