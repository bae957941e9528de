import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Around a Polaris table with checkboxes. Polaris says "some are chosen" in an ARIA attribute only, which means nothing on a
 * browser's own checkbox: a screen reader would hear "not checked". Here the browser is told as well.
 */
export function PartlyCheckedBoxes({ children }: { children: ReactNode }) {
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = table.current;
    if (root === null) return;
    const follow = () => {
      for (const box of root.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) {
        box.indeterminate = box.getAttribute('aria-checked') === 'mixed';
      }
    };
    follow();
    // The table draws its bulk actions by itself, later than what is around it.
    const observer = new MutationObserver(follow);
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['aria-checked'] });
    return () => observer.disconnect();
  }, []);
  return <div ref={table}>{children}</div>;
}
